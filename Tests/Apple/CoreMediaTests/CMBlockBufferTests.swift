import CoreMedia
import OpenCaptureMediaSamples
import Testing

@Suite("CMBlockBuffer")
struct CMBlockBufferTests {
  /// Creates a buffer with the bytes 0, 1, 2 …, after an offset into its memory.
  private func buffer(_ count: Int, offset: Int = 0) throws -> CMBlockBuffer {
    var buffer: CMBlockBuffer?
    let status = CMBlockBufferCreateWithMemoryBlock(
      allocator: kCFAllocatorDefault, memoryBlock: nil, blockLength: count + offset,
      blockAllocator: kCFAllocatorDefault, customBlockSource: nil, offsetToData: offset, dataLength: count,
      flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &buffer)
    #expect(status == kCMBlockBufferNoErr)
    let made = try #require(buffer)
    let bytes = (0..<count).map { UInt8($0) }
    #expect(
      CMBlockBufferReplaceDataBytes(with: bytes, blockBuffer: made, offsetIntoDestination: 0, dataLength: count)
        == kCMBlockBufferNoErr)
    return made
  }

  @Test("The data pointer gives access to all bytes")
  func pointer() throws {
    let buffer = try buffer(8, offset: 4)
    var atOffset = 0
    var total = 0
    var pointer: UnsafeMutablePointer<CChar>?
    let status = CMBlockBufferGetDataPointer(
      buffer, atOffset: 3, lengthAtOffsetOut: &atOffset, totalLengthOut: &total, dataPointerOut: &pointer)
    #expect(status == kCMBlockBufferNoErr && atOffset == 5 && total == 8 && pointer?.pointee == 3)
    #expect(CMBlockBufferGetDataLength(buffer) == 8 && !CMBlockBufferIsEmpty(buffer) && buffer.isContiguous)
    for offset in [-1, 8] {
      #expect(
        CMBlockBufferGetDataPointer(
          buffer, atOffset: offset, lengthAtOffsetOut: nil, totalLengthOut: nil, dataPointerOut: &pointer)
          == kCMBlockBufferBadOffsetParameterErr)
    }
  }

  @Test("Bytes are copied within the buffer, and other ranges are rejected", arguments: [(0, 8), (5, 3), (8, 0)])
  func copying(_ offset: Int, _ length: Int) throws {
    let buffer = try buffer(8)
    var target = [UInt8](repeating: 99, count: 9)
    #expect(
      CMBlockBufferCopyDataBytes(buffer, atOffset: offset, dataLength: length, destination: &target)
        == kCMBlockBufferNoErr)
    #expect(
      target.prefix(length).elementsEqual((offset..<offset + length).map { UInt8($0) }) && target[length] == 99)
    #expect(
      CMBlockBufferCopyDataBytes(buffer, atOffset: offset, dataLength: length + 1, destination: &target)
        == kCMBlockBufferBadLengthParameterErr)
    #expect(
      CMBlockBufferCopyDataBytes(buffer, atOffset: .max, dataLength: 1, destination: &target)
        == kCMBlockBufferBadOffsetParameterErr)
    #expect(
      CMBlockBufferCopyDataBytes(buffer, atOffset: 1, dataLength: .max, destination: &target)
        == kCMBlockBufferBadLengthParameterErr)
    #expect(CMBlockBufferIsRangeContiguous(buffer, atOffset: offset, length: length))
    #expect(!CMBlockBufferIsRangeContiguous(buffer, atOffset: 0, length: 9))
  }

  @Test("All copies of a buffer see written bytes")
  func writing() throws {
    let buffer = try buffer(4)
    let same = buffer
    CMBlockBufferFillDataBytes(with: 7, blockBuffer: buffer, offsetIntoDestination: 1, dataLength: 2)
    #expect(try same.dataBytes() == Data([0, 7, 7, 3]))
    try buffer.withUnsafeMutableBytes(atOffset: 3) { $0[0] = 9 }
    #expect(try same.withContiguousStorage { Array($0) } == [0, 7, 7, 9])
    for offset in [5, -1, .min, .max] {
      #expect(throws: NSError.self) { try buffer.withUnsafeMutableBytes(atOffset: offset) { _ in } }
      #expect(!CMBlockBufferIsRangeContiguous(buffer, atOffset: offset, length: 0))
    }
  }

  @Test("A part shares the memory, unless a copy is requested")
  func parts() throws {
    let buffer = try buffer(8)
    func part(_ flags: CMBlockBufferFlags) -> CMBlockBuffer? {
      var part: CMBlockBuffer?
      CMBlockBufferCreateContiguous(
        allocator: nil, sourceBuffer: buffer, blockAllocator: nil, customBlockSource: nil, offsetToData: 2,
        dataLength: 3, flags: flags, blockBufferOut: &part)
      return part
    }
    let shared = part(0)
    let copy = part(kCMBlockBufferAlwaysCopyDataFlag)
    CMBlockBufferFillDataBytes(with: 9, blockBuffer: buffer, offsetIntoDestination: 0, dataLength: 8)
    #expect(try shared?.dataBytes() == Data([9, 9, 9]))
    #expect(try copy?.dataBytes() == Data([2, 3, 4]))
  }

  @Test("Memory of the caller is not released with the null allocator, and invalid ranges are rejected")
  func callersMemory() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 5, count: 8)
    var buffer: CMBlockBuffer?
    func create(_ offset: Int, _ length: Int) -> OSStatus {
      CMBlockBufferCreateWithMemoryBlock(
        allocator: nil, memoryBlock: memory, blockLength: 8, blockAllocator: kCFAllocatorNull,
        customBlockSource: nil,
        offsetToData: offset, dataLength: length, flags: 0, blockBufferOut: &buffer)
    }
    #expect(create(2, 6) == kCMBlockBufferNoErr)
    #expect(try buffer?.dataBytes() == Data(repeating: 5, count: 6))
    buffer = nil
    #expect(memory.load(as: UInt8.self) == 5)
    #expect(create(9, 0) == kCMBlockBufferBadOffsetParameterErr && buffer == nil)
    #expect(create(2, 7) == kCMBlockBufferBadLengthParameterErr && buffer == nil)
    #expect(create(0, -1) == kCMBlockBufferBadLengthParameterErr)
  }
}
