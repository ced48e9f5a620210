public import OpenCaptureMediaSamples

/// Options for writing a movie.
public struct MovieWritingOptions: Sendable, Hashable {
  /// The video codec; nil (default) for the best available one (`AVVideoCodecKey`).
  ///
  /// The order is H.264, MPEG-4, Motion JPEG; in WebM VP9, VP8. ``MovieWriter/settings`` contains the actual codec.
  public var codec: VideoCodecType?

  /// The video quality, from 0 to 1; default 0.65 (`AVVideoQualityKey`).
  ///
  /// The scale depends on the codec: an H.264 rate factor from 38 to 14, or an MPEG-4 or JPEG quantizer from 14 to 2.
  /// Encoders that support only bit rates, such as hardware encoders, use an estimated bit rate.
  public var quality: Double

  /// The mean bit rate in bits per second, which replaces the quality; default nil (`AVVideoAverageBitRateKey`).
  public var averageBitRate: Int?

  /// The maximum distance between key frames, in frames; nil (default) for two seconds
  /// (`AVVideoMaxKeyFrameIntervalKey`).
  public var maxKeyFrameInterval: Int?

  /// Whether frames may be encoded out of presentation order, for a smaller file; default true
  /// (`AVVideoAllowFrameReorderingKey`).
  public var allowsFrameReordering: Bool

  /// The approximate frame rate in Hz, above 0; default 30 (`AVVideoExpectedSourceFrameRateKey`).
  ///
  /// The rate determines key frames and bit rates; each frame keeps its own time. Only AVI stores frames at exactly
  /// this rate.
  public var expectedFrameRate: Double

  /// The interval between movie fragments, up to 2147 s; default 10 s (`movieFragmentInterval`).
  ///
  /// All complete fragments are playable after a crash. With `MediaTime.invalid`, unfinished MP4 and QuickTime movies
  /// are lost. AVI needs no fragments.
  public var movieFragmentInterval: MediaTime

  /// The valid fragment intervals in seconds; FFmpeg stores microseconds in 31 bits.
  static let fragmentIntervals = 0.001...2_147.0

  /// The ticks per second of the movie's times; nil (default) for automatic (`mediaTimeScale`).
  ///
  /// Automatic means the timescale of the first frame, up to 1,000,000, or else 90,000. MP4 and QuickTime movies store
  /// the distance between frames in 31 bits: up to 2.1 s in nanoseconds, or 35 minutes in microseconds.
  public var timescale: Int32?

  /// The highest automatic timescale; nanoseconds would limit the duration of a frame to 2.1 s.
  static let finestUsualTimescale: Int32 = 1_000_000

  /// Whether an existing file is replaced; default false.
  ///
  /// The writer never replaces a file that another writer uses. It also never replaces another user's file in a
  /// world-writable folder.
  public var replacesExistingFile: Bool

  /// Whether encoded frames are written without re-encoding; default false.
  ///
  /// Passthrough takes almost no time and keeps the camera's quality. It supports JPEG, H.264 and H.265 in MP4,
  /// QuickTime and Matroska, and JPEG and H.264 in AVI. Missing Huffman tables are added to JPEG, because few players
  /// supply them. In H.264 and H.265 the first frame must be a key frame, without the attachment `notSync`. ``codec``
  /// and all other encoding options are ignored.
  public var passesEncodedFramesThrough = false

  /// The H.264 profile; nil (default) for the best quality (`AVVideoProfileLevelKey`).
  ///
  /// Hardware encoders use their own profile.
  public var h264Profile: H264Profile?

  /// The aspect ratio of the stored pixels; default square (`AVVideoPixelAspectRatioKey`).
  public var pixelAspectRatio = PixelAspectRatio.square

  /// The metadata of the movie; default empty.
  public var metadata = MovieMetadata()

  /// The number of encoder threads, or 0 for the encoder's choice; default 0.
  public var threadCount: Int

  /// The H.264 encoder and its speed; nil for the first available encoder.
  package var h264: H264EncoderSetting?

  /// Creates options.
  public init(
    codec: VideoCodecType? = nil, quality: Double = 0.65, averageBitRate: Int? = nil,
    maxKeyFrameInterval: Int? = nil, allowsFrameReordering: Bool = true, expectedFrameRate: Double = 30,
    movieFragmentInterval: MediaTime = MediaTime(value: 10, timescale: 1), timescale: Int32? = nil,
    replacesExistingFile: Bool = false, threadCount: Int = 0
  ) {
    self.codec = codec
    self.quality = quality
    self.averageBitRate = averageBitRate
    self.maxKeyFrameInterval = maxKeyFrameInterval
    self.allowsFrameReordering = allowsFrameReordering
    self.expectedFrameRate = expectedFrameRate
    self.movieFragmentInterval = movieFragmentInterval
    self.timescale = timescale
    self.replacesExistingFile = replacesExistingFile
    self.threadCount = threadCount
  }

  /// Returns a copy with the timescale of a frame, unless a timescale is set.
  func adoptingTimescale(as sample: SampleBuffer) -> Self {
    let time = sample.presentationTimeStamp
    guard timescale == nil, time.isNumeric, time.timescale >= 24 else { return self }
    var options = self
    options.timescale = min(time.timescale, Self.finestUsualTimescale)
    return options
  }

  /// The error message for invalid options; nil if the options are valid.
  package var validationError: String? {
    if !(0...1).contains(quality) { return "quality must be from 0 to 1, not \(quality)" }
    if let averageBitRate, !(1...2_000_000_000).contains(averageBitRate) {
      return "averageBitRate must be from 1 to 2000000000, not \(averageBitRate)"
    }
    if let maxKeyFrameInterval, !(1...100_000).contains(maxKeyFrameInterval) {
      return "maxKeyFrameInterval must be from 1 to 100000, not \(maxKeyFrameInterval)"
    }
    if !(0.01...1_000).contains(expectedFrameRate) {
      return "expectedFrameRate must be from 0.01 to 1000, not \(expectedFrameRate)"
    }
    if let timescale, timescale < 1 { return "timescale must be above 0, not \(timescale)" }
    if movieFragmentInterval.isNumeric, !Self.fragmentIntervals.contains(movieFragmentInterval.seconds) {
      return "movieFragmentInterval must be from 0.001 s to 2147 s or invalid, not \(movieFragmentInterval)"
    }
    if !pixelAspectRatio.isValid {
      return "pixelAspectRatio must have values from 1 to 65535, not \(pixelAspectRatio)"
    }
    return (0...64).contains(threadCount) ? nil : "threadCount must be from 0 to 64, not \(threadCount)"
  }
}

/// Options for writing audio.
public struct AudioWritingOptions: Sendable, Hashable {
  /// The audio codec; nil (default) for the container's preferred codec: AAC, or Opus in WebM (`AVFormatIDKey`).
  public var codec: AudioCodecType?

  /// The bit rate in bits per second; nil (default) for 80,000 (mono) or 128,000 (stereo) (`AVEncoderBitRateKey`).
  public var bitRate: Int?

  /// The sample rate in Hz; nil (default) for the rate of the source, or the codec's nearest rate
  /// (`AVSampleRateKey`).
  public var sampleRate: Int?

  /// The number of channels; nil (default) for the number of the source (`AVNumberOfChannelsKey`).
  public var channelCount: Int?

  /// The sample format of uncompressed audio; nil (default) for 16-bit integers in movies and the source's format in
  /// audio files (`AVLinearPCMBitDepthKey`, `AVLinearPCMIsFloatKey`).
  public var commonFormat: AudioCommonFormat?

  /// Creates options.
  public init(codec: AudioCodecType? = nil, bitRate: Int? = nil, sampleRate: Int? = nil, channelCount: Int? = nil) {
    self.codec = codec
    self.bitRate = bitRate
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// The error message for invalid options; nil if the options are valid.
  package var validationError: String? {
    if let bitRate, !(6_000...2_000_000).contains(bitRate) {
      return "the audio bitRate must be from 6000 to 2000000, not \(bitRate)"
    }
    if let sampleRate, !(1_000...384_000).contains(sampleRate) {
      return "sampleRate must be from 1000 to 384000, not \(sampleRate)"
    }
    if let channelCount, !(1...8).contains(channelCount) {
      return "channelCount must be from 1 to 8, not \(channelCount)"
    }
    return nil
  }
}
