/// A picture file format that is read here.
public enum PictureFormat: Sendable, Hashable, CaseIterable {
  /// JPEG: baseline, extended and progressive, 8 bits; the frames of Motion JPEG too.
  case jpeg
  /// PNG.
  case png
  /// The portable anymaps of Netpbm: bitmap, greymap and pixmap, plain and raw (P1 to P6).
  case pnm
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
