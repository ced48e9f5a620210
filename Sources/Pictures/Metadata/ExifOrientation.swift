import OpenCaptureMediaSamples

/// The orientation tag of EXIF data: a TIFF structure of which only the first directory is looked at.
///
/// Data that isn't well formed has no orientation; that is never an error, because the picture doesn't need
/// it.
enum ExifOrientation {
  /// Finds the orientation in EXIF data, which starts with the byte order; nil where there is none.
  static func parse(_ exif: RawSpan) -> ImageOrientation? {
    guard let bigEndian = byteOrder(exif), exif.integer16(at: 2, bigEndian: bigEndian) == 42,
      let directory = exif.integer32(at: 4, bigEndian: bigEndian).map(Int.init),
      let count = exif.integer16(at: directory, bigEndian: bigEndian)
    else { return nil }
    let entries = (0..<Int(count)).lazy.map { directory + 2 + $0 * 12 }
    guard let entry = entries.first(where: { exif.integer16(at: $0, bigEndian: bigEndian) == 0x0112 })
    else { return nil }
    return value(of: entry, exif, bigEndian: bigEndian).flatMap { ImageOrientation(rawValue: $0) }
  }

  private static func byteOrder(_ exif: RawSpan) -> Bool? {
    if exif.starts(with: Array("MM".utf8)) { return true }
    return exif.starts(with: Array("II".utf8)) ? false : nil
  }

  /// The tag is one SHORT; some programs write a LONG.
  private static func value(of entry: Int, _ exif: RawSpan, bigEndian: Bool) -> UInt8? {
    guard exif.integer32(at: entry + 4, bigEndian: bigEndian) == 1 else { return nil }
    switch exif.integer16(at: entry + 2, bigEndian: bigEndian) {
    case 3: return exif.integer16(at: entry + 8, bigEndian: bigEndian).flatMap { UInt8(exactly: $0) }
    case 4: return exif.integer32(at: entry + 8, bigEndian: bigEndian).flatMap { UInt8(exactly: $0) }
    default: return nil
    }
  }
}
