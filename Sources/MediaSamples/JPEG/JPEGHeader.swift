/// What stands in a JPEG file before its first scan: segments.
package struct JPEGHeader {
  /// A segment: its marker, and where it is in the file, the marker included.
  package struct Segment {
    package let marker: UInt8
    package let range: Range<Int>

    /// The segment that begins at an offset of a file; any number of 0xFF may stand before its marker.
    package init?(at offset: Int, _ file: RawSpan) {
      var place = offset
      while file.byte(at: place) == 0xff, file.byte(at: place + 1) == 0xff { place += 1 }
      guard file.byte(at: place) == 0xff, let marker = file.byte(at: place + 1), marker != 0,
        let length = file.integer16(at: place + 2, bigEndian: true), length >= 2,
        place + 2 + Int(length) <= file.byteCount
      else { return nil }
      (self.marker, range) = (marker, place..<place + 2 + Int(length))
    }
  }

  /// The markers that matter here (ITU-T T.81, B.1.1.3).
  package enum Marker {
    package static let huffmanTables: UInt8 = 0xc4
    /// Frames that are coded otherwise, and what conditions them.
    package static let arithmeticCoding: ClosedRange<UInt8> = 0xc9...0xcf
    package static let restarts: ClosedRange<UInt8> = 0xd0...0xd7
    package static let start: UInt8 = 0xd8
    package static let end: UInt8 = 0xd9
    package static let scan: UInt8 = 0xda
    package static let application0: UInt8 = 0xe0
    package static let application1: UInt8 = 0xe1
  }

  /// The segments, in their order.
  package private(set) var segments: [Segment] = []
  /// The header of the first scan.
  package let scan: Segment

  /// Looks through a file; nil where it isn't made of segments and a scan.
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

  /// The Huffman tables that are missing to decode the scan, as segments that belong before it; none where the file has
  /// its own, or is coded otherwise.
  package var missingTables: [UInt8] {
    let isComplete = segments.contains { segment in
      segment.marker == Marker.huffmanTables || Marker.arithmeticCoding.contains(segment.marker)
    }
    return isComplete ? [] : UsualHuffmanTables.segments
  }
}
