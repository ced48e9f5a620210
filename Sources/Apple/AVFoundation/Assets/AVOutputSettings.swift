public import OpenCaptureMediaSamples

/// A video codec; an alias of `VideoCodecType`.
public typealias AVVideoCodecType = VideoCodecType

extension AVVideoCodecType {
  /// H.265 with alpha; not supported.
  public static let hevcWithAlpha = Self(rawValue: "muxa")
  /// ProRes 422; not supported.
  public static let proRes422 = Self(rawValue: "apcn")
  /// ProRes 422 HQ; not supported.
  public static let proRes422HQ = Self(rawValue: "apch")
  /// ProRes 422 LT; not supported.
  public static let proRes422LT = Self(rawValue: "apcs")
  /// ProRes 422 Proxy; not supported.
  public static let proRes422Proxy = Self(rawValue: "apco")
  /// ProRes 4444; not supported.
  public static let proRes4444 = Self(rawValue: "ap4h")
}

/// JPEG; the older form of `AVVideoCodecType.jpeg`.
public let AVVideoCodecJPEG = "jpeg"
/// H.264; the older form of `AVVideoCodecType.h264`.
public let AVVideoCodecH264 = "avc1"
/// H.265; the older form of `AVVideoCodecType.hevc`.
public let AVVideoCodecHEVC = "hvc1"
/// ProRes 422; not supported.
public let AVVideoCodecAppleProRes422 = "apcn"
/// ProRes 4444; not supported.
public let AVVideoCodecAppleProRes4444 = "ap4h"

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

// Further settings have no effect, which is reported on standard error.

/// The key of the rate of frames that must not be dropped: a number; has no effect.
public let AVVideoAverageNonDroppableFrameRateKey = "AverageNonDroppableFrameRate"
/// The key of the entropy mode of H.264; has no effect.
public let AVVideoH264EntropyModeKey = "H264EntropyMode"
/// The entropy mode CAVLC; has no effect.
public let AVVideoH264EntropyModeCAVLC = "CAVLC"
/// The entropy mode CABAC; has no effect.
public let AVVideoH264EntropyModeCABAC = "CABAC"
/// The key of the pixel aspect ratio: a dictionary; has no effect.
public let AVVideoPixelAspectRatioKey = "AVVideoPixelAspectRatio"
/// The key of the relative pixel width; has no effect.
public let AVVideoPixelAspectRatioHorizontalSpacingKey = "HorizontalSpacing"
/// The key of the relative pixel height; has no effect.
public let AVVideoPixelAspectRatioVerticalSpacingKey = "VerticalSpacing"
/// The key of the clean aperture: a dictionary; has no effect.
public let AVVideoCleanApertureKey = "AVVideoCleanAperture"
/// The key of the width of the clean aperture; has no effect.
public let AVVideoCleanApertureWidthKey = "Width"
/// The key of the height of the clean aperture; has no effect.
public let AVVideoCleanApertureHeightKey = "Height"
/// The key of the horizontal offset of the clean aperture; has no effect.
public let AVVideoCleanApertureHorizontalOffsetKey = "HorizontalOffset"
/// The key of the vertical offset of the clean aperture; has no effect.
public let AVVideoCleanApertureVerticalOffsetKey = "VerticalOffset"
/// The key of whether wide color is allowed: a Boolean; has no effect.
public let AVVideoAllowWideColorKey = "AVVideoAllowWideColorKey"
/// The key of the required encoder: a dictionary; has no effect.
public let AVVideoEncoderSpecificationKey = "AVVideoEncoderSpecification"
/// The key of the decoder properties: a dictionary; has no effect.
public let AVVideoDecompressionPropertiesKey = "AVVideoDecompressionProperties"
/// The key of the color properties: a dictionary; has no effect.
public let AVVideoColorPropertiesKey = "AVVideoColorPropertiesKey"
/// The key of the color primaries; has no effect.
public let AVVideoColorPrimariesKey = "ColorPrimaries"
/// The key of the transfer function; has no effect.
public let AVVideoTransferFunctionKey = "TransferFunction"
/// The key of the color matrix; has no effect.
public let AVVideoYCbCrMatrixKey = "YCbCrMatrix"
/// The primaries of BT.709.
public let AVVideoColorPrimaries_ITU_R_709_2 = "ITU_R_709_2"
/// The primaries of European standard-definition video.
public let AVVideoColorPrimaries_EBU_3213 = "EBU_3213"
/// The primaries of SMPTE C.
public let AVVideoColorPrimaries_SMPTE_C = "SMPTE_C"
/// The P3 primaries with white point D65.
public let AVVideoColorPrimaries_P3_D65 = "P3_D65"
/// The primaries of BT.2020.
public let AVVideoColorPrimaries_ITU_R_2020 = "ITU_R_2020"
/// The transfer function of BT.709.
public let AVVideoTransferFunction_ITU_R_709_2 = "ITU_R_709_2"
/// The transfer function of SMPTE 240M.
public let AVVideoTransferFunction_SMPTE_240M_1995 = "SMPTE_240M_1995"
/// The transfer function PQ.
public let AVVideoTransferFunction_SMPTE_ST_2084_PQ = "SMPTE_ST_2084_PQ"
/// The transfer function HLG.
public let AVVideoTransferFunction_ITU_R_2100_HLG = "ITU_R_2100_HLG"
/// The transfer function of sRGB.
public let AVVideoTransferFunction_IEC_sRGB = "IEC_sRGB"
/// Values proportional to light.
public let AVVideoTransferFunction_Linear = "Linear"
/// The matrix of BT.709.
public let AVVideoYCbCrMatrix_ITU_R_709_2 = "ITU_R_709_2"
/// The matrix of BT.601.
public let AVVideoYCbCrMatrix_ITU_R_601_4 = "ITU_R_601_4"
/// The matrix of SMPTE 240M.
public let AVVideoYCbCrMatrix_SMPTE_240M_1995 = "SMPTE_240M_1995"
/// The matrix of BT.2020.
public let AVVideoYCbCrMatrix_ITU_R_2020 = "ITU_R_2020"

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
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"

/// The key of the bit rate per channel, in bits per second: a number.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// The key of the channel layout: Core Audio's layout as data; has no effect for mono and stereo.
public let AVChannelLayoutKey = "AVChannelLayoutKey"

// Further settings have no effect, which is reported on standard error.

/// The key of the bit depth of the encoder's input: a number; has no effect.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
/// The key of the strategy for the bit rate; has no effect.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
/// The key of the quality with a variable bit rate: a number; has no effect.
public let AVEncoderAudioQualityForVBRKey = "AVEncoderQualityForVBRKey"
/// The key of the algorithm of the sample rate conversion; has no effect.
public let AVSampleRateConverterAlgorithmKey = "AVSampleRateConverterAlgorithmKey"
/// The key of the quality of the sample rate conversion: a number; has no effect.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterQualityKey"
/// The key of the bit depth of the sample rate conversion: a number; has no effect.
public let AVSampleRateConverterBitDepthHintKey = "AVSampleRateConverterBitDepthHintKey"
/// The key of the file type: a number; has no effect.
public let AVAudioFileTypeKey = "AVAudioFileTypeKey"
/// A constant bit rate; has no effect.
public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"
/// A bit rate with a constant mean; has no effect.
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"
/// A variable bit rate with limits; has no effect.
public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"
/// A variable bit rate; has no effect.
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"
/// The normal algorithm; has no effect.
public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"
/// The best algorithm; has no effect.
public let AVSampleRateConverterAlgorithm_Mastering = "AVSampleRateConverterAlgorithm_Mastering"
/// The algorithm without ringing before transients; has no effect.
public let AVSampleRateConverterAlgorithm_MinimumPhase = "AVSampleRateConverterAlgorithm_MinimumPhase"

/// The quality of an audio encoder.
public enum AVAudioQuality: Int, Sendable {
  /// The lowest.
  case min = 0
  /// Low.
  case low = 0x20
  /// Medium.
  case medium = 0x40
  /// High.
  case high = 0x60
  /// The highest.
  case max = 0x7f
}

enum AudioKeys {
  static let all = [AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVEncoderBitRateKey]
  /// The keys of uncompressed samples.
  static let linear = [AVLinearPCMBitDepthKey, AVLinearPCMIsFloatKey]
}
