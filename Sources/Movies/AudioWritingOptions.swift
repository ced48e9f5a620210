public import OpenCaptureMediaSamples

/// How sound is written.
public struct AudioWritingOptions: Sendable, Hashable {
  /// How it is coded; nil, the default, for the container's best: AAC, in WebM Opus (`AVFormatIDKey`).
  public var codec: AudioCodecType?

  /// Bits per second; nil, the default, for 80,000 of mono and 128,000 of stereo (`AVEncoderBitRateKey`).
  public var bitRate: Int?

  /// Frames per second, in Hz; nil, the default, for those of the sound, or the nearest that the codec has
  /// (`AVSampleRateKey`).
  public var sampleRate: Int?

  /// How many channels; nil, the default, for those of the sound (`AVNumberOfChannelsKey`).
  public var channelCount: Int?

  /// How samples are stored of sound that isn't compressed; nil, the default, for what the file usually has: whole
  /// numbers of 16 bits in movies, and samples as they come in sound files (`AVLinearPCMBitDepthKey`,
  /// `AVLinearPCMIsFloatKey`).
  public var commonFormat: AudioCommonFormat?

  /// Makes options.
  public init(
    codec: AudioCodecType? = nil, bitRate: Int? = nil, sampleRate: Int? = nil, channelCount: Int? = nil
  ) {
    (self.codec, self.bitRate, self.sampleRate, self.channelCount) = (codec, bitRate, sampleRate, channelCount)
  }

  /// Why these options can't be; nil where they can.
  package var complaint: String? {
    if let bitRate, !(6_000...2_000_000).contains(bitRate) {
      return "the sound's bitRate is \(bitRate), it must be from 6000 to 2000000"
    }
    if let sampleRate, !(1_000...384_000).contains(sampleRate) {
      return "sampleRate is \(sampleRate), it must be from 1000 to 384000"
    }
    if let channelCount, !(1...8).contains(channelCount) {
      return "channelCount is \(channelCount), it must be from 1 to 8"
    }
    return nil
  }
}
