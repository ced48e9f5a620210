import OpenCaptureMediaSamples

/// What a TIFF file says of how its picture is to be turned; FFmpeg doesn't tell.
///
/// TIFF 6.0, section 2: a header of eight bytes leads to a list of fields of twelve bytes each; field 274 is it.
enum TIFFOrientation {
  /// The orientation of a file's first picture; nil where it is no TIFF, or has none.
  static func read(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> ImageOrientation? {
    let header = read(0, 8)
    let isBigEndian = header.starts(with: [0x4d, 0x4d, 0, 42])
    guard header.count == 8, isBigEndian || header.starts(with: [0x49, 0x49, 42, 0]) else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> Int {
      (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    let start = number(header[4..<8])
    let count = read(start, 2)
    guard count.count == 2 else { return nil }
    let fields = read(start + 2, 12 * number(count[0..<2]))
    for offset in stride(from: 0, to: fields.count - 11, by: 12) where number(fields[offset..<offset + 2]) == 274 {
      return UInt8(exactly: number(fields[offset + 8..<offset + 10])).flatMap(ImageOrientation.init(rawValue:))
    }
    return nil
  }
}
