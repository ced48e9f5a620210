import COpenCaptureFFmpeg
public import OpenCaptureMediaSamples

/// What the header of a movie says of its picture.
public struct MovieInfo: Sendable, Hashable {
  /// FFmpeg's name of the file format, such as `mov,mp4,m4a,3gp,3g2,mj2` or `matroska,webm`.
  public let container: String

  /// How the frames are coded.
  public let codec: VideoCodecType

  /// FFmpeg's name of the codec, such as `h264`.
  public let codecName: String

  /// Width and height of the stored frames in pixels, before the orientation is applied.
  ///
  /// Frames tell their own: it can change within a movie.
  public let dimensions: VideoDimensions

  /// The shape of the stored pixels; square if the file does not state it.
  public let pixelAspectRatio: PixelAspectRatio

  /// How the frames must be turned to be upright: the display matrix, to the nearest quarter turn.
  public let orientation: ImageOrientation

  /// Ticks per second of the file's times.
  public let timescale: Int32

  /// Frames per second, in the mean, as far as the file says; nil where it doesn't (`nominalFrameRate`).
  public let nominalFrameRate: Double?

  /// When the first frame is shown; `MediaTime.invalid` where the header doesn't say.
  public let startTime: MediaTime

  /// How long the movie lasts; `MediaTime.indefinite` where the header doesn't say.
  public let duration: MediaTime

  /// How many frames there are, as far as the header says; nil where it doesn't.
  ///
  /// Counted by the file, else the duration times the frame rate. Good for showing progress, no more.
  public let estimatedFrameCount: Int?

  /// Bits per second of the pictures, in the mean, as far as the file says; nil where it doesn't (`estimatedDataRate`).
  public let bitRate: Int?

  /// Whether it is a picture rather than a movie: WebP, TIFF, BMP for instance, and GIF with a single frame.
  public internal(set) var isStillPicture: Bool

  /// Whether there is sound beside the picture.
  public let hasAudio: Bool

  /// What decoding may take of memory for each pixel of a frame, in bytes, as far as the header tells.
  package let decodingBytesPerPixel: Int

  /// The name of the codec of sound that is not read, and the code of the error; nil if there is none.
  let unreadSound: UnreadSound?

  /// Sound of which not even the rate is known.
  struct UnreadSound: Sendable, Hashable {
    let codec: String
    let code: MovieError.Code
  }

  /// The time of the first sound; nil if there is none, or the file does not say.
  package let soundStartTime: MediaTime?

  /// Whether frames come in another order than they are shown in, as far as the header says.
  package let isReordered: Bool

  /// Whether it is a picture file that can hold several frames.
  var isAnimation: Bool { container == "gif" || container == "apng" || container == "webp" }

  /// What there is to say of animated WebP, whose header has no times.
  init(animatedWebP dimensions: VideoDimensions, orientation: ImageOrientation, frameCount: Int) {
    (container, codec, codecName) = ("webp", VideoCodecType(ffmpegName: "webp"), "webp")
    self.dimensions = dimensions
    self.orientation = orientation
    timescale = 1_000
    (nominalFrameRate, bitRate, startTime, duration) = (nil, nil, .zero, .indefinite)
    (estimatedFrameCount, isStillPicture) = (frameCount, frameCount == 1)
    (hasAudio, decodingBytesPerPixel, isReordered) = (false, 16, false)
    soundStartTime = nil
    pixelAspectRatio = .square
    unreadSound = nil
  }

  init(_ info: cffmpeg_movie_info, orientation other: ImageOrientation?) {
    container = text(info.container)
    // FFmpeg's formats for files that are one picture are called so; icons are pictures in several sizes.
    isStillPicture = text(info.container).hasSuffix("_pipe") || text(info.container) == "ico"
    codecName = text(info.codec)
    (hasAudio, isReordered) = (info.has_sound, info.is_reordered)
    decodingBytesPerPixel = Int(info.bytes_per_pixel)
    codec = VideoCodecType(ffmpegName: text(info.codec))
    dimensions = VideoDimensions(width: Int(info.width), height: Int(info.height))
    orientation = ImageOrientation(info.matrix) ?? other ?? .up
    let base = TimeBase(info.time_base)
    timescale = base.denominator
    startTime = base.time(info.start_time) ?? .invalid
    soundStartTime = base.time(info.sound_start_time)
    pixelAspectRatio = PixelAspectRatio(info.pixel_aspect)
    let unread = text(info.unread_sound)
    let code: MovieError.Code =
      switch info.sound_failure {
      case CFFMPEG_ENCRYPTED: .encrypted
      case CFFMPEG_DAMAGED: .corrupt
      default: .unsupportedCodec
      }
    unreadSound = unread.isEmpty ? nil : UnreadSound(codec: unread, code: code)
    duration = base.time(info.duration) ?? .indefinite
    let rate = info.frame_rate
    let perSecond = rate.denominator > 0 ? Double(rate.numerator) / Double(rate.denominator) : nil
    let seconds = duration.isNumeric ? duration.seconds : nil
    let estimate = seconds.flatMap { seconds in perSecond.map { ($0 * seconds).rounded() } }
    nominalFrameRate = perSecond
    bitRate = info.bit_rate > 0 ? Int(info.bit_rate) : nil
    estimatedFrameCount = info.frame_count > 0 ? Int(info.frame_count) : estimate.flatMap { Int(exactly: $0) }
  }
}

/// Characters from C, up to the zero.
private func text<Characters>(_ characters: Characters) -> String {
  withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
