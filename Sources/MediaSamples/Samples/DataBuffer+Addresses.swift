package import OpenCaptureSystem

extension DataBuffer {
  /// What is said of the memory in place.
  package var access: Locked<MemoryAccess> { memory.access }

  /// Where the bytes begin; they are there as long as somebody holds the buffer.
  package var address: UnsafeMutableRawPointer { memory.base + offset }

  /// Whether the bytes may be written in place: nobody else reads them meanwhile.
  package var isWritable: Bool { memory.isWritable }

  /// Allocates so many bytes, whose content is undefined.
  ///
  /// - Throws: ``MediaError`` where there is no memory.
  package init(byteCount: Int) throws(MediaError) {
    self.init(memory: try MediaMemory(byteCount: max(0, byteCount)), offset: 0, count: byteCount)
  }

  /// Some of the bytes, in the same memory; as many of them as there are.
  package func part(_ range: Range<Int>) -> DataBuffer {
    let range = range.clamped(to: 0..<count)
    return DataBuffer(memory: memory, offset: offset + range.lowerBound, count: range.count)
  }
}
