import COpenCaptureFFmpeg
public import OpenCaptureMediaSamples

/// What the header of a movie says of its sound.
public struct AudioInfo: Sendable, Hashable {
  /// How the sound is coded.
  public let codec: AudioCodecType

  /// FFmpeg's name of the codec, such as `aac`.
  public let codecName: String

  /// Frames per second, in Hz.
  public let sampleRate: Int

  /// How many channels there are.
  public let channelCount: Int

  /// Bits per second, in the mean, as far as the file says; nil where it doesn't (`estimatedDataRate`).
  public let bitRate: Int?

  /// When the first frame is heard; `MediaTime.invalid` where the header doesn't say.
  public let startTime: MediaTime

  /// How long the sound lasts; `MediaTime.indefinite` where the header doesn't say.
  public let duration: MediaTime

  init(_ info: cffmpeg_sound_info) {
    codecName = withUnsafeBytes(of: info.codec) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    codec = AudioCodecType(ffmpegName: codecName)
    (sampleRate, channelCount) = (Int(info.sample_rate), Int(info.channel_count))
    bitRate = info.bit_rate > 0 ? Int(info.bit_rate) : nil
    let base = TimeBase(info.time_base)
    startTime = base.time(info.start_time) ?? .invalid
    duration = base.time(info.duration) ?? .indefinite
  }
}
