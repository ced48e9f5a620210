import CoreVideo
import OpenCaptureMediaSamples
import Testing

@Suite("CVPixelBuffer")
struct CVPixelBufferTests {
  private func make(
    _ width: Int, _ height: Int, _ format: OSType, _ attributes: CFDictionary? = nil
  ) throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    let status = CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, attributes, &buffer)
    #expect(status == kCVReturnSuccess)
    return try #require(buffer)
  }

  @Test("An image with one plane is not planar, and is its own plane 0")
  func onePlane() throws {
    let buffer = try make(6, 4, kCVPixelFormatType_32BGRA, [kCVPixelBufferBytesPerRowAlignmentKey: 32])
    #expect(CVPixelBufferGetWidth(buffer) == 6 && CVPixelBufferGetHeight(buffer) == 4)
    #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA)
    #expect(!CVPixelBufferIsPlanar(buffer) && CVPixelBufferGetPlaneCount(buffer) == 0)
    #expect(CVPixelBufferGetBytesPerRow(buffer) == 32 && CVPixelBufferGetDataSize(buffer) == 128)
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 0) == CVPixelBufferGetBaseAddress(buffer))
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 0) == 6 && CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) == 32)
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 1) == nil && CVPixelBufferGetHeightOfPlane(buffer, -1) == 0)
  }

  @Test("A buffer suits attributes with its format and size")
  func attributes() throws {
    let buffer = try make(6, 4, kCVPixelFormatType_32BGRA)
    let own = CVPixelBufferCopyCreationAttributes(buffer)
    #expect(own.count == 3 && CVPixelBufferIsCompatibleWithAttributes(buffer, own))
    #expect(CVPixelBufferIsCompatibleWithAttributes(buffer, nil))
    #expect(CVPixelBufferIsCompatibleWithAttributes(buffer, [kCVPixelBufferWidthKey: 6]))
    #expect(!CVPixelBufferIsCompatibleWithAttributes(buffer, [kCVPixelBufferHeightKey: 5]))
    let formats = [kCVPixelFormatType_24RGB, kCVPixelFormatType_32BGRA]
    #expect(CVPixelBufferIsCompatibleWithAttributes(buffer, [kCVPixelBufferPixelFormatTypeKey: formats]))
    #expect(
      !CVPixelBufferIsCompatibleWithAttributes(
        buffer, [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_24RGB]))
  }

  @Test("A planar image returns the address of each plane and a total row size")
  func planes() throws {
    let buffer = try make(6, 4, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    #expect(CVPixelBufferIsPlanar(buffer) && CVPixelBufferGetPlaneCount(buffer) == 2)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 1) == 3 && CVPixelBufferGetHeightOfPlane(buffer, 1) == 2)
    let first = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
    let second = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
    #expect(second - first == 4 * CVPixelBufferGetBytesPerRowOfPlane(buffer, 0))
    #expect(CVPixelBufferGetDataSize(buffer) == 6 * 64)
    #expect(CVPixelBufferGetBytesPerRow(buffer) * 4 >= CVPixelBufferGetDataSize(buffer))
  }

  @Test("An image has no padding pixels")
  func extendedPixels() throws {
    let buffer = try make(6, 4, kCVPixelFormatType_32BGRA)
    var left = 1
    var right = 1
    var top = 1
    var bottom = 1
    CVPixelBufferGetExtendedPixels(buffer, &left, &right, &top, &bottom)
    CVPixelBufferGetExtendedPixels(buffer, nil, nil, nil, nil)
    #expect((left, right, top, bottom) == (0, 0, 0, 0))
    #expect(CVPixelBufferFillExtendedPixels(buffer) == kCVReturnSuccess)
  }

  @Test("Invalid arguments return Core Video's errors and no buffer")
  func mistakes() throws {
    var buffer: CVPixelBuffer? = try make(1, 1, kCVPixelFormatType_32BGRA)
    #expect(CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32ARGB, nil, &buffer) == kCVReturnInvalidPixelFormat)
    #expect(buffer == nil)
    #expect(CVPixelBufferCreate(nil, 0, 4, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnInvalidSize)
    #expect(CVPixelBufferCreate(nil, 4, 1 << 40, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnInvalidSize)
  }

  @Test("Locks are counted, and an unlock without a matching lock fails")
  func balance() throws {
    let buffer = try make(2, 2, kCVPixelFormatType_32BGRA)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
    #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnInvalidArgument)
  }

  @Test("All copies of a buffer see pixels written by address, including luma and conversions")
  func writingInPlace() throws {
    let buffer = try make(2, 1, kCVPixelFormatType_32BGRA)
    let same = buffer
    func fill(_ value: UInt8) throws {
      #expect(CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess)
      try #require(CVPixelBufferGetBaseAddress(buffer)).initializeMemory(as: UInt8.self, repeating: value, count: 8)
      #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnSuccess)
    }
    for value in [0, 255] as [UInt8] {
      try fill(value)
      #expect(try same.luma().withUnsafePlane(0) { Array($0.prefix(2)) } == [value, value])
    }
  }

  @Test("Read-only memory can be locked for reading only")
  func readOnlyMemory() throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 16)
    defer { memory.deallocate() }
    let layout = try PixelLayout(format: .bgra, width: 2, height: 1)
    let buffer = try PixelBuffer(wrapping: memory, layout: layout, isWritable: false) {}
    #expect(CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnUnsupported)
    #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferGetBaseAddress(buffer) == memory.baseAddress)
  }

  @Test("Writing by address invalidates the known opacity")
  func transparency() throws {
    var picture = try PixelBuffer(format: .bgra, width: 1, height: 1)
    try picture.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
    try picture.compositeOntoWhite()
    #expect(picture.opacity != nil)
    CVPixelBufferLockBaseAddress(picture, [])
    CVPixelBufferUnlockBaseAddress(picture, [])
    #expect(picture.opacity == nil)
  }
}
