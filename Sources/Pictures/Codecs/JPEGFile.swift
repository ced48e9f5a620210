import OpenCaptureMediaSamples

/// The parts of a JPEG file: its segments up to the first scan, and the compressed data from there on.
struct JPEGFile {
  private typealias Marker = JPEGHeader.Marker

  /// The segments before the first scan.
  let header: JPEGHeader
  /// The range from the header of the first scan to the end of the picture, including the end marker if present.
  let scans: Range<Int>
  /// Whether the file has an end marker.
  let isEndMarked: Bool

  /// Parses a file; nil if it doesn't consist of segments and a scan.
  init?(_ file: RawSpan) {
    guard let header = JPEGHeader(file) else { return nil }
    self.header = header
    let end = Self.end(of: header.scan.range.upperBound, file)
    scans = header.scan.range.lowerBound..<end.offset
    isEndMarked = end.isMarked
  }

  /// Returns the end of the picture, searching from the first entropy-coded byte.
  ///
  /// Segments between scans are skipped as a whole, because they can contain any byte.
  private static func end(of start: Int, _ file: RawSpan) -> (offset: Int, isMarked: Bool) {
    var offset = start
    while let byte = file.byte(at: offset) {
      guard byte == 0xff, let marker = file.byte(at: offset + 1) else {
        offset += 1
        continue
      }
      switch marker {
      case Marker.end: return (offset + 2, true)
      case 0, Marker.restarts: offset += 2
      case 0xff: offset += 1
      default: offset = JPEGHeader.Segment(at: offset, file)?.range.upperBound ?? offset + 2
      }
    }
    return (min(offset, file.byteCount), false)
  }

  /// Returns whether a segment is kept when the metadata is replaced.
  ///
  /// EXIF data is dropped, and so are APP0 segments other than JFIF, which mark frames of a movie.
  func isKept(_ segment: JPEGHeader.Segment, _ file: RawSpan) -> Bool {
    let content = segment.range.lowerBound + 4
    switch segment.marker {
    case Marker.application0:
      return file.holds(Array("JFIF\0".utf8), at: content) || file.holds(Array("JFXX\0".utf8), at: content)
    case Marker.application1: return !file.holds(Array("Exif\0\0".utf8), at: content)
    default: return true
    }
  }
}

/// A search in the segments of a JPEG file before its first scan.
enum JPEGSegments {
  /// Returns the orientation in the file's EXIF data; ``ImageOrientation/up`` if it has none.
  static func orientation(_ file: RawSpan) -> ImageOrientation {
    var offset = 2
    while let marker = marker(at: &offset, file), let length = file.integer16(at: offset, bigEndian: true) {
      guard marker != 0xda, length >= 2 else { break }
      if marker == 0xe1, length >= 8, file.holds(Array("Exif".utf8) + [0, 0], at: offset + 2) {
        let end = min(offset + Int(length), file.byteCount)
        return ImageOrientation(exif: file.extracting(offset + 8..<end)) ?? .up
      }
      offset += Int(length)
    }
    return .up
  }

  /// Returns the next marker with a segment, and moves `offset` behind the marker.
  ///
  /// Any number of 0xFF bytes may precede a marker. Other bytes are invalid there, but skipped as in the decoder.
  private static func marker(at offset: inout Int, _ file: RawSpan) -> UInt8? {
    while let byte = file.byte(at: offset), byte != 0xff { offset += 1 }
    while let byte = file.byte(at: offset) {
      offset += 1
      if byte != 0xff { return byte }
    }
    return nil
  }
}
