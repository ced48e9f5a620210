public import OpenCaptureMediaSamples

/// What sound an output delivers.
public struct AudioSettings: Sendable, Hashable {
  /// How samples are stored; nil as they come.
  public var commonFormat: AudioCommonFormat?
  /// Frames per second, in Hz; nil for the rate that the sound has.
  public var sampleRate: Int?
  /// How many channels there are; nil for as many as there come.
  public var channelCount: Int?
  /// Whether the samples of a frame lie side by side; nil as they come.
  public var isInterleaved: Bool?

  /// Asks for sound; what isn't asked for stays as it comes.
  public init(
    commonFormat: AudioCommonFormat? = nil, sampleRate: Int? = nil, channelCount: Int? = nil,
    isInterleaved: Bool? = nil
  ) {
    (self.commonFormat, self.sampleRate) = (commonFormat, sampleRate)
    (self.channelCount, self.isInterleaved) = (channelCount, isInterleaved)
  }

  /// What sound of a format becomes.
  ///
  /// - Throws: `MediaError` where there can't be such a rate or number of channels.
  public func format(for source: AudioFormat) throws(MediaError) -> AudioFormat {
    let (common, rate) = (commonFormat ?? source.commonFormat, sampleRate ?? source.sampleRate)
    let (channels, interleaved) = (channelCount ?? source.channelCount, isInterleaved ?? source.isInterleaved)
    guard channels == source.channelCount, let layout = source.channelLayout else {
      return try AudioFormat(
        commonFormat: common, sampleRate: rate, channels: channels, interleaved: interleaved)
    }
    return try AudioFormat(
      commonFormat: common, sampleRate: rate, interleaved: interleaved, channelLayout: layout)
  }
}
