/// A supported picture file format.
public enum PictureFormat: Sendable, Hashable, CaseIterable {
  /// JPEG: baseline, extended and progressive, 8 bits; also frames of Motion JPEG.
  case jpeg
  /// PNG.
  case png
  /// The portable anymaps of Netpbm: bitmap, greymap and pixmap, plain and raw (P1 to P6).
  case pnm
}

extension PictureFormat {
  /// Detects the format from the first bytes of a file; nil if they belong to no supported format.
  ///
  /// - Parameter bytes: The file, or at least its first 16 bytes.
  public init?(signature bytes: RawSpan) {
    if bytes.starts(with: [0xff, 0xd8, 0xff]) || bytes.isExactly([0xff, 0xd8]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
      self = .png
    } else if Self.isPNM(bytes) {
      self = .pnm
    } else {
      return nil
    }
  }

  private static func isPNM(_ bytes: RawSpan) -> Bool {
    guard bytes.byte(at: 0) == UInt8(ascii: "P"), let kind = bytes.byte(at: 1),
      (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(kind)
    else { return false }
    // A text can start with the same two bytes. A space or comment, then a digit, must follow.
    guard let first = bytes.byte(at: 2), first != UInt8(ascii: "#") else { return true }
    guard first.isPNMSpace else { return false }
    guard let second = bytes.byte(at: 3), second != UInt8(ascii: "#"), !second.isPNMSpace else { return true }
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
  }

  private static let signatures: [(name: String, prefix: [UInt8])] = [
    ("GIF", Array("GIF8".utf8)),
    ("TIFF", [0x49, 0x49, 0x2a, 0]), ("TIFF", [0x4d, 0x4d, 0, 0x2a]),
    ("TIFF", [0x49, 0x49, 0x2b, 0]), ("TIFF", [0x4d, 0x4d, 0, 0x2b]),
    ("JPEG XR", [0x49, 0x49, 0xbc]),
    ("PDF", Array("%PDF-".utf8)), ("PostScript", Array("%!PS".utf8)),
    ("JPEG XL", [0xff, 0x0a]), ("JPEG XL", [0, 0, 0, 0x0c] + Array("JXL ".utf8)),
    ("JPEG 2000", [0xff, 0x4f, 0xff, 0x51]), ("JPEG 2000", [0, 0, 0, 0x0c] + Array("jP  ".utf8)),
    ("ICO", [0, 0, 1, 0]), ("Photoshop", Array("8BPS".utf8)), ("OpenEXR", [0x76, 0x2f, 0x31, 0x01]),
    ("QOI", Array("qoif".utf8)), ("DjVu", Array("AT&TFORM".utf8)), ("XPM", Array("/* XPM".utf8)),
    ("PAM", Array("P7\n".utf8)), ("PFM", Array("PF\n".utf8)), ("PFM", Array("Pf\n".utf8)),
    ("SVG", Array("<svg".utf8)),
  ]

  /// Returns the name of an unsupported picture format from the first bytes of a file; nil if they match none.
  package static func unsupportedFormatName(signature bytes: RawSpan) -> String? {
    guard PictureFormat(signature: bytes) == nil else { return nil }
    for (name, prefix) in signatures where bytes.starts(with: prefix) { return name }
    if bytes.starts(with: Array("RIFF".utf8)), bytes.holds(Array("WEBP".utf8), at: 8) { return "WebP" }
    if bytes.starts(with: Array("BM".utf8)), bytes.integer32(at: 6, bigEndian: false) == 0 { return "BMP" }
    if bytes.holds(Array("ftyp".utf8), at: 4) { return isoFormat(bytes) }
    if isCursor(bytes) { return "ICO" }
    let isSVG = bytes.starts(with: Array("<?xml".utf8)) && bytes.contains(Array("<svg".utf8), within: 1024)
    return isSVG ? "SVG" : nil
  }

  /// Returns whether a file is a cursor, which is an icon file of type 2.
  ///
  /// Targa pictures start with the same bytes, but have zeros behind them.
  private static func isCursor(_ bytes: RawSpan) -> Bool {
    guard bytes.starts(with: [0, 0, 2, 0]), let count = bytes.byte(at: 4) else { return false }
    return count > 0 && bytes.byte(at: 5) == 0 && bytes.byte(at: 9) == 0
  }

  /// Returns the picture format that the brand of an ISO base media file indicates.
  private static func isoFormat(_ bytes: RawSpan) -> String? {
    let brand = (8..<12).compactMap { bytes.byte(at: $0) }
    switch String(decoding: brand, as: UTF8.self) {
    case "avif", "avis": return "AVIF"
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": return "HEIF"
    default: return nil
    }
  }
}

extension PictureFormat: CustomStringConvertible {
  /// The common name of the format.
  public var description: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .pnm: "PNM"
    }
  }
}
