import OpenCaptureMediaSamples

/// A JPEG file taken apart: its segments up to the first scan, and what is decoded from there, which stays as it is.
struct JPEGFile {
  /// A segment: its marker, and where it is in the file, the marker included.
  struct Segment {
    let marker: UInt8
    let range: Range<Int>
  }

  /// The markers that matter here (ITU-T T.81, B.1.1.3).
  enum Marker {
    static let huffmanTables: UInt8 = 0xc4
    static let arithmeticConditioning: UInt8 = 0xcc
    static let restarts: ClosedRange<UInt8> = 0xd0...0xd7
    static let start: UInt8 = 0xd8
    static let end: UInt8 = 0xd9
    static let scan: UInt8 = 0xda
    static let application0: UInt8 = 0xe0
    static let application1: UInt8 = 0xe1
  }

  /// What stands before the first scan.
  private(set) var segments: [Segment] = []
  /// From the first scan's header to the end of the picture, its marker included where it is there.
  private(set) var scans: Range<Int>
  /// Whether the end is marked.
  private(set) var isEndMarked = false

  /// Takes a file apart; nil where it isn't made of segments and a scan.
  init?(_ file: RawSpan) {
    guard file.starts(with: [0xff, Marker.start]) else { return nil }
    scans = 0..<0
    var offset = 2
    while let segment = Self.segment(at: offset, file) {
      if segment.marker == Marker.scan {
        let end = Self.end(of: segment.range.upperBound, file)
        (scans, isEndMarked) = (segment.range.lowerBound..<end.offset, end.isMarked)
        return
      }
      segments.append(segment)
      offset = segment.range.upperBound
    }
    return nil
  }

  /// The segment that begins at an offset; any number of 0xFF may stand before its marker.
  private static func segment(at offset: Int, _ file: RawSpan) -> Segment? {
    var place = offset
    while file.byte(at: place) == 0xff, file.byte(at: place + 1) == 0xff { place += 1 }
    guard file.byte(at: place) == 0xff, let marker = file.byte(at: place + 1), marker != 0,
      let length = file.integer16(at: place + 2, bigEndian: true), length >= 2,
      place + 2 + Int(length) <= file.byteCount
    else { return nil }
    return Segment(marker: marker, range: place..<place + 2 + Int(length))
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
      default: offset = segment(at: offset, file)?.range.upperBound ?? offset + 2
      }
    }
    return (min(offset, file.byteCount), false)
  }

  /// Whether there are tables to decode the scans with.
  var hasHuffmanTables: Bool {
    segments.contains { $0.marker == Marker.huffmanTables || $0.marker == Marker.arithmeticConditioning }
  }

  /// Whether a segment goes along with the picture when its metadata is replaced: EXIF data doesn't, nor what says that
  /// this is a frame of a movie.
  func isKept(_ segment: Segment, _ file: RawSpan) -> Bool {
    let content = segment.range.lowerBound + 4
    switch segment.marker {
    case Marker.application0:
      return file.holds(Array("JFIF\0".utf8), at: content) || file.holds(Array("JFXX\0".utf8), at: content)
    case Marker.application1: return !file.holds(Array("Exif\0\0".utf8), at: content)
    default: return true
    }
  }
}
