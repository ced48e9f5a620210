public import OpenCaptureMediaSamples

/// How pictures are compressed; ours, under Apple's name.
public typealias AVVideoCodecType = VideoCodecType

/// The codec: an ``AVVideoCodecType``.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// Pixels across: a number.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// Pixels down: a number.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// More about how the codec works: a dictionary.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// Bits per second: a number.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// How good pictures are that are each compressed alone, 0 to 1: a number.
public let AVVideoQualityKey = "Quality"
/// How many frames lie between two that can be read alone, at most: a number.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// How many seconds lie between two frames that can be read alone, at most: a number.
public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
/// Whether frames can stand for later ones: a Boolean.
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
/// How many frames a second are expected: a number.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// The codec's profile: a string.
public let AVVideoProfileLevelKey = "ProfileLevel"
/// How pictures are fitted into another shape: one of the values below.
public let AVVideoScalingModeKey = "AVVideoScalingModeKey"
/// What doesn't fit is cut off.
public let AVVideoScalingModeResizeAspectFill = "AVVideoScalingModeResizeAspectFill"
/// What is left is black.
public let AVVideoScalingModeResizeAspect = "AVVideoScalingModeResizeAspect"
/// The picture is stretched.
public let AVVideoScalingModeResize = "AVVideoScalingModeResize"
/// As ``AVVideoScalingModeResize``.
public let AVVideoScalingModeFit = "AVVideoScalingModeFit"
/// H.264 as the simplest players know it.
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
/// H.264 as televisions know it.
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
/// H.264 as it looks best.
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
/// As ``AVVideoProfileLevelH264BaselineAutoLevel``; the level is what the picture needs.
public let AVVideoProfileLevelH264Baseline30 = "H264_Baseline_3_0"
/// As ``AVVideoProfileLevelH264BaselineAutoLevel``; the level is what the picture needs.
public let AVVideoProfileLevelH264Baseline31 = "H264_Baseline_3_1"
/// As ``AVVideoProfileLevelH264BaselineAutoLevel``; the level is what the picture needs.
public let AVVideoProfileLevelH264Baseline41 = "H264_Baseline_4_1"
/// As ``AVVideoProfileLevelH264MainAutoLevel``; the level is what the picture needs.
public let AVVideoProfileLevelH264Main30 = "H264_Main_3_0"
/// As ``AVVideoProfileLevelH264MainAutoLevel``; the level is what the picture needs.
public let AVVideoProfileLevelH264Main31 = "H264_Main_3_1"
/// As ``AVVideoProfileLevelH264MainAutoLevel``; the level is what the picture needs.
public let AVVideoProfileLevelH264Main32 = "H264_Main_3_2"
/// As ``AVVideoProfileLevelH264MainAutoLevel``; the level is what the picture needs.
public let AVVideoProfileLevelH264Main41 = "H264_Main_4_1"
/// As ``AVVideoProfileLevelH264HighAutoLevel``; the level is what the picture needs.
public let AVVideoProfileLevelH264High40 = "H264_High_4_0"
/// As ``AVVideoProfileLevelH264HighAutoLevel``; the level is what the picture needs.
public let AVVideoProfileLevelH264High41 = "H264_High_4_1"

enum VideoKeys {
  /// What recordings take up.
  static let ofRecordings = [AVVideoCodecKey, AVVideoCompressionPropertiesKey]
  /// What an asset writer's inputs take up.
  static let ofInputs = ofRecordings + [AVVideoWidthKey, AVVideoHeightKey, AVVideoScalingModeKey]
  /// What is taken up of compression.
  static let properties = numbers + [AVVideoAllowFrameReorderingKey, AVVideoProfileLevelKey]
  /// Of that, what are numbers.
  static let numbers = [
    AVVideoAverageBitRateKey, AVVideoQualityKey, AVVideoMaxKeyFrameIntervalKey,
    AVVideoMaxKeyFrameIntervalDurationKey, AVVideoExpectedSourceFrameRateKey,
  ]
}
