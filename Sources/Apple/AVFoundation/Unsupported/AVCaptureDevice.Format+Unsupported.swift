import CoreMedia
public import Foundation
public import OpenCaptureSession

extension CaptureDevice.Format {
  /// Formats of distances that go with this one: none.
  public var supportedDepthDataFormats: [AVCaptureDevice.Format] { [] }

  /// False: photos don't tell what is a person.
  public var isPortraitEffectsMatteStillImageDeliverySupported: Bool { false }

  /// The least zoom with distances: there are none.
  public var videoMinZoomFactorForDepthDataDelivery: CGFloat { 1 }

  /// The greatest zoom with distances: there are none.
  public var videoMaxZoomFactorForDepthDataDelivery: CGFloat { 1 }

  /// Zoom factors with distances: none.
  public var supportedVideoZoomFactorsForDepthDataDelivery: [CGFloat] { [] }

  /// Zoom factors with distances: none.
  public var supportedVideoZoomRangesForDepthDataDelivery: [ClosedRange<CGFloat>] { [] }

  /// False: there are no distances.
  public var zoomFactorsOutsideOfVideoZoomRangesForDepthDeliverySupported: Bool { false }

  /// True: how many cameras stream at once is what their bus can carry.
  public var isMultiCamSupported: Bool { true }

  /// False: pictures don't follow people.
  public var isCenterStageSupported: Bool { false }

  /// The least zoom while pictures follow people: they don't.
  public var videoMinZoomFactorForCenterStage: CGFloat { 1 }

  /// The greatest zoom while pictures follow people: they don't.
  public var videoMaxZoomFactorForCenterStage: CGFloat { 1 }

  /// The rates while pictures follow people: they don't.
  public var videoFrameRateRangeForCenterStage: AVFrameRateRange? { nil }

  /// False: what is behind people isn't blurred.
  public var isPortraitEffectSupported: Bool { false }

  /// The rates while what is behind people is blurred: it isn't.
  public var videoFrameRateRangeForPortraitEffect: AVFrameRateRange? { nil }

  /// False: people aren't lit.
  public var isStudioLightSupported: Bool { false }

  /// The rates while people are lit: they aren't.
  public var videoFrameRateRangeForStudioLight: AVFrameRateRange? { nil }

  /// False: what is behind people isn't replaced.
  public var isBackgroundReplacementSupported: Bool { false }

  /// The rates while what is behind people is replaced: it isn't.
  public var videoFrameRateRangeForBackgroundReplacement: AVFrameRateRange? { nil }

  /// False: gestures do nothing.
  public var reactionEffectsSupported: Bool { false }

  /// The rates while gestures do something: they don't.
  public var videoFrameRateRangeForReactionEffectsInProgress: AVFrameRateRange? { nil }

  /// False: movies are flat.
  public var isSpatialVideoCaptureSupported: Bool { false }
}
