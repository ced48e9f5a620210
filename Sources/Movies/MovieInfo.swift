import COpenCaptureFFmpeg
public import OpenCaptureMediaSamples

/// Information from the header of a movie about its video track.
public struct MovieInfo: Sendable, Hashable {
  /// FFmpeg's name of the file format, such as `mov,mp4,m4a,3gp,3g2,mj2` or `matroska,webm`.
  public let container: String

  /// The codec of the frames.
  public let codec: VideoCodecType

  /// FFmpeg's name of the codec, such as `h264`.
  public let codecName: String

  /// The width and height of the stored frames in pixels, before the orientation is applied.
  ///
  /// Each frame has its own size, because the size can change within a movie.
  public let dimensions: VideoDimensions

  /// The aspect ratio of the stored pixels; square if the file does not specify it.
  public let pixelAspectRatio: PixelAspectRatio

  /// The rotation that shows frames upright: the display matrix, rounded to a quarter turn.
  public let orientation: ImageOrientation

  /// The ticks per second of the file's times.
  public let timescale: Int32

  /// The mean number of frames per second; nil if the file does not specify it (`nominalFrameRate`).
  public let nominalFrameRate: Double?

  /// The presentation time of the first frame; `MediaTime.invalid` if the header does not specify it.
  public let startTime: MediaTime

  /// The duration of the movie; `MediaTime.indefinite` if the header does not specify it.
  public let duration: MediaTime

  /// The estimated number of frames; nil if the header contains no basis for an estimate.
  ///
  /// The file's own count, or else duration times frame rate. Use the estimate only to show progress.
  public let estimatedFrameCount: Int?

  /// The mean bit rate of the video in bits per second; nil if the file does not specify it (`estimatedDataRate`).
  public let bitRate: Int?

  /// Whether the file is a still image rather than a movie, such as WebP, TIFF, BMP or a GIF with one frame.
  public internal(set) var isStillPicture: Bool

  /// Whether the file has an audio track.
  public let hasAudio: Bool

  /// The estimated memory for decoding, in bytes per pixel of a frame.
  package let decodingBytesPerPixel: Int

  /// The audio track that cannot be read; nil if none exists.
  let unreadableAudio: UnreadableAudio?

  /// An audio track with unknown parameters: FFmpeg's name of the codec, and the error code.
  struct UnreadableAudio: Sendable, Hashable {
    let codec: String
    let code: MovieError.Code
  }

  /// The time of the first audio sample; nil without audio, or if the file does not specify it.
  package let audioStartTime: MediaTime?

  /// Whether the decoding order differs from the presentation order, according to the header.
  package let isReordered: Bool

  /// Whether the file is an image file that can contain several frames.
  var isAnimation: Bool { container == "gif" || container == "apng" || container == "webp" }

  /// Creates the information for animated WebP, whose header contains no times.
  init(animatedWebP dimensions: VideoDimensions, orientation: ImageOrientation, frameCount: Int) {
    container = "webp"
    codec = VideoCodecType(ffmpegName: "webp")
    codecName = "webp"
    self.dimensions = dimensions
    self.orientation = orientation
    timescale = 1_000
    nominalFrameRate = nil
    bitRate = nil
    startTime = .zero
    duration = .indefinite
    estimatedFrameCount = frameCount
    isStillPicture = frameCount == 1
    hasAudio = false
    decodingBytesPerPixel = 16
    isReordered = false
    audioStartTime = nil
    pixelAspectRatio = .square
    unreadableAudio = nil
  }

  /// Creates the information that another process has read.
  package init(
    container: String, codecName: String, dimensions: VideoDimensions, pixelAspectRatio: PixelAspectRatio,
    orientation: ImageOrientation, timescale: Int32, nominalFrameRate: Double?, startTime: MediaTime,
    duration: MediaTime, estimatedFrameCount: Int?, bitRate: Int?, hasAudio: Bool,
    decodingBytesPerPixel: Int, isReordered: Bool
  ) {
    self.container = container
    codec = VideoCodecType(ffmpegName: codecName)
    self.codecName = codecName
    self.dimensions = dimensions
    self.pixelAspectRatio = pixelAspectRatio
    self.orientation = orientation
    self.timescale = timescale
    self.nominalFrameRate = nominalFrameRate
    self.startTime = startTime
    self.duration = duration
    self.estimatedFrameCount = estimatedFrameCount
    self.bitRate = bitRate
    self.hasAudio = hasAudio
    self.decodingBytesPerPixel = decodingBytesPerPixel
    self.isReordered = isReordered
    isStillPicture = false
    audioStartTime = nil
    unreadableAudio = nil
  }

  init(_ info: cffmpeg_movie_info, orientation other: ImageOrientation?) {
    container = text(info.container)
    // FFmpeg's formats for single images end in "_pipe"; an icon contains one image in several sizes.
    isStillPicture = container.hasSuffix("_pipe") || container == "ico"
    codecName = text(info.codec)
    hasAudio = info.has_sound
    isReordered = info.is_reordered
    decodingBytesPerPixel = Int(info.bytes_per_pixel)
    codec = VideoCodecType(ffmpegName: codecName)
    dimensions = VideoDimensions(width: Int(info.width), height: Int(info.height))
    orientation = ImageOrientation(info.matrix) ?? other ?? .up
    let base = TimeBase(info.time_base)
    timescale = base.denominator
    startTime = base.time(info.start_time) ?? .invalid
    audioStartTime = base.time(info.sound_start_time)
    pixelAspectRatio = PixelAspectRatio(info.pixel_aspect)
    let unread = text(info.unreadable_audio)
    let code: MovieError.Code =
      switch info.sound_failure {
      case CFFMPEG_ENCRYPTED: .encrypted
      case CFFMPEG_DAMAGED: .corrupt
      default: .unsupportedCodec
      }
    unreadableAudio = unread.isEmpty ? nil : UnreadableAudio(codec: unread, code: code)
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

/// Returns the string of a zero-terminated array of C characters.
private func text<Characters>(_ characters: Characters) -> String {
  withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
