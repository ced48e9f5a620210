extension DataBuffer {
  /// A JPEG picture as a whole file: with the Huffman tables that some cameras leave out of the frames of Motion JPEG
  /// (ITU-T T.81, annex K.3.3), and byte for byte as it is otherwise.
  ///
  /// What misses nothing stays the buffer that it is, and isn't copied; so does what isn't a JPEG, or is damaged before
  /// its first scan.
  ///
  /// - Throws: ``MediaError`` where there is no memory.
  public func withHuffmanTables() throws(MediaError) -> DataBuffer {
    try withBytes { (file) throws(MediaError) in
      guard let header = JPEGHeader(file) else { return self }
      let tables = header.missingTables
      return tables.isEmpty ? self : try inserting(tables, at: header.scan.range.lowerBound)
    }
  }

  /// A copy with more bytes in it.
  ///
  /// - Parameter place: How many of its own are before them; no more than there are.
  private func inserting(_ bytes: [UInt8], at place: Int) throws(MediaError) -> DataBuffer {
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
