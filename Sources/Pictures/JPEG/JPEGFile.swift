import OpenCaptureMediaSamples

/// A JPEG file taken apart: its segments up to the first scan, and what is decoded from there, which stays as it is.
struct JPEGFile {
  private typealias Marker = JPEGHeader.Marker

  /// What stands before the first scan.
  let header: JPEGHeader
  /// From the first scan's header to the end of the picture, its marker included where it is there.
  let scans: Range<Int>
  /// Whether the end is marked.
  let isEndMarked: Bool

  /// Takes a file apart; nil where it isn't made of segments and a scan.
  init?(_ file: RawSpan) {
    guard let header = JPEGHeader(file) else { return nil }
    self.header = header
    let end = Self.end(of: header.scan.range.upperBound, file)
    (scans, isEndMarked) = (header.scan.range.lowerBound..<end.offset, end.isMarked)
  }

  /// Where the picture ends, from the first entropy-coded byte on: segments between scans can hold any byte.
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

  /// Whether a segment goes along with the picture when its metadata is replaced: EXIF data doesn't, nor what says that
  /// this is a frame of a movie.
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
