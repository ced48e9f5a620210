/// The format of uncompressed sound: sample type, rate, channels and interleaving (`AVAudioFormat`).
///
/// A frame is one sample of every channel, all at the same time.
public struct AudioFormat: Sendable, Hashable {
  /// The storage of one sample.
  public let commonFormat: AudioCommonFormat
  /// Frames per second, in Hz.
  public let sampleRate: Int
  /// The number of channels.
  public let channelCount: Int
  /// Whether the samples of a frame are adjacent in one plane; otherwise each channel has its own plane.
  public let isInterleaved: Bool
  /// The loudspeaker positions of the channels; nil if unknown.
  public let channelLayout: AudioChannelLayout?

  /// The supported sample rates, in Hz.
  public static let sampleRates = 1...768_000

  /// The supported numbers of channels.
  public static let channelCounts = 1...64

  /// Makes a format with a number of channels: mono for one, stereo for two, unknown positions for more.
  ///
  /// - Parameters:
  ///   - commonFormat: The storage of one sample.
  ///   - sampleRate: Frames per second, one of ``sampleRates``.
  ///   - channels: The number of channels, one of ``channelCounts``.
  ///   - interleaved: Whether the samples of a frame are adjacent.
  /// - Throws: ``MediaError`` if a number is out of range.
  public init(
    commonFormat: AudioCommonFormat, sampleRate: Int, channels: Int, interleaved: Bool
  ) throws(MediaError) {
    let usual: AudioChannelLayout? = channels == 1 ? .mono : channels == 2 ? .stereo : nil
    try self.init(commonFormat, sampleRate, channels, interleaved, usual)
  }

  /// Makes a format with one channel per position of a layout.
  ///
  /// - Parameters:
  ///   - commonFormat: The storage of one sample.
  ///   - sampleRate: Frames per second, one of ``sampleRates``.
  ///   - interleaved: Whether the samples of a frame are adjacent.
  ///   - channelLayout: The loudspeaker positions; not empty.
  /// - Throws: ``MediaError`` if the rate is out of range or the layout is empty.
  public init(
    commonFormat: AudioCommonFormat, sampleRate: Int, interleaved: Bool, channelLayout: AudioChannelLayout
  ) throws(MediaError) {
    try self.init(commonFormat, sampleRate, channelLayout.channelCount, interleaved, channelLayout)
  }

  private init(
    _ commonFormat: AudioCommonFormat, _ sampleRate: Int, _ channels: Int, _ isInterleaved: Bool,
    _ layout: AudioChannelLayout?
  ) throws(MediaError) {
    guard Self.sampleRates.contains(sampleRate), Self.channelCounts.contains(channels) else {
      throw MediaError(
        .invalidAudioFormat, subject: "\(channels) channels at \(sampleRate) Hz",
        reason: Self.sampleRates.contains(sampleRate) ? "unsupported number of channels" : "unsupported sample rate"
      )
    }
    self.commonFormat = commonFormat
    self.sampleRate = sampleRate
    channelCount = channels
    self.isInterleaved = isInterleaved
    channelLayout = layout
  }

  /// The number of planes: one if interleaved, otherwise one per channel.
  public var planeCount: Int { isInterleaved ? 1 : channelCount }

  /// The bytes from one frame to the next within a plane (`AudioStreamBasicDescription.mBytesPerFrame`).
  public var bytesPerFrame: Int { commonFormat.bytesPerSample * (isInterleaved ? channelCount : 1) }

  /// Returns the exact duration of a number of frames.
  public func duration(ofFrames count: Int) -> MediaTime {
    MediaTime(value: Int64(count), timescale: Int32(sampleRate))
  }

  /// Returns the time of a frame of sound that begins at `start`.
  ///
  /// The time is exact if possible. Otherwise it is rounded once, to a tick of `start`; for the system's clock that
  /// is a nanosecond.
  public func time(ofFrame index: Int, from start: MediaTime) -> MediaTime {
    let exact = start + duration(ofFrames: index)
    guard exact.hasBeenRounded, !start.hasBeenRounded else { return exact }
    return start + duration(ofFrames: index).convertScale(start.timescale)
  }
}

extension AudioFormat: CustomStringConvertible {
  /// A text such as `48000 Hz stereo Int16, interleaved`.
  public var description: String {
    let channels = channelLayout.map(\.description) ?? "\(channelCount) channels"
    return "\(sampleRate) Hz \(channels) \(commonFormat)" + (isInterleaved ? ", interleaved" : "")
  }
}

/// The storage of one sample of sound, in native byte order (`AVAudioCommonFormat`).
public enum AudioCommonFormat: Sendable, Hashable, CaseIterable {
  /// A 16-bit integer (FFmpeg's `s16`, ALSA's `S16`).
  case pcmFormatInt16
  /// A 32-bit integer (FFmpeg's `s32`, ALSA's `S32`); 24-bit samples use the upper three bytes.
  case pcmFormatInt32
  /// A 32-bit floating-point number with full scale from −1 to 1 (FFmpeg's `flt`, ALSA's `FLOAT`).
  case pcmFormatFloat32

  /// The bytes of one sample of one channel.
  public var bytesPerSample: Int {
    switch self {
    case .pcmFormatInt16: 2
    case .pcmFormatInt32, .pcmFormatFloat32: 4
    }
  }
}

extension AudioCommonFormat: CustomStringConvertible {
  /// A text such as `Int16`.
  public var description: String {
    switch self {
    case .pcmFormatInt16: "Int16"
    case .pcmFormatInt32: "Int32"
    case .pcmFormatFloat32: "Float32"
    }
  }
}

/// A number type for samples of sound.
public protocol AudioSample: BitwiseCopyable, Sendable {
  /// The sample format that the type represents.
  static var commonFormat: AudioCommonFormat { get }
}

extension Int16: AudioSample {
  /// 16-bit integers.
  public static var commonFormat: AudioCommonFormat { .pcmFormatInt16 }
}

extension Int32: AudioSample {
  /// 32-bit integers.
  public static var commonFormat: AudioCommonFormat { .pcmFormatInt32 }
}

extension Float: AudioSample {
  /// 32-bit floating-point numbers.
  public static var commonFormat: AudioCommonFormat { .pcmFormatFloat32 }
}
