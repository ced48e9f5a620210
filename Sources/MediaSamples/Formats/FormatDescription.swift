/// What a sample buffer holds: pictures or sound, how stored, how large or how fast (`CMFormatDescription`).
public struct FormatDescription: Sendable, Hashable {
  /// How pictures are stored.
  public enum VideoSubType: Sendable, Hashable {
    /// As pixels.
    case pixels(PixelFormat)
    /// Compressed.
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

  /// Describes pixels; their range is the format's.
  public init(pixelFormat: PixelFormat, dimensions: VideoDimensions, colorMatrix: ColorMatrix = .bt601) {
    media = .video(
      Video(
        subType: .pixels(pixelFormat), dimensions: dimensions, colorRange: pixelFormat.colorRange,
        colorMatrix: colorMatrix))
  }

  /// Describes compressed pictures; the default colours are JPEG's: full range, BT.601.
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

  /// What kind of media this is.
  @_disfavoredOverload public var mediaType: MediaType { video == nil ? .audio : .video }

  /// The four-character code of the pixel format or codec; `lpcm` for sound.
  @_disfavoredOverload public var mediaSubType: FourCharCode {
    switch video?.subType {
    case .pixels(let format)?: format.rawValue
    case .codec(let codec)?: codec.rawValue
    case nil: "lpcm"
    }
  }

  /// How pictures are stored; nil for sound.
  public var videoSubType: VideoSubType? { video?.subType }

  /// Width and height of the stored picture, before its orientation is applied; 0×0 for sound.
  @_disfavoredOverload public var dimensions: VideoDimensions {
    video?.dimensions ?? VideoDimensions(width: 0, height: 0)
  }

  /// As ``dimensions``, under a name that no other module has.
  package var storedDimensions: VideoDimensions { video?.dimensions ?? VideoDimensions(width: 0, height: 0) }

  /// What the extreme component values stand for; nil for sound.
  public var colorRange: ColorRange? { video?.colorRange }

  /// How red, green and blue weigh in luma and chroma; nil for sound.
  public var colorMatrix: ColorMatrix? { video?.colorMatrix }

  /// The pixel format; nil for compressed pictures and for sound.
  public var pixelFormat: PixelFormat? {
    if case .pixels(let format)? = video?.subType { format } else { nil }
  }

  /// The codec; nil for pixels and for sound.
  public var codec: VideoCodecType? {
    if case .codec(let codec)? = video?.subType { codec } else { nil }
  }

  /// How the samples of sound are stored; nil for pictures.
  public var audioFormat: AudioFormat? {
    if case .audio(let format) = media { format } else { nil }
  }

  /// Whether the same samples can be described both ways: pictures of one format and size, whatever their colours, or
  /// sound of one format.
  func describesSamples(of other: FormatDescription) -> Bool {
    videoSubType == other.videoSubType && dimensions == other.dimensions && audioFormat == other.audioFormat
  }
}

extension FormatDescription: CustomStringConvertible {
  /// Such as `420v 1920×1080` or `lpcm 48000 Hz stereo Int16, interleaved`.
  public var description: String { "\(mediaSubType) \(audioFormat?.description ?? "\(dimensions)")" }
}
