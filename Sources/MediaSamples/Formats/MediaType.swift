/// What kind of media a sample, a port or a device has, named by a four-character code (`AVMediaType`).
public struct MediaType: RawRepresentable, Sendable, Hashable {
  /// The four-character code.
  public let rawValue: FourCharCode

  /// Names the kind with this code.
  public init(rawValue: FourCharCode) { self.rawValue = rawValue }

  /// Pictures.
  public static let video = Self(rawValue: "vide")
  /// Sound.
  public static let audio = Self(rawValue: "soun")
  /// Things found in pictures.
  public static let metadataObject = Self(rawValue: "mobj")
}

extension MediaType: CustomStringConvertible {
  /// A word, such as `video`; the code of a kind that isn't known here.
  public var description: String {
    switch self {
    case .video: "video"
    case .audio: "audio"
    case .metadataObject: "metadataObject"
    default: rawValue.description
    }
  }
}
