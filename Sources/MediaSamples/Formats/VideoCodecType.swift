/// How a compressed sample is coded, named by CoreMedia's four-character code.
public struct VideoCodecType: RawRepresentable, Sendable, Hashable {
  /// The four-character code.
  public let rawValue: FourCharCode

  /// Names the codec with this code.
  public init(rawValue: FourCharCode) { self.rawValue = rawValue }

  /// JPEG; the frames of Motion JPEG too.
  public static let jpeg = Self(rawValue: "jpeg")
  /// PNG.
  public static let png = Self(rawValue: "png ")
  /// H.264, also called AVC.
  public static let h264 = Self(rawValue: "avc1")
  /// H.265, also called HEVC.
  public static let hevc = Self(rawValue: "hvc1")
  /// AV1; of pictures, AVIF.
  public static let av1 = Self(rawValue: "av01")
}

extension VideoCodecType: CustomStringConvertible {
  /// The four-character code.
  public var description: String { rawValue.description }
}
