public import CoreMedia
public import OpenCaptureSession

extension CaptureDevice.Format {
  /// An autofocus method.
  public enum AutoFocusSystem: Int, Sendable {
    /// No autofocus.
    case none = 0
    /// Contrast detection.
    case contrastDetection = 1
    /// Phase detection.
    case phaseDetection = 2
  }

  /// The autofocus method; always none, because formats do not report it.
  public var autoFocusSystem: AutoFocusSystem { .none }

  /// The horizontal field of view, in degrees; always 0, for unknown.
  public var videoFieldOfView: Float { 0 }

  /// The field of view after distortion correction.
  public var geometricDistortionCorrectedVideoFieldOfView: Float { videoFieldOfView }

  /// Whether sensor pixels are binned; always false, for unknown.
  public var isVideoBinned: Bool { false }

  /// Whether video stabilization is supported; always false.
  public var isVideoStabilizationSupported: Bool { false }

  /// Returns whether a stabilization mode is supported; only `off` is.
  public func isVideoStabilizationModeSupported(_ mode: AVCaptureVideoStabilizationMode) -> Bool { mode == .off }

  /// The maximum zoom factor; 1 without zoom.
  public var videoMaxZoomFactor: CGFloat { CGFloat(maxZoomFactor) }

  /// The zoom factor from which images are upscaled; always 1, because zoom crops and scales frames.
  public var videoZoomFactorUpscaleThreshold: CGFloat { 1 }

  /// The zoom factors at which the sensor has its native resolution; always empty.
  public var secondaryNativeResolutionZoomFactors: [CGFloat] { [] }

  /// The recommended zoom range; always nil.
  public var systemRecommendedVideoZoomRange: ClosedRange<CGFloat>? { nil }

  /// The recommended range of exposure bias; always nil.
  public var systemRecommendedExposureBiasRange: ClosedRange<Float>? { nil }

  /// Whether high dynamic range is supported; always false.
  public var isVideoHDRSupported: Bool { false }

  /// Whether global tone mapping is supported; always false.
  public var isGlobalToneMappingSupported: Bool { false }

  /// Whether automatic frame rates are supported; always false.
  public var isAutoVideoFrameRateSupported: Bool { false }

  /// The color spaces of frames.
  public var supportedColorSpaces: [AVCaptureColorSpace] { mediaType == .video ? [.sRGB] : [] }

  /// The supported maximum photo dimensions, which are those of the frames.
  public var supportedMaxPhotoDimensions: [CMVideoDimensions] {
    mediaType == .video ? [CMVideoDimensions(dimensions)] : []
  }

  /// The dimensions of the largest photo in this format.
  public var highResolutionStillImageDimensions: CMVideoDimensions { CMVideoDimensions(dimensions) }

  /// Whether the highest photo quality is supported; true for video.
  public var isHighestPhotoQualitySupported: Bool { mediaType == .video }

  /// Whether high photo quality is supported; true for video.
  public var isHighPhotoQualitySupported: Bool { mediaType == .video }

  /// The output classes that the format does not support; always empty.
  public var unsupportedCaptureOutputClasses: [any AVCaptureOutput.Type] { [] }

  /// The minimum exposure duration of the device; `CMTime.invalid` without manual exposure.
  public var minExposureDuration: CMTime { exposureLimits?.duration.lowerBound ?? .invalid }

  /// The maximum exposure duration of the device; `CMTime.invalid` without manual exposure.
  public var maxExposureDuration: CMTime { exposureLimits?.duration.upperBound ?? .invalid }

  /// The minimum sensitivity of the device; 0 without manual exposure.
  public var minISO: Float { exposureLimits?.iso.lowerBound ?? 0 }

  /// The maximum sensitivity of the device; 0 without manual exposure.
  public var maxISO: Float { exposureLimits?.iso.upperBound ?? 0 }

  /// The formats of depth data for this format; always empty.
  public var supportedDepthDataFormats: [AVCaptureDevice.Format] { [] }

  /// Whether portrait effects mattes are supported; always false.
  public var isPortraitEffectsMatteStillImageDeliverySupported: Bool { false }

  /// The minimum zoom factor with depth data; always 1.
  public var videoMinZoomFactorForDepthDataDelivery: CGFloat { 1 }

  /// The maximum zoom factor with depth data; always 1.
  public var videoMaxZoomFactorForDepthDataDelivery: CGFloat { 1 }

  /// The zoom factors with depth data; always empty.
  public var supportedVideoZoomFactorsForDepthDataDelivery: [CGFloat] { [] }

  /// The zoom ranges with depth data; always empty.
  public var supportedVideoZoomRangesForDepthDataDelivery: [ClosedRange<CGFloat>] { [] }

  /// Whether other zoom factors are supported with depth data; always false.
  public var zoomFactorsOutsideOfVideoZoomRangesForDepthDeliverySupported: Bool { false }

  /// Whether the format can be used with several cameras; always true.
  ///
  /// The bandwidth of their bus limits the number of cameras.
  public var isMultiCamSupported: Bool { true }

  /// The minimum zoom factor with Center Stage; always 1.
  public var videoMinZoomFactorForCenterStage: CGFloat { 1 }

  /// The maximum zoom factor with Center Stage, which is ``videoMaxZoomFactor``; 1 if it is not supported.
  ///
  /// Cropping for both leaves at least 160 pixels of the width, so that a large factor limits the magnification by
  /// Center Stage.
  public var videoMaxZoomFactorForCenterStage: CGFloat { isCenterStageSupported ? videoMaxZoomFactor : 1 }

  /// The frame rates with Center Stage, which are those of the format; nil if it is not supported.
  public var videoFrameRateRangeForCenterStage: AVFrameRateRange? { centerStageFrameRates }

  /// Whether the portrait effect is supported; always false.
  public var isPortraitEffectSupported: Bool { false }

  /// The frame rates with the portrait effect; always nil.
  public var videoFrameRateRangeForPortraitEffect: AVFrameRateRange? { nil }

  /// Whether Studio Light is supported; always false.
  public var isStudioLightSupported: Bool { false }

  /// The frame rates with Studio Light; always nil.
  public var videoFrameRateRangeForStudioLight: AVFrameRateRange? { nil }

  /// Whether background replacement is supported; always false.
  public var isBackgroundReplacementSupported: Bool { false }

  /// The frame rates with background replacement; always nil.
  public var videoFrameRateRangeForBackgroundReplacement: AVFrameRateRange? { nil }

  /// Whether reactions are supported; always false.
  public var reactionEffectsSupported: Bool { false }

  /// The frame rates with reactions; always nil.
  public var videoFrameRateRangeForReactionEffectsInProgress: AVFrameRateRange? { nil }

  /// Whether spatial video is supported; always false.
  public var isSpatialVideoCaptureSupported: Bool { false }
}
