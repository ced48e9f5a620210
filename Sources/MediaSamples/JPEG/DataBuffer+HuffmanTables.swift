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
}
