public import CoreMedia
import OpenCapturePhotos

/// The settings of a photo after resolution by the output.
public final class AVCaptureResolvedPhotoSettings: Sendable {
  private let settings: CaptureResolvedPhotoSettings

  init(_ settings: CaptureResolvedPhotoSettings) { self.settings = settings }

  /// The identifier of the request.
  public var uniqueID: Int64 { settings.uniqueID }
  /// The dimensions of the photo; 0×0 without one.
  public var photoDimensions: CMVideoDimensions { CMVideoDimensions(settings.photoDimensions) }
  /// The dimensions of the raw photo; 0×0 without one.
  public var rawPhotoDimensions: CMVideoDimensions { CMVideoDimensions(settings.rawPhotoDimensions) }
  /// The dimensions of the preview; 0×0 without one.
  public var previewDimensions: CMVideoDimensions { CMVideoDimensions(settings.previewDimensions) }
  /// The dimensions of the embedded thumbnail; 0×0 without one.
  public var embeddedThumbnailDimensions: CMVideoDimensions {
    CMVideoDimensions(settings.embeddedThumbnailDimensions)
  }
  /// The dimensions of a raw photo's embedded thumbnail; always 0×0.
  public var rawEmbeddedThumbnailDimensions: CMVideoDimensions { CMVideoDimensions() }
  /// The dimensions of a Live Photo's movie; 0×0 without one.
  public var livePhotoMovieDimensions: CMVideoDimensions { CMVideoDimensions(settings.livePhotoMovieDimensions) }
  /// The dimensions of a deferred photo; always 0×0.
  public var deferredPhotoProxyDimensions: CMVideoDimensions { CMVideoDimensions() }
  /// The number of expected photos.
  public var expectedPhotoCount: Int { settings.expectedPhotoCount }
  /// Whether the flash is used.
  public var isFlashEnabled: Bool { settings.isFlashEnabled }
  /// Whether red-eye reduction is enabled; always false.
  public var isRedEyeReductionEnabled: Bool { false }
  /// Whether still image stabilization is enabled; always false.
  public var isStillImageStabilizationEnabled: Bool { false }
  /// Whether content-aware distortion correction is enabled; always false.
  public var isContentAwareDistortionCorrectionEnabled: Bool { false }
  /// Whether fast capture prioritization is enabled; always false.
  public var isFastCapturePrioritizationEnabled: Bool { false }
  /// The expected processing time; always zero, for unknown.
  public var photoProcessingTimeRange: CMTimeRange { .zero }
  /// The dimensions of the portrait effects matte; always 0×0.
  public var portraitEffectsMatteDimensions: CMVideoDimensions { CMVideoDimensions() }
  /// Whether fusion of two cameras is enabled; always false.
  public var isDualCameraFusionEnabled: Bool { false }
  /// Whether fusion of several cameras is enabled; always false.
  public var isVirtualDeviceFusionEnabled: Bool { false }

  /// Returns the dimensions of a semantic segmentation matte; always 0×0.
  public func dimensionsForSemanticSegmentationMatte(
    ofType semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType
  ) -> CMVideoDimensions { CMVideoDimensions() }
}
