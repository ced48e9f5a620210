public import OpenCaptureMediaSamples

/// How a movie is written.
public struct MovieWritingOptions: Sendable, Hashable {
  /// How the frames are coded; nil, the default, for the best that is there (`AVVideoCodecKey`).
  ///
  /// That is H.264, else MPEG-4, else Motion JPEG; in WebM VP9, else VP8. ``MovieWriter/settings`` says what it became.
  public var codec: VideoCodecType?

  /// How good frames look, from 0 to 1; default 0.65 (`AVVideoQualityKey`).
  ///
  /// Without a meaning of its own: what H.264 calls a rate factor from 38 down to 14, MPEG-4 and JPEG a quantizer from
  /// 14 down to 2. Encoders that only know bit rates, those in hardware, get one that should look so.
  public var quality: Double

  /// Bits per second, in the mean, instead of a quality; nil by default (`AVVideoAverageBitRateKey`).
  public var averageBitRate: Int?

  /// The most frames from one that can be gone to to the next; nil, the default, for those of two seconds
  /// (`AVVideoMaxKeyFrameIntervalKey`).
  public var maxKeyFrameInterval: Int?

  /// Whether frames may be coded in another order than they are shown, which makes the file smaller; default true
  /// (`AVVideoAllowFrameReorderingKey`).
  public var allowsFrameReordering: Bool

  /// About how many frames a second come, above 0; default 30 (`AVVideoExpectedSourceFrameRateKey`).
  ///
  /// For key frames and bit rates; every frame keeps its own time, but in AVI, which has this rate and no other.
  public var expectedFrameRate: Double

  /// After how much of the movie what is there is made playable, up to 2147 s; default 10 s (`movieFragmentInterval`).
  ///
  /// So it stays when the process is killed. With `MediaTime.invalid` MP4 and QuickTime movies are lost unless they
  /// are finished. AVI needs no such thing.
  public var movieFragmentInterval: MediaTime

  /// What it can be, in seconds: FFmpeg counts its microseconds with 31 bits.
  static let fragmentIntervals = 0.001...2_147.0

  /// Ticks per second of the movie's times; nil, the default, for those of the first frame's time, up to 1,000,000,
  /// or 90,000 (`mediaTimeScale`).
  ///
  /// MP4 and QuickTime movies count the ticks from one frame to the next with 31 bits: 2.1 s of nanoseconds, 35 minutes
  /// of microseconds.
  public var timescale: Int32?

  /// What cameras' clocks count, nanoseconds, would leave no room for a frame that lasts.
  static let finestUsualTimescale: Int32 = 1_000_000

  /// Whether a file of that name is replaced; default false.
  ///
  /// Never one that another movie is being written to at the time, nor one of another user's in a folder where anybody
  /// can make one.
  public var replacesExistingFile: Bool

  /// Whether frames that come encoded are written as they are, and nothing is encoded; default false.
  ///
  /// That takes almost no time, and looks as good as the camera made it. It is for frames of cameras that give JPEG,
  /// H.264 or H.265, in files that can hold it: MP4, QuickTime, Matroska and, but for H.265, AVI. Huffman tables that a
  /// camera leaves out of JPEG are put in, since few players know that they may be missing. In H.264 and H.265 the first
  /// frame must be one that builds on none before it, without the attachment `notSync`. ``codec`` and what else is said of
  /// encoding doesn't count then.
  public var passesEncodedFramesThrough = false

  /// How much of H.264 a player has to know; nil, the default, for what looks best (`AVVideoProfileLevelKey`).
  ///
  /// Encoders in hardware have their own.
  public var h264Profile: H264Profile?

  /// The shape of the stored pixels; default square (`AVVideoPixelAspectRatioKey`).
  public var pixelAspectRatio = PixelAspectRatio.square

  /// What the movie says of itself; default nothing.
  public var metadata = MovieMetadata()

  /// How many threads encode, 0 for as many as suit the encoder; default 0.
  public var threadCount: Int

  /// Which of H.264's encoders is taken, and how fast it is to be; nil for the first that there is.
  package var h264: H264Speed?

  /// Makes options.
  public init(
    codec: VideoCodecType? = nil, quality: Double = 0.65, averageBitRate: Int? = nil,
    maxKeyFrameInterval: Int? = nil, allowsFrameReordering: Bool = true, expectedFrameRate: Double = 30,
    movieFragmentInterval: MediaTime = MediaTime(value: 10, timescale: 1), timescale: Int32? = nil,
    replacesExistingFile: Bool = false, threadCount: Int = 0
  ) {
    (self.codec, self.quality, self.averageBitRate) = (codec, quality, averageBitRate)
    (self.maxKeyFrameInterval, self.allowsFrameReordering) = (maxKeyFrameInterval, allowsFrameReordering)
    (self.expectedFrameRate, self.movieFragmentInterval) = (expectedFrameRate, movieFragmentInterval)
    (self.timescale, self.replacesExistingFile) = (timescale, replacesExistingFile)
    self.threadCount = threadCount
  }

  /// The same with the ticks of a frame's time, where nobody asked for others.
  func ticking(as sample: SampleBuffer) -> Self {
    let time = sample.presentationTimeStamp
    guard timescale == nil, time.isNumeric, time.timescale >= 24 else { return self }
    var options = self
    options.timescale = min(time.timescale, Self.finestUsualTimescale)
    return options
  }

  /// Why these options can't be; nil where they can.
  package var complaint: String? {
    if !(0...1).contains(quality) { return "quality is \(quality), it must be from 0 to 1" }
    if let averageBitRate, !(1...2_000_000_000).contains(averageBitRate) {
      return "averageBitRate is \(averageBitRate), it must be from 1 to 2000000000"
    }
    if let maxKeyFrameInterval, !(1...100_000).contains(maxKeyFrameInterval) {
      return "maxKeyFrameInterval is \(maxKeyFrameInterval), it must be from 1 to 100000"
    }
    if !(0.01...1_000).contains(expectedFrameRate) {
      return "expectedFrameRate is \(expectedFrameRate), it must be from 0.01 to 1000"
    }
    if let timescale, timescale < 1 { return "timescale is \(timescale), it must be above 0" }
    if movieFragmentInterval.isNumeric, !Self.fragmentIntervals.contains(movieFragmentInterval.seconds) {
      return "movieFragmentInterval is \(movieFragmentInterval), it must be from 0.001 s to 2147 s, or invalid"
    }
    if !pixelAspectRatio.isValid { return "pixelAspectRatio is \(pixelAspectRatio), it must be of 1 to 65535" }
    return (0...64).contains(threadCount) ? nil : "threadCount is \(threadCount), it must be from 0 to 64"
  }
}
