extension ImageOrientation {
  /// Returns the orientation in EXIF data, or nil if there is none.
  ///
  /// EXIF data is a TIFF structure, of which the first directory is looked at. Data that is not well formed has no
  /// orientation, which is no error: the picture does not need it. Some programs write the prefix that EXIF data has in JPEG
  /// (EXIF 2.32, 4.7.2) into PNG and WebP as well.
  package init?(exif: RawSpan) {
    let prefix = Array("Exif".utf8) + [0, 0]
    let exif = exif.starts(with: prefix) ? exif.extracting(prefix.count..<exif.byteCount) : exif
    guard let bigEndian = Self.byteOrder(exif), exif.integer16(at: 2, bigEndian: bigEndian) == 42,
      let directory = exif.integer32(at: 4, bigEndian: bigEndian).map(Int.init),
      let count = exif.integer16(at: directory, bigEndian: bigEndian)
    else { return nil }
    let entries = (0..<Int(count)).lazy.map { directory + 2 + $0 * 12 }
    guard let entry = entries.first(where: { exif.integer16(at: $0, bigEndian: bigEndian) == 0x0112 }),
      let value = Self.value(of: entry, exif, bigEndian: bigEndian)
    else { return nil }
    self.init(rawValue: value)
  }

  private static func byteOrder(_ exif: RawSpan) -> Bool? {
    if exif.starts(with: Array("MM".utf8)) { return true }
    return exif.starts(with: Array("II".utf8)) ? false : nil
  }

  /// The value of a field, which is one SHORT; some programs write a LONG.
  private static func value(of entry: Int, _ exif: RawSpan, bigEndian: Bool) -> UInt8? {
    guard exif.integer32(at: entry + 4, bigEndian: bigEndian) == 1 else { return nil }
    switch exif.integer16(at: entry + 2, bigEndian: bigEndian) {
    case 3: return exif.integer16(at: entry + 8, bigEndian: bigEndian).flatMap { UInt8(exactly: $0) }
    case 4: return exif.integer32(at: entry + 8, bigEndian: bigEndian).flatMap { UInt8(exactly: $0) }
    default: return nil
    }
  }
}
