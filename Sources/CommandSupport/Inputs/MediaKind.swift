import OpenCapturePages
import OpenCapturePictures

/// The kind of an input, detected from its first bytes.
package enum MediaKind: Sendable, Hashable {
  /// A picture that is read without FFmpeg, or an unknown format.
  case picture
  /// A PNG picture with several frames (APNG).
  case animatedPicture
  /// A document of pages.
  case pages
  /// A format that FFmpeg may know.
  case other

  /// The number of bytes to detect the kind from.
  package static let headByteCount = 4096

  /// Detects the kind of an input.
  ///
  /// - Parameters:
  ///   - bytes: The input's first bytes.
  ///   - mayBeMovie: Whether an unknown format is taken for a movie.
  package init(_ bytes: RawSpan, mayBeMovie: Bool) {
    switch PictureFormat(signature: bytes) {
    case .png? where Self.isAnimated(bytes): self = .animatedPicture
    case .some: self = .picture
    // "Empty picture" is the better error for an empty input.
    case nil where bytes.isEmpty: self = .picture
    case nil where PageFormat(signature: bytes) != nil: self = .pages
    case nil: self = mayBeMovie || PictureFormat.unsupportedFormatName(signature: bytes) != nil ? .other : .picture
    }
  }

  /// Whether the PNG chunk with the number of frames precedes the picture data (APNG, 1.0).
  private static func isAnimated(_ bytes: RawSpan) -> Bool {
    var offset = 8
    while offset + 8 <= bytes.byteCount {
      let field = (offset..<offset + 8).map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
      switch String(decoding: field[4...], as: UTF8.self) {
      case "acTL": return true
      case "IDAT": return false
      default: offset += 12 + field[..<4].reduce(0) { $0 << 8 | Int($1) }
      }
    }
    return false
  }
}
