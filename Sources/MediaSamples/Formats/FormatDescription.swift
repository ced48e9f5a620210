/// What a sample buffer holds: pixels or compressed data, how large, in which colours (`CMFormatDescription`).
public struct FormatDescription: Sendable, Hashable {
  /// What kind of media this is.
  public enum MediaType: Sendable, Hashable {
    /// Pictures.
    case video
  }

  /// How the media is stored.
  public enum MediaSubType: Sendable, Hashable {
    /// As pixels.
    case pixels(PixelFormat)
    /// Compressed.
    case codec(VideoCodecType)
  }

  /// What kind of media this is; always ``MediaType/video`` so far.
  public var mediaType: MediaType { .video }

  /// How the media is stored.
  public let mediaSubType: MediaSubType

  /// Width and height of the stored picture, before its orientation is applied.
  public let dimensions: VideoDimensions

  /// What the extreme component values stand for.
  public let colorRange: ColorRange

  /// How red, green and blue weigh in luma and chroma.
  public let colorMatrix: ColorMatrix

  /// Describes pixels; their range is the format's.
  public init(pixelFormat: PixelFormat, dimensions: VideoDimensions, colorMatrix: ColorMatrix = .bt601) {
    mediaSubType = .pixels(pixelFormat)
    (self.dimensions, self.colorMatrix) = (dimensions, colorMatrix)
    colorRange = pixelFormat.colorRange
  }

  /// Describes compressed data; the default colours are JPEG's: full range, BT.601.
  public init(
    codec: VideoCodecType, dimensions: VideoDimensions, colorRange: ColorRange = .full,
    colorMatrix: ColorMatrix = .bt601
  ) {
    mediaSubType = .codec(codec)
    (self.dimensions, self.colorRange, self.colorMatrix) = (dimensions, colorRange, colorMatrix)
  }

  /// The pixel format; nil for compressed data.
  public var pixelFormat: PixelFormat? {
    if case .pixels(let format) = mediaSubType { format } else { nil }
  }

  /// The codec; nil for pixels.
  public var codec: VideoCodecType? {
    if case .codec(let codec) = mediaSubType { codec } else { nil }
  }

  /// The four-character code of the pixel format or codec.
  public var fourCharCode: FourCharCode {
    switch mediaSubType {
    case .pixels(let format): format.rawValue
    case .codec(let codec): codec.rawValue
    }
  }
}

extension FormatDescription: CustomStringConvertible {
  /// Such as `420v 1920×1080`.
  public var description: String { "\(fourCharCode) \(dimensions)" }
}
