public import OpenCaptureMediaSamples

/// A video codec; an alias of `VideoCodecType`.
public typealias AVVideoCodecType = VideoCodecType

/// The key of the codec: an ``AVVideoCodecType``.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// The key of the width, in pixels: a number.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// The key of the height, in pixels: a number.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// The key of the codec properties: a dictionary.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// The key of the average bit rate, in bits per second: a number.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// The key of the quality of intra-only codecs, 0 to 1: a number.
public let AVVideoQualityKey = "Quality"
/// The key of the maximum interval between key frames, in frames: a number.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// The key of the maximum interval between key frames, in seconds: a number.
public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
/// The key of whether frames can be reordered: a Boolean.
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
/// The key of the expected frame rate, in frames per second: a number.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// The key of the codec's profile: a string.
public let AVVideoProfileLevelKey = "ProfileLevel"
/// The key of the scaling mode: one of the values below.
public let AVVideoScalingModeKey = "AVVideoScalingModeKey"
/// Images are scaled to fill the size, and cropped.
public let AVVideoScalingModeResizeAspectFill = "AVVideoScalingModeResizeAspectFill"
/// Images are scaled to fit, with black borders.
public let AVVideoScalingModeResizeAspect = "AVVideoScalingModeResizeAspect"
/// Images are stretched to the size.
public let AVVideoScalingModeResize = "AVVideoScalingModeResize"
/// The same as ``AVVideoScalingModeResize``.
public let AVVideoScalingModeFit = "AVVideoScalingModeFit"
/// The H.264 Baseline profile.
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
/// The H.264 Main profile.
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
/// The H.264 High profile.
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
/// The same as ``AVVideoProfileLevelH264BaselineAutoLevel``; the level is chosen automatically.
public let AVVideoProfileLevelH264Baseline30 = "H264_Baseline_3_0"
/// The same as ``AVVideoProfileLevelH264BaselineAutoLevel``; the level is chosen automatically.
public let AVVideoProfileLevelH264Baseline31 = "H264_Baseline_3_1"
/// The same as ``AVVideoProfileLevelH264BaselineAutoLevel``; the level is chosen automatically.
public let AVVideoProfileLevelH264Baseline41 = "H264_Baseline_4_1"
/// The same as ``AVVideoProfileLevelH264MainAutoLevel``; the level is chosen automatically.
public let AVVideoProfileLevelH264Main30 = "H264_Main_3_0"
/// The same as ``AVVideoProfileLevelH264MainAutoLevel``; the level is chosen automatically.
public let AVVideoProfileLevelH264Main31 = "H264_Main_3_1"
/// The same as ``AVVideoProfileLevelH264MainAutoLevel``; the level is chosen automatically.
public let AVVideoProfileLevelH264Main32 = "H264_Main_3_2"
/// The same as ``AVVideoProfileLevelH264MainAutoLevel``; the level is chosen automatically.
public let AVVideoProfileLevelH264Main41 = "H264_Main_4_1"
/// The same as ``AVVideoProfileLevelH264HighAutoLevel``; the level is chosen automatically.
public let AVVideoProfileLevelH264High40 = "H264_High_4_0"
/// The same as ``AVVideoProfileLevelH264HighAutoLevel``; the level is chosen automatically.
public let AVVideoProfileLevelH264High41 = "H264_High_4_1"

enum VideoKeys {
  /// The supported keys of recordings.
  static let ofRecordings = [AVVideoCodecKey, AVVideoCompressionPropertiesKey]
  /// The supported keys of asset writer inputs.
  static let ofInputs = ofRecordings + [AVVideoWidthKey, AVVideoHeightKey, AVVideoScalingModeKey]
  /// The supported codec properties.
  static let properties = numbers + [AVVideoAllowFrameReorderingKey, AVVideoProfileLevelKey]
  /// The codec properties with numeric values.
  static let numbers = [
    AVVideoAverageBitRateKey, AVVideoQualityKey, AVVideoMaxKeyFrameIntervalKey,
    AVVideoMaxKeyFrameIntervalDurationKey, AVVideoExpectedSourceFrameRateKey,
  ]
}

/// The key of the codec: a Core Audio format such as `kAudioFormatMPEG4AAC`.
public let AVFormatIDKey = "AVFormatIDKey"
/// The key of the sample rate, in Hz: a number.
public let AVSampleRateKey = "AVSampleRateKey"
/// The key of the number of channels: a number.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The key of the bit rate, in bits per second: a number.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The key of the encoder quality: a number; has no effect.
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"
/// The key of the bit depth of uncompressed samples: a number.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// The key of whether samples are floating-point numbers: a Boolean.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// The key of whether samples are big-endian: a Boolean; only false is supported.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// The key of whether each channel has its own buffer: a Boolean.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleavedKey"

/// The key of the bit rate per channel, in bits per second: a number.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// The key of the channel layout: Core Audio's layout as data; has no effect for mono and stereo.
public let AVChannelLayoutKey = "AVChannelLayoutKey"

enum AudioKeys {
  static let all = [AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVEncoderBitRateKey]
  /// The keys of uncompressed samples.
  static let linear = [AVLinearPCMBitDepthKey, AVLinearPCMIsFloatKey]
}
