import Glibc
public import OpenCaptureSystem

/// A lease on a block of bytes, such as a compressed picture (`CMBlockBuffer`).
public struct DataBuffer: Sendable {
  let memory: MediaMemory

  /// The number of bytes.
  public let count: Int

  /// The offset of the first byte in the memory.
  let offset: Int

  /// Makes a lease on a part of the memory, clamped to its size.
  init(memory: MediaMemory, offset: Int, count: Int) {
    self.memory = memory
    self.offset = min(max(0, offset), memory.byteCount)
    self.count = min(max(0, count), memory.byteCount - self.offset)
  }

  /// Copies bytes into newly allocated memory.
  ///
  /// - Throws: ``MediaError`` if memory runs out.
  public init(copying bytes: RawSpan) throws(MediaError) {
    memory = try MediaMemory(byteCount: bytes.byteCount)
    offset = 0
    count = bytes.byteCount
    let target = UnsafeMutableRawBufferPointer(start: memory.base, count: memory.byteCount)
    bytes.withUnsafeBytes { target.copyMemory(from: $0) }
  }

  /// Wraps bytes of the caller without copying them.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, which must stay valid and unchanged until `onRelease` is called.
  ///   - onRelease: Called once, on any thread, when the last lease ends.
  /// - Throws: ``MediaError`` if there are no bytes.
  public init(
    wrapping bytes: UnsafeMutableRawBufferPointer, onRelease: @escaping @Sendable () -> Void
  ) throws(MediaError) {
    guard let base = bytes.baseAddress else {
      throw MediaError(.memoryTooSmall, subject: "data buffer", reason: "the buffer is empty")
    }
    memory = MediaMemory(wrapping: bytes, base: base, release: onRelease)
    offset = 0
    count = bytes.count
  }

  /// Calls `body` with the bytes.
  public func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeRawBufferPointer(start: memory.base + offset, count: count).bytes)
  }

  /// Reads the bytes through a pointer, which is valid within `body` only.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeRawBufferPointer(start: memory.base + offset, count: count))
  }
}

extension DataBuffer {
  /// The access state of the memory, shared by all holders.
  package var access: Locked<MemoryAccess> { memory.access }

  /// The address of the bytes, valid as long as a copy of the buffer exists.
  package var address: UnsafeMutableRawPointer { memory.base + offset }

  /// Whether the bytes may be written in place.
  package var isWritable: Bool { memory.isWritable }

  /// Allocates a number of bytes with undefined content.
  package init(byteCount: Int) throws(MediaError) {
    self.init(memory: try MediaMemory(byteCount: max(0, byteCount)), offset: 0, count: byteCount)
  }

  /// Takes ownership of bytes that were allocated with `malloc`; throws if there are none.
  package init(adopting start: UnsafeMutableRawPointer?, count: Int) throws(MediaError) {
    let address = UInt(bitPattern: start)
    try self.init(wrapping: UnsafeMutableRawBufferPointer(start: start, count: count)) {
      free(UnsafeMutableRawPointer(bitPattern: address))
    }
  }

  /// Returns a part of the bytes in the same memory, clamped to the buffer.
  package func part(_ range: Range<Int>) -> DataBuffer {
    let range = range.clamped(to: 0..<count)
    return DataBuffer(memory: memory, offset: offset + range.lowerBound, count: range.count)
  }

  /// Returns a copy with bytes inserted at an index of at most ``count``.
  package func inserting(_ bytes: [UInt8], at place: Int) throws(MediaError) -> DataBuffer {
    let memory = try MediaMemory(byteCount: count + bytes.count)
    let target = UnsafeMutableRawBufferPointer(start: memory.base, count: memory.byteCount)
    withUnsafeBytes { source in
      target.copyBytes(from: source.prefix(place))
      target.dropFirst(place).copyBytes(from: bytes)
      target.dropFirst(place + bytes.count).copyBytes(from: source.dropFirst(place))
    }
    return DataBuffer(memory: memory, offset: 0, count: memory.byteCount)
  }
}
