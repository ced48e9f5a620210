/// A lease on a block of bytes, such as a compressed picture (`CMBlockBuffer`).
public struct DataBuffer: Sendable {
  let memory: MediaMemory

  /// How many bytes there are.
  public let count: Int

  /// Where the bytes begin in the memory.
  let offset: Int

  /// Some of the bytes of a memory.
  init(memory: MediaMemory, offset: Int, count: Int) {
    self.memory = memory
    self.offset = min(max(0, offset), memory.byteCount)
    self.count = min(max(0, count), memory.byteCount - self.offset)
  }

  /// Copies bytes into memory of the buffer's own.
  ///
  /// - Throws: ``MediaError`` where there is no memory.
  public init(copying bytes: RawSpan) throws(MediaError) {
    (memory, offset, count) = (try MediaMemory(byteCount: bytes.byteCount), 0, bytes.byteCount)
    let target = UnsafeMutableRawBufferPointer(start: memory.base, count: memory.byteCount)
    bytes.withUnsafeBytes { target.copyMemory(from: $0) }
  }

  /// Wraps bytes of the caller's without copying them.
  ///
  /// - Parameters:
  ///   - bytes: They must stay there, unchanged, until `onRelease` is called.
  ///   - onRelease: Called once, with the end of the last lease, on whichever thread that happens.
  /// - Throws: ``MediaError`` where there are no bytes.
  public init(
    wrapping bytes: UnsafeMutableRawBufferPointer, onRelease: @escaping @Sendable () -> Void
  ) throws(MediaError) {
    guard let base = bytes.baseAddress else {
      throw MediaError(.memoryTooSmall, subject: "data buffer", reason: "it has no bytes")
    }
    (memory, offset, count) = (MediaMemory(wrapping: bytes, base: base, release: onRelease), 0, bytes.count)
  }

  /// Reads the bytes.
  public func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeRawBufferPointer(start: memory.base + offset, count: count).bytes)
  }

  /// Reads the bytes through a pointer, for foreign code; it must not outlive `body`.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeRawBufferPointer(start: memory.base + offset, count: count))
  }
}
