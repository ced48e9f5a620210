package import OpenCaptureSystem

extension PixelBuffer {
  /// What is said of the memory in place.
  package var access: Locked<MemoryAccess> { memory.access }

  /// Begins to use the pixels by address.
  ///
  /// Whoever else holds them sees what is written: a picture that is an object is written in place, where one that is a
  /// value is copied.
  ///
  /// - Returns: False where they shall be written and may not be, because others read them meanwhile.
  package func beginAccess(writing: Bool) -> Bool {
    if writing, !memory.isWritable { return false }
    memory.access.withLock { access in
      if writing { access.writers += 1 } else { access.readers += 1 }
    }
    return true
  }

  /// Ends what ``beginAccess(writing:)`` began: what was computed from the pixels is computed anew, if they were written.
  ///
  /// - Returns: False where nobody has begun it.
  package func endAccess(writing: Bool) -> Bool {
    let wasBegun = memory.access.withLock { access in
      guard (writing ? access.writers : access.readers) > 0 else { return false }
      if writing { (access.writers, access.wasWritten) = (access.writers - 1, true) } else { access.readers -= 1 }
      return true
    }
    if wasBegun, writing { memory.forgetDerivedPictures() }
    return wasBegun
  }

  /// Where a plane begins; nil where there is no such plane.
  ///
  /// It is there as long as somebody holds the buffer.
  package func address(ofPlane index: Int) -> UnsafeMutableRawPointer? {
    planes.indices.contains(index) ? memory.base + planes[index].offset : nil
  }
}
