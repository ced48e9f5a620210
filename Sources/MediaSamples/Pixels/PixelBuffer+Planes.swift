extension PixelBuffer {
  /// Reads the bytes of all planes through pointers, for foreign code; they must not outlive `body`.
  public func withUnsafePlanes<Result, Failure: Error>(
    _ body: ([UnsafeRawBufferPointer]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(
      planes.map { UnsafeRawBufferPointer(start: memory.base.advanced(by: $0.offset), count: $0.byteCount) })
  }

  /// Writes the bytes of all planes through pointers, for foreign code; they must not outlive `body`.
  ///
  /// Copies the picture first where another lease shares its memory.
  ///
  /// - Throws: What `body` throws, or ``MediaError`` where a copy was needed and there was no memory.
  public mutating func withUnsafeMutablePlanes<Result>(
    _ body: ([UnsafeMutableRawBufferPointer]) throws -> Result
  ) throws -> Result {
    if !isUniquelyOwned() { self = try copy() }
    ground = nil
    memory.forgetDerivedPictures()
    return try withUnsafePlanes { planes in
      try body(planes.map(UnsafeMutableRawBufferPointer.init(mutating:)))
    }
  }
}
