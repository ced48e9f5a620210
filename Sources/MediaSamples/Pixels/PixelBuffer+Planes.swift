package import OpenCaptureSystem

extension PixelBuffer {
  /// Reads the bytes of all planes through pointers, which are valid within `body` only.
  public func withUnsafePlanes<Result, Failure: Error>(
    _ body: ([UnsafeRawBufferPointer]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(
      planes.map { UnsafeRawBufferPointer(start: memory.base.advanced(by: $0.offset), count: $0.byteCount) })
  }

  /// Writes the bytes of all planes through pointers, which are valid within `body` only.
  ///
  /// Copies the picture first if its memory is shared.
  ///
  /// - Throws: An error of `body`, or ``MediaError`` if a required copy fails because memory runs out.
  public mutating func withUnsafeMutablePlanes<Result>(
    _ body: ([UnsafeMutableRawBufferPointer]) throws -> Result
  ) throws -> Result {
    if !isUniquelyOwned() { self = try copy() }
    ground = nil
    memory.invalidateDerivedPictures()
    return try withUnsafePlanes { planes in
      try body(planes.map(UnsafeMutableRawBufferPointer.init(mutating:)))
    }
  }
}

extension PixelBuffer {
  /// The access state of the memory, shared by all holders.
  package var access: Locked<MemoryAccess> { memory.access }

  /// Begins access to the pixels by address.
  ///
  /// Writing changes the pixels for all holders: pictures that are objects are written in place, unlike those that
  /// are values.
  ///
  /// - Returns: False if write access was requested but other code is reading the pixels.
  package func beginAccess(writing: Bool) -> Bool {
    if writing, !memory.isWritable { return false }
    memory.access.withLock { access in
      if writing { access.writers += 1 } else { access.readers += 1 }
    }
    return true
  }

  /// Ends an access; after writing, discards the pictures computed from the pixels.
  ///
  /// - Returns: False if no such access was begun.
  package func endAccess(writing: Bool) -> Bool {
    let wasBegun = memory.access.withLock { access in
      guard (writing ? access.writers : access.readers) > 0 else { return false }
      if writing {
        access.writers -= 1
        access.wasWritten = true
      } else {
        access.readers -= 1
      }
      return true
    }
    if wasBegun, writing { memory.invalidateDerivedPictures() }
    return wasBegun
  }

  /// Returns the address of a plane, valid as long as a copy of the buffer exists; nil if the plane does not exist.
  package func address(ofPlane index: Int) -> UnsafeMutableRawPointer? {
    planes.indices.contains(index) ? memory.base + planes[index].offset : nil
  }
}
