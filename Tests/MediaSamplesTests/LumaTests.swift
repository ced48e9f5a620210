import OpenCaptureSystem
import Fixtures
import Dispatch
@testable import OpenCaptureMediaSamples
import Testing

@Suite("Luma")
struct LumaTests {
  @Test(
    "Formats with a luma plane share it",
    arguments: [
      PixelFormat.grey, .nv12, .nv12FullRange, .nv21, .i420, .i420FullRange, .i422,
    ])
  func shared(_ format: PixelFormat) throws {
    let buffer = try PixelBuffer(format: format, width: 7, height: 5)
    let luma = try buffer.luma()
    #expect(luma.format == .grey)
    #expect(luma.dimensions == buffer.dimensions)
    #expect(luma.withUnsafePlane(0) { $0.baseAddress } == buffer.withUnsafePlane(0) { $0.baseAddress })
  }

  @Test(
    "Red, green and blue have the weights of BT.601, to ±1",
    arguments: [
      (PixelFormat.bgra, 4, [2, 1, 0]), (.rgba, 4, [0, 1, 2]), (.rgb24, 3, [0, 1, 2]), (.bgr24, 3, [2, 1, 0]),
    ])
  func weights(_ format: PixelFormat, _ bytes: Int, _ rgb: [Int]) throws {
    var random = SeededGenerator(seed: 3)
    for width in [1, 2, 7, 16, 33, 67] {
      var buffer = try PixelBuffer(format: format, width: width, height: 3)
      let pixels = (0..<width * 3 * bytes).map { _ in UInt8.random(in: 0...255, using: &random) }
      try buffer.setPixels(plane: 0, to: pixels)
      for (index, luma) in try buffer.luma().pixels(plane: 0).enumerated() {
        let parts = rgb.map { Double(pixels[index * bytes + $0]) }
        let exact = 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]
        #expect(abs(Double(luma) - exact) <= 1)
      }
    }
  }

  @Test("Packed YCbCr gives its luma bytes", arguments: [(PixelFormat.yuyv, 0), (.yuyvFullRange, 0), (.uyvy, 1)])
  func packed(_ format: PixelFormat, _ offset: Int) throws {
    for width in [1, 2, 5, 31, 64] {
      var buffer = try PixelBuffer(format: format, width: width, height: 2)
      let row = buffer.planes[0].bytesInRow
      try buffer.setPixels(plane: 0, to: (0..<row * 2).map { UInt8(truncatingIfNeeded: $0 * 7) })
      let expected = (0..<2).flatMap { y in
        (0..<width).map { UInt8(truncatingIfNeeded: (y * row + $0 * 2 + offset) * 7) }
      }
      #expect(try buffer.luma().pixels(plane: 0) == expected)
    }
  }

  @Test("Luma is computed once for any number of threads")
  func once() throws {
    let buffer = try PixelBuffer(format: .bgra, width: 320, height: 240)
    let addresses = Locked<Set<UnsafeRawPointer?>>([])
    let held = Log<PixelBuffer>()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      guard let luma = try? buffer.luma() else { return }
      held.append(luma)
      _ = addresses.withLock { $0.insert(luma.withUnsafePlane(0) { $0.baseAddress }) }
    }
    #expect(held.count == 8)
    #expect(addresses.withLock { $0.count } == 1)
  }

  @Test("A compressed sample is decoded once per format, and failures are shared too")
  func compressed() throws {
    let decoder = CountingDecoder()
    let data = try DataBuffer(copying: [1, 2, 3].span.bytes)
    let sample = SampleBuffer(
      data: data,
      format: FormatDescription(codec: .jpeg, dimensions: VideoDimensions(width: 2, height: 2)),
      decoder: decoder)
    let copy = sample.withTiming(SampleTiming(presentationTimeStamp: .zero))
    _ = try sample.luma()
    _ = try copy.luma()
    _ = try copy.image(as: .grey)
    _ = try copy.image(as: .bgra)
    #expect(decoder.lumaCalls.value == 1)
    #expect(decoder.imageCalls.value == 1)
    #expect(throws: MediaError.self) { try copy.image(as: .nv12) }
    #expect(throws: MediaError.self) { try sample.image(as: .nv12) }
    #expect(decoder.imageCalls.value == 2)
  }
}

private final class CountingDecoder: ImageDecoder {
  let lumaCalls = Counter()
  let imageCalls = Counter()

  func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer {
    lumaCalls.increment()
    return try PixelBuffer(format: .grey, width: 2, height: 2)
  }

  func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer {
    imageCalls.increment()
    guard format == .bgra else { throw MediaError(.unsupportedFormat, subject: "\(format)", reason: "no") }
    return try PixelBuffer(format: format, width: 2, height: 2)
  }
}
