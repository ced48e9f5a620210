/// How the samples of uncompressed sound follow each other in time and in memory (`AVAudioFormat`).
///
/// A frame is one sample of every channel, all of the same moment.
public struct AudioFormat: Sendable, Hashable {
  /// How one sample is stored.
  public let commonFormat: AudioCommonFormat
  /// Frames per second, in Hz.
  public let sampleRate: Int
  /// How many channels there are.
  public let channelCount: Int
  /// Whether the samples of a frame lie side by side in one plane; else each channel has a plane of its own.
  public let isInterleaved: Bool
  /// Where the loudspeakers of the channels stand; nil where nobody knows.
  public let channelLayout: AudioChannelLayout?

  /// The rates that can be, in Hz.
  public static let sampleRates = 1...768_000

  /// The numbers of channels that can be.
  public static let channelCounts = 1...64

  /// Makes a format of so many channels: one is mono, two are stereo, and of more nobody knows where they stand.
  ///
  /// - Parameters:
  ///   - commonFormat: How one sample is stored.
  ///   - sampleRate: Frames per second, one of ``sampleRates``.
  ///   - channels: How many channels there are, one of ``channelCounts``.
  ///   - interleaved: Whether the samples of a frame lie side by side.
  /// - Throws: ``MediaError`` where a number is out of range.
  public init(
    commonFormat: AudioCommonFormat, sampleRate: Int, channels: Int, interleaved: Bool
  ) throws(MediaError) {
    let usual: AudioChannelLayout? = channels == 1 ? .mono : channels == 2 ? .stereo : nil
    try self.init(commonFormat, sampleRate, channels, interleaved, usual)
  }

  /// Makes a format with a channel for each position of a layout.
  ///
  /// - Parameters:
  ///   - commonFormat: How one sample is stored.
  ///   - sampleRate: Frames per second, one of ``sampleRates``.
  ///   - interleaved: Whether the samples of a frame lie side by side.
  ///   - channelLayout: Where the loudspeakers stand; not empty.
  /// - Throws: ``MediaError`` where the rate is out of range or the layout empty.
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
        reason: Self.sampleRates.contains(sampleRate) ? "there can't be so many channels" : "there is no such rate")
    }
    (self.commonFormat, self.sampleRate, channelCount) = (commonFormat, sampleRate, channels)
    (self.isInterleaved, channelLayout) = (isInterleaved, layout)
  }

  /// How many planes the samples lie in: one, or one a channel.
  public var planeCount: Int { isInterleaved ? 1 : channelCount }

  /// Bytes from one frame to the next within a plane (`AudioStreamBasicDescription.mBytesPerFrame`).
  public var bytesPerFrame: Int { commonFormat.bytesPerSample * (isInterleaved ? channelCount : 1) }

  /// How long so many frames last, exactly.
  public func duration(ofFrames count: Int) -> MediaTime {
    MediaTime(value: Int64(count), timescale: Int32(sampleRate))
  }

  /// When a frame is heard of sound that begins at a time.
  ///
  /// Exact where a time can be so; else rounded once, to a tick of the time that it begins at: a nanosecond of the
  /// system's clock.
  public func time(ofFrame index: Int, from start: MediaTime) -> MediaTime {
    let exact = start + duration(ofFrames: index)
    guard exact.hasBeenRounded, !start.hasBeenRounded else { return exact }
    return start + duration(ofFrames: index).convertScale(start.timescale)
  }
}

extension AudioFormat: CustomStringConvertible {
  /// Such as `48000 Hz stereo Int16, interleaved`.
  public var description: String {
    let channels = channelLayout.map(\.description) ?? "\(channelCount) channels"
    return "\(sampleRate) Hz \(channels) \(commonFormat)" + (isInterleaved ? ", interleaved" : "")
  }
}
