/// The segments of a JPEG file before its first scan.
package struct JPEGHeader {
  /// A segment: its marker, and its range in the file including the marker.
  package struct Segment {
    package let marker: UInt8
    package let range: Range<Int>

    /// Reads the segment at an offset of a file; any number of 0xFF bytes may precede its marker.
    package init?(at offset: Int, _ file: RawSpan) {
      var place = offset
      while file.byte(at: place) == 0xff, file.byte(at: place + 1) == 0xff { place += 1 }
      guard file.byte(at: place) == 0xff, let marker = file.byte(at: place + 1), marker != 0,
        let length = file.integer16(at: place + 2, bigEndian: true), length >= 2,
        place + 2 + Int(length) <= file.byteCount
      else { return nil }
      self.marker = marker
      range = place..<place + 2 + Int(length)
    }
  }

  /// The relevant markers (ITU-T T.81, B.1.1.3).
  package enum Marker {
    package static let huffmanTables: UInt8 = 0xc4
    /// Frames with arithmetic coding, and the segment that sets it up.
    package static let arithmeticCoding: ClosedRange<UInt8> = 0xc9...0xcf
    package static let restarts: ClosedRange<UInt8> = 0xd0...0xd7
    package static let start: UInt8 = 0xd8
    package static let end: UInt8 = 0xd9
    package static let scan: UInt8 = 0xda
    package static let application0: UInt8 = 0xe0
    package static let application1: UInt8 = 0xe1
  }

  package private(set) var segments: [Segment] = []
  /// The header of the first scan.
  package let scan: Segment

  /// Reads a file; nil if it does not consist of segments and a scan.
  package init?(_ file: RawSpan) {
    guard file.starts(with: [0xff, Marker.start]) else { return nil }
    var offset = 2
    while let segment = Segment(at: offset, file) {
      if segment.marker == Marker.scan {
        scan = segment
        return
      }
      segments.append(segment)
      offset = segment.range.upperBound
    }
    return nil
  }

  /// The Huffman tables required to decode the scan but missing, as segments to insert before it.
  ///
  /// Empty if the file has tables of its own, or uses another coding.
  package var missingTables: [UInt8] {
    let isComplete = segments.contains { segment in
      segment.marker == Marker.huffmanTables || Marker.arithmeticCoding.contains(segment.marker)
    }
    return isComplete ? [] : DefaultHuffmanTables.segments
  }
}

extension DataBuffer {
  /// Returns a JPEG picture as a complete file, with the Huffman tables that some cameras omit.
  ///
  /// Those cameras leave the tables of ITU-T T.81, annex K.3.3, out of Motion JPEG frames. All other bytes stay the
  /// same. Complete pictures, data other than JPEG, and files damaged before the first scan are returned without a
  /// copy.
  ///
  /// - Throws: ``MediaError`` if memory runs out.
  public func withHuffmanTables() throws(MediaError) -> DataBuffer {
    try withBytes { (file) throws(MediaError) in
      guard let header = JPEGHeader(file) else { return self }
      let tables = header.missingTables
      return tables.isEmpty ? self : try inserting(tables, at: header.scan.range.lowerBound)
    }
  }
}
