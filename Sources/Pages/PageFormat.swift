import OpenCapturePictures

/// A format of files that hold pages: a picture each.
public enum PageFormat: String, Sendable, Hashable, CaseIterable {
  /// A document, drawn by Poppler at ``PicturePages/pixelsPerInch``.
  case pdf = "PDF"
  /// TIFF, as scanners and faxes write it.
  case tiff = "TIFF"
  /// An icon or a cursor in several sizes.
  case icon = "ICO"
  /// HEIC and other HEIF, as telephones write it.
  case heif = "HEIF"
  /// AVIF.
  case avif = "AVIF"
}

extension PageFormat {
  /// Recognizes a file by its first bytes; nil where they are of no such format.
  ///
  /// HEIF and AVIF that are called sequences move: they are movies.
  ///
  /// - Parameter bytes: The file, or its first 16 bytes at least.
  public init?(signature bytes: RawSpan) {
    guard let name = PictureFormat.foreignName(signature: bytes), let format = PageFormat(rawValue: name) else {
      return nil
    }
    // ISO/IEC 14496-12, 4.3: the brand stands behind the length and the type of the first box.
    let brand = bytes.byteCount >= 12 ? (8..<12).map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) } : []
    guard !Self.brandsThatMove.contains(String(decoding: brand, as: UTF8.self)) else { return nil }
    self = format
  }

  private static let brandsThatMove: Set = ["avis", "msf1", "hevc", "hevx"]
}

extension PageFormat: CustomStringConvertible {
  /// The name people know it by.
  public var description: String { rawValue }
}
