extension AudioBuffer {
  /// Reads the bytes of a plane: the samples of all channels, or those of one, of the frames that it holds.
  ///
  /// - Precondition: `index` is below ``AudioFormat/planeCount``.
  public func withPlane<Result, Failure: Error>(
    _ index: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(bytes(ofPlane: index, 0..<frameCount).bytes)
  }

  /// Reads the bytes of a plane through a pointer, for foreign code; it must not outlive `body`.
  ///
  /// - Precondition: `index` is below ``AudioFormat/planeCount``.
  public func withUnsafePlane<Result, Failure: Error>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(bytes(ofPlane: index, 0..<frameCount))
  }

  /// Writes the bytes of a plane.
  ///
  /// Copies the frames first where another lease shares their memory.
  ///
  /// - Precondition: `index` is below ``AudioFormat/planeCount``.
  /// - Throws: What `body` throws, or ``MediaError`` where a copy was needed and there was no memory.
  public mutating func withMutablePlane<Result>(
    _ index: Int, _ body: (inout MutableRawSpan) throws -> Result
  ) throws -> Result {
    try withUnsafeMutablePlane(index) { bytes in
      var span = bytes.mutableBytes
      return try body(&span)
    }
  }

  /// Writes the bytes of a plane through a pointer, for foreign code; it must not outlive `body`.
  ///
  /// Copies the frames first where another lease shares their memory.
  ///
  /// - Precondition: `index` is below ``AudioFormat/planeCount``.
  /// - Throws: What `body` throws, or ``MediaError`` where a copy was needed and there was no memory.
  public mutating func withUnsafeMutablePlane<Result>(
    _ index: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) throws -> Result {
    try makeUnique()
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeMutableRawBufferPointer(mutating: bytes(ofPlane: index, 0..<frameCount)))
  }

  /// Reads all planes through an array of pointers to their first samples, as C wants them; they must not outlive
  /// `body`.
  public func withUnsafePlanes<Result>(
    _ body: (UnsafeBufferPointer<UnsafeRawPointer>) throws -> Result
  ) rethrows -> Result {
    defer { withExtendedLifetime(memory) {} }
    let count = format.planeCount
    return try withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: count) { planes in
      for index in 0..<count { planes.initializeElement(at: index, to: UnsafeRawPointer(address(ofPlane: index))) }
      return try body(UnsafeBufferPointer(planes))
    }
  }

  /// Writes all planes through an array of pointers to their first samples, as C wants them; they must not outlive
  /// `body`.
  ///
  /// Copies the frames first where another lease shares their memory.
  ///
  /// - Throws: What `body` throws, or ``MediaError`` where a copy was needed and there was no memory.
  public mutating func withUnsafeMutablePlanes<Result>(
    _ body: (UnsafeBufferPointer<UnsafeMutableRawPointer>) throws -> Result
  ) throws -> Result {
    try makeUnique()
    defer { withExtendedLifetime(memory) {} }
    let count = format.planeCount
    return try withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer.self, capacity: count) { planes in
      for index in 0..<count { planes.initializeElement(at: index, to: address(ofPlane: index)) }
      return try body(UnsafeBufferPointer(planes))
    }
  }
}
