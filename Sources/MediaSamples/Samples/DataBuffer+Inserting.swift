extension DataBuffer {
  /// A copy with more bytes in it.
  ///
  /// - Parameter place: How many of its own are before them; no more than there are.
  /// - Throws: ``MediaError`` where there is no memory.
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
