import CoreVideo
import OpenCaptureMediaSamples
import Testing

/// The arguments of the callbacks.
private final class Releases {
  var addresses: [UnsafeRawPointer?] = []
  var planes: [[UnsafeRawPointer?]] = []
  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static func of(_ context: UnsafeMutableRawPointer?) -> Releases? {
    context.map { Unmanaged<Releases>.fromOpaque($0).takeUnretainedValue() }
  }
}

@Suite("CVPixelBuffer in the caller's memory")
struct CVPixelBufferBytesTests {
  @Test("Memory is used in place, and released once with the last reference")
  func bytes() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 40, alignment: 16)
    defer { memory.deallocate() }
    let releases = Releases()
    var buffer: CVPixelBuffer?
    let status = CVPixelBufferCreateWithBytes(
      kCFAllocatorDefault, 4, 2, kCVPixelFormatType_32BGRA, memory, 20,
      { context, address in Releases.of(context)?.addresses.append(address) }, releases.pointer, nil, &buffer)
    #expect(status == kCVReturnSuccess)
    #expect(buffer.flatMap(CVPixelBufferGetBaseAddress) == memory)
    #expect(buffer.map(CVPixelBufferGetBytesPerRow) == 20)
    var other = buffer
    buffer = nil
    #expect(releases.addresses.isEmpty && other != nil)
    other = nil
    #expect(releases.addresses == [UnsafeRawPointer(memory)])
  }

  @Test("Rows that are too short are rejected, and nothing is released")
  func shortRows() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 40, alignment: 16)
    defer { memory.deallocate() }
    let releases = Releases()
    var buffer: CVPixelBuffer?
    let status = CVPixelBufferCreateWithBytes(
      nil, 4, 2, kCVPixelFormatType_32BGRA, memory, 15,
      { context, address in Releases.of(context)?.addresses.append(address) }, releases.pointer, nil, &buffer)
    #expect(status == kCVReturnInvalidSize && buffer == nil && releases.addresses.isEmpty)
  }

  @Test("Planes are used at any address and in any order, and released together")
  func planarBytes() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 16)
    defer { memory.deallocate() }
    let releases = Releases()
    var addresses: [UnsafeMutableRawPointer?] = [memory + 100, memory]
    var widths = [4, 2]
    var heights = [2, 1]
    var strides = [8, 6]
    var buffer: CVPixelBuffer?
    func create() -> CVReturn {
      CVPixelBufferCreateWithPlanarBytes(
        kCFAllocatorDefault, 4, 2, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, memory, 256, 2, &addresses,
        &widths, &heights, &strides,
        { context, data, size, count, planes in
          guard let releases = Releases.of(context), size == 256, let planes else { return }
          releases.addresses.append(data)
          releases.planes.append(Array(UnsafeBufferPointer(start: planes, count: count)))
        }, releases.pointer, nil, &buffer)
    }
    #expect(create() == kCVReturnSuccess)
    #expect(buffer.flatMap { CVPixelBufferGetBaseAddressOfPlane($0, 0) } == memory + 100)
    #expect(buffer.flatMap { CVPixelBufferGetBaseAddressOfPlane($0, 1) } == memory)
    #expect(buffer.map { CVPixelBufferGetBytesPerRowOfPlane($0, 1) } == 6)
    buffer = nil
    #expect(releases.addresses == [UnsafeRawPointer(memory)])
    #expect(releases.planes == [[UnsafeRawPointer(memory + 100), UnsafeRawPointer(memory)]])

    widths = [4, 3]
    #expect(create() == kCVReturnInvalidSize && buffer == nil)
    widths = [4, 2]
    addresses = [memory, nil]
    #expect(create() == kCVReturnInvalidArgument && releases.planes.count == 1)
  }
}
