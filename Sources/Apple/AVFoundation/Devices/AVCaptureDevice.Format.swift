public import CoreMedia
public import Foundation
public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureSession

extension CaptureDevice.Format {
  /// How pictures become sharp.
  public enum AutoFocusSystem: Int, Sendable {
    /// They are as sharp as they are.
    case none = 0
    /// By looking where there is most contrast.
    case contrastDetection = 1
    /// By comparing what comes through two halves of the lens.
    case phaseDetection = 2
  }

  /// How pictures become sharp: not known by the format.
  public var autoFocusSystem: AutoFocusSystem { .none }

  /// How wide the camera sees, in degrees; 0 for not known.
  public var videoFieldOfView: Float { 0 }

  /// ``videoFieldOfView``, once what the lens bends is made straight.
  public var geometricDistortionCorrectedVideoFieldOfView: Float { videoFieldOfView }

  /// Whether several of the sensor's pixels make one; not known.
  public var isVideoBinned: Bool { false }

  /// False: nothing makes pictures steady.
  public var isVideoStabilizationSupported: Bool { false }

  /// Whether pictures can be made steady this way: not at all is all.
  public func isVideoStabilizationModeSupported(_ mode: AVCaptureVideoStabilizationMode) -> Bool { mode == .off }

  /// The largest zoom factor; 1 for none.
  public var videoMaxZoomFactor: CGFloat { CGFloat(greatestZoom) }

  /// The zoom factor from which pixels are made up: 1, since the middle of frames is scaled up.
  public var videoZoomFactorUpscaleThreshold: CGFloat { 1 }

  /// Zoom factors at which the sensor has all pixels; none are known.
  public var secondaryNativeResolutionZoomFactors: [CGFloat] { [] }

  /// Zoom factors that look well; not known.
  public var systemRecommendedVideoZoomRange: ClosedRange<CGFloat>? { nil }

  /// Exposure biases that look well; not known.
  public var systemRecommendedExposureBiasRange: ClosedRange<Float>? { nil }

  /// False: no camera has high dynamic range.
  public var isVideoHDRSupported: Bool { false }

  /// False: no camera has it.
  public var isGlobalToneMappingSupported: Bool { false }

  /// False: frames don't become longer by themselves.
  public var isAutoVideoFrameRateSupported: Bool { false }

  /// The colours that frames can have.
  public var supportedColorSpaces: [AVCaptureColorSpace] { mediaType == .video ? [.sRGB] : [] }

  /// How large photos can be while frames have this format: as large as those.
  public var supportedMaxPhotoDimensions: [CMVideoDimensions] {
    mediaType == .video ? [CMVideoDimensions(dimensions)] : []
  }

  /// The largest photo while frames have this format.
  public var highResolutionStillImageDimensions: CMVideoDimensions { CMVideoDimensions(dimensions) }

  /// True: photos are what the camera gives.
  public var isHighestPhotoQualitySupported: Bool { mediaType == .video }

  /// True: photos are what the camera gives.
  public var isHighPhotoQualitySupported: Bool { mediaType == .video }

  /// Outputs that can't be had with this format; none.
  public var unsupportedCaptureOutputClasses: [any AVCaptureOutput.Type] { [] }

  /// The shortest exposure that the device has; `CMTime.invalid` where it can't be set.
  public var minExposureDuration: CMTime { exposureLimits?.duration.lowerBound ?? .invalid }

  /// The longest exposure that the device has; `CMTime.invalid` where it can't be set.
  public var maxExposureDuration: CMTime { exposureLimits?.duration.upperBound ?? .invalid }

  /// The least sensitivity that the device has; 0 where it can't be set.
  public var minISO: Float { exposureLimits?.iso.lowerBound ?? 0 }

  /// The greatest sensitivity that the device has; 0 where it can't be set.
  public var maxISO: Float { exposureLimits?.iso.upperBound ?? 0 }
}
