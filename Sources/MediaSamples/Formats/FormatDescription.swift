/// A description of media: pictures or sound, their encoding, and their size or sample rate (`CMFormatDescription`).
public struct FormatDescription: Sendable, Hashable {
  /// The encoding of pictures.
  public enum VideoSubType: Sendable, Hashable {
    /// Uncompressed pixels.
    case pixels(PixelFormat)
    /// Compressed pictures.
    case codec(VideoCodecType)
  }

  private struct Video: Sendable, Hashable {
    var subType: VideoSubType
    var dimensions: VideoDimensions
    var colorRange: ColorRange
    var colorMatrix: ColorMatrix
  }

  private enum Media: Sendable, Hashable {
    case video(Video)
    case audio(AudioFormat)
  }

  private let media: Media

  /// Describes pixels; the color range is the format's.
  public init(pixelFormat: PixelFormat, dimensions: VideoDimensions, colorMatrix: ColorMatrix = .bt601) {
    media = .video(
      Video(
        subType: .pixels(pixelFormat), dimensions: dimensions, colorRange: pixelFormat.colorRange,
        colorMatrix: colorMatrix))
  }

  /// Describes compressed pictures; the default colors are JPEG's: full range, BT.601.
  public init(
    codec: VideoCodecType, dimensions: VideoDimensions, colorRange: ColorRange = .full,
    colorMatrix: ColorMatrix = .bt601
  ) {
    media = .video(
      Video(subType: .codec(codec), dimensions: dimensions, colorRange: colorRange, colorMatrix: colorMatrix))
  }

  /// Describes uncompressed sound.
  public init(audioFormat: AudioFormat) { media = .audio(audioFormat) }

  private var video: Video? {
    if case .video(let video) = media { video } else { nil }
  }

  /// The kind of media.
  public var type: MediaType { video == nil ? .audio : .video }

  /// The four-character code of the pixel format or codec; `lpcm` for sound.
  public var fourCharCode: FourCharCode {
    switch video?.subType {
    case .pixels(let format)?: format.rawValue
    case .codec(let codec)?: codec.fourCharCode
    case nil: "lpcm"
    }
  }

  /// The encoding of pictures; nil for sound.
  public var videoSubType: VideoSubType? { video?.subType }

  /// The width and height of the stored picture, before its orientation is applied; 0×0 for sound.
  public var videoDimensions: VideoDimensions { video?.dimensions ?? VideoDimensions(width: 0, height: 0) }

  /// The meaning of the extreme component values; nil for sound.
  public var colorRange: ColorRange? { video?.colorRange }

  /// The weights of red, green and blue in luma and chroma; nil for sound.
  public var colorMatrix: ColorMatrix? { video?.colorMatrix }

  /// The pixel format; nil for compressed pictures and for sound.
  public var pixelFormat: PixelFormat? {
    if case .pixels(let format)? = video?.subType { format } else { nil }
  }

  /// The codec; nil for pixels and for sound.
  public var codec: VideoCodecType? {
    if case .codec(let codec)? = video?.subType { codec } else { nil }
  }

  /// The format of sound; nil for pictures.
  public var audioFormat: AudioFormat? {
    if case .audio(let format) = media { format } else { nil }
  }
}

extension FormatDescription: CustomStringConvertible {
  /// A text such as `420v 1920×1080` or `lpcm 48000 Hz stereo Int16, interleaved`.
  public var description: String { "\(fourCharCode) \(audioFormat?.description ?? "\(videoDimensions)")" }
}

/// The meaning of a color component's extreme values.
public enum ColorRange: Sendable, Hashable, CaseIterable {
  /// Luma from 16 to 235, chroma from 16 to 240.
  case video
  /// All components from 0 to 255.
  case full
}

/// The weights of red, green and blue in luma and chroma.
public enum ColorMatrix: Sendable, Hashable, CaseIterable {
  /// ITU-R BT.601: standard-definition video and every JFIF picture.
  case bt601
  /// ITU-R BT.709: high-definition video.
  case bt709
}
