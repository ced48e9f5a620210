import OpenCapturePages
import OpenCapturePictures

/// What the first bytes of an input say that it is.
package enum MediaKind: Sendable, Hashable {
  /// A picture that is read without other libraries, or nothing that is known.
  case picture
  /// A picture as well, which goes on behind its first frame: APNG.
  case animatedPicture
  /// Pages.
  case pages
  /// What FFmpeg may know.
  case other

  /// How many bytes it takes to tell.
  package static let headByteCount = 4096

  /// Tells what an input is.
  ///
  /// - Parameters:
  ///   - bytes: Its first bytes.
  ///   - mayBeMovie: Whether it is one where nothing else is known of it.
  package init(_ bytes: RawSpan, mayBeMovie: Bool) {
    switch PictureFormat(signature: bytes) {
    case .png? where Self.isAnimated(bytes): self = .animatedPicture
    case .some: self = .picture
    // Nothing at all is an empty picture, which is said better of it than that it is no movie.
    case nil where bytes.isEmpty: self = .picture
    case nil where PageFormat(signature: bytes) != nil: self = .pages
    case nil: self = mayBeMovie || PictureFormat.foreignName(signature: bytes) != nil ? .other : .picture
    }
  }

  /// Whether a PNG's chunk that says how many frames there are stands before its picture (APNG, 1.0).
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
