package import OpenCaptureSystem

extension AudioBuffer {
  /// What is said of the memory in place.
  package var access: Locked<MemoryAccess> { memory.access }

  /// Where a plane's first sample lies; nil where there is no such plane.
  ///
  /// It is there as long as somebody holds the buffer.
  package func address(ofPlane index: Int) -> UnsafeMutableRawPointer? {
    (0..<format.planeCount).contains(index) ? address(ofPlane: index, 0) : nil
  }

  /// The memory from the first sample of the first plane to the last one of the last, with what lies between them.
  package var data: DataBuffer {
    let last = address(ofPlane: format.planeCount - 1, frameCount)
    let first = address(ofPlane: 0, 0)
    return DataBuffer(memory: memory, offset: first - memory.base, count: last - first)
  }
}
