import OpenCaptureMediaSamples
import OpenCaptureMovies

/// How sound is compressed: an audio format of Core Audio's, such as `kAudioFormatMPEG4AAC`.
public let AVFormatIDKey = "AVFormatIDKey"
/// Frames of sound per second: a number.
public let AVSampleRateKey = "AVSampleRateKey"
/// How many channels there are: a number.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// Bits per second: a number.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// How good it is, of Core Audio's names: a number, without effect.
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"
/// Bits of a sample that isn't compressed: a number.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// Whether samples are fractions: a Boolean.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// Whether the highest byte of a sample is the first: a Boolean, false here.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// Whether each channel's samples lie together: a Boolean.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleavedKey"

/// Bits per second of each channel: a number.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// Where the loudspeakers of the channels stand: Core Audio's layout as data; of mono and stereo it says nothing new.
public let AVChannelLayoutKey = "AVChannelLayoutKey"

enum AudioKeys {
  static let all = [AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVEncoderBitRateKey]
  /// Those of samples that aren't compressed.
  static let linear = [AVLinearPCMBitDepthKey, AVLinearPCMIsFloatKey]
}
