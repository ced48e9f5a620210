/// A four-character code, the names of formats in CoreVideo and V4L2.
public struct FourCharCode: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
  /// The four characters, the first in the highest byte.
  public let rawValue: UInt32

  /// Makes the code with this value.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Makes the code from its first four characters, padded with spaces.
  public init(stringLiteral text: StaticString) {
    self.init(rawValue: (text.description.utf8 + Array("    ".utf8)).prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
  }
}

extension FourCharCode: CustomStringConvertible {
  /// The four characters, with `?` for unprintable ones.
  public var description: String {
    let bytes = (0..<4).reversed().map { UInt8(truncatingIfNeeded: rawValue >> ($0 * 8)) }
    return String(decoding: bytes.map { (0x20...0x7e).contains($0) ? $0 : 0x3f }, as: UTF8.self)
  }
}

/// The kind of media of a sample, a port or a device, named by a four-character code (`AVMediaType`).
public struct MediaType: RawRepresentable, Sendable, Hashable {
  /// The four-character code.
  public let rawValue: FourCharCode

  /// Names the kind with this code.
  public init(rawValue: FourCharCode) { self.rawValue = rawValue }

  /// Pictures.
  public static let video = Self(rawValue: "vide")
  /// Sound.
  public static let audio = Self(rawValue: "soun")
  /// Metadata objects detected in pictures.
  public static let metadataObject = Self(rawValue: "mobj")
}

extension MediaType: CustomStringConvertible {
  /// A word such as `video`, or the code of an unknown kind.
  public var description: String {
    switch self {
    case .video: "video"
    case .audio: "audio"
    case .metadataObject: "metadataObject"
    default: rawValue.description
    }
  }
}

/// The codec of a compressed sample, named by CoreMedia's four-character code.
public struct VideoCodecType: RawRepresentable, Sendable, Hashable {
  /// The four-character code.
  public let rawValue: FourCharCode

  /// Names the codec with this code.
  public init(rawValue: FourCharCode) { self.rawValue = rawValue }

  /// JPEG, including the frames of Motion JPEG.
  public static let jpeg = Self(rawValue: "jpeg")
  /// PNG.
  public static let png = Self(rawValue: "png ")
  /// H.264, also called AVC.
  public static let h264 = Self(rawValue: "avc1")
  /// H.265, also called HEVC.
  public static let hevc = Self(rawValue: "hvc1")
  /// AV1, including AVIF pictures.
  public static let av1 = Self(rawValue: "av01")
}

extension VideoCodecType: CustomStringConvertible {
  /// The four-character code.
  public var description: String { rawValue.description }
}
