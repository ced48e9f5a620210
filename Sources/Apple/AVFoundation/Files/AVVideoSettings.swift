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
