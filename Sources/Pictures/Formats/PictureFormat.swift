/// A picture file format that is read here.
public enum PictureFormat: Sendable, Hashable, CaseIterable {
  /// JPEG: baseline, extended and progressive, 8 bits; the frames of Motion JPEG too.
  case jpeg
  /// PNG.
  case png
  /// The portable anymaps of Netpbm: bitmap, greymap and pixmap, plain and raw (P1 to P6).
  case pnm
}

extension PictureFormat {
  /// Recognizes a file by its first bytes; nil where they are of no format that is read here.
  ///
  /// - Parameter bytes: The file, or its first 16 bytes at least.
  public init?(signature bytes: RawSpan) {
    guard case .readable(let format) = FormatSignature(bytes) else { return nil }
    self = format
  }

  /// The name of a picture format that isn't read here, by a file's first bytes; nil where they are of none.
  package static func foreignName(signature bytes: RawSpan) -> String? {
    guard case .unsupported(let name) = FormatSignature(bytes) else { return nil }
    return name
  }
}

extension PictureFormat: CustomStringConvertible {
  /// The name people know it by.
  public var description: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .pnm: "PNM"
    }
  }
}
