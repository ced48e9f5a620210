/// A four-character code, the names of formats in CoreVideo and V4L2.
public struct FourCharCode: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
  /// The four characters, the first in the highest byte.
  public let rawValue: UInt32

  /// Makes the code with this value.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Makes the code from its first four characters, padded with spaces.
  public init(stringLiteral text: StaticString) { self.init(padding: text.description) }

  /// Makes the code from the first four characters of a text, padded with spaces; the inverse of ``text``.
  package init(padding text: String) {
    let bytes = text.unicodeScalars.map { $0.value <= 0xff ? $0.value : 0x3f }
    self.init(rawValue: (bytes + [0x20, 0x20, 0x20, 0x20]).prefix(4).reduce(0) { $0 << 8 | $1 })
  }

  /// The four bytes as Latin-1, so that different codes have different texts.
  package var text: String { String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })) }

  private var bytes: [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: rawValue >> ($0 * 8)) } }
}

extension FourCharCode: CustomStringConvertible {
  /// The four characters, with `?` for unprintable ones.
  public var description: String {
    String(decoding: bytes.map { (0x20...0x7e).contains($0) ? $0 : 0x3f }, as: UTF8.self)
  }
}

/// The kind of media of a sample, a port or a device, named by a four-character code (`AVMediaType`).
public struct MediaType: RawRepresentable, Sendable, Hashable {
  /// The four characters of the code.
  public let rawValue: String

  /// Names the kind with these four characters.
  public init(rawValue: String) { self.rawValue = rawValue }

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
    default: rawValue
    }
  }
}

/// The codec of a compressed sample, named by CoreMedia's four-character code.
public struct VideoCodecType: RawRepresentable, Sendable, Hashable {
  /// The four-character code.
  public let fourCharCode: FourCharCode

  /// Names the codec with this code.
  public init(_ fourCharCode: FourCharCode) { self.fourCharCode = fourCharCode }

  /// The four characters of the code.
  public var rawValue: String { fourCharCode.text }

  /// Names the codec with these four characters.
  public init(rawValue: String) { fourCharCode = FourCharCode(padding: rawValue) }

  /// Returns whether the codes are equal.
  public static func == (left: Self, right: Self) -> Bool { left.fourCharCode == right.fourCharCode }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(fourCharCode) }

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
  public var description: String { fourCharCode.description }
}
