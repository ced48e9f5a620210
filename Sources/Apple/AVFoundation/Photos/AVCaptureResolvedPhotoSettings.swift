public import CoreMedia
import OpenCaptureMediaSamples
import OpenCapturePhotos

/// What became of settings: what is taken.
public final class AVCaptureResolvedPhotoSettings: Sendable {
  private let settings: CaptureResolvedPhotoSettings

  init(_ settings: CaptureResolvedPhotoSettings) { self.settings = settings }

  /// The number of the settings.
  public var uniqueID: Int64 { settings.uniqueID }
  /// How large the photo is; 0×0 for none.
  public var photoDimensions: CMVideoDimensions { CMVideoDimensions(settings.photoDimensions) }
  /// How large the raw photo is; 0×0 for none.
  public var rawPhotoDimensions: CMVideoDimensions { CMVideoDimensions(settings.rawPhotoDimensions) }
  /// How large the preview is; 0×0 for none.
  public var previewDimensions: CMVideoDimensions { CMVideoDimensions(settings.previewDimensions) }
  /// How large the small picture within the file is; 0×0 for none.
  public var embeddedThumbnailDimensions: CMVideoDimensions {
    CMVideoDimensions(settings.embeddedThumbnailDimensions)
  }
  /// How large the small picture within the raw file is: there is none.
  public var rawEmbeddedThumbnailDimensions: CMVideoDimensions { CMVideoDimensions() }
  /// How large a Live Photo's movie is; 0×0 for none.
  public var livePhotoMovieDimensions: CMVideoDimensions { CMVideoDimensions(settings.livePhotoMovieDimensions) }
  /// How large a photo is that comes first, and is finished later: there is none.
  public var deferredPhotoProxyDimensions: CMVideoDimensions { CMVideoDimensions() }
  /// How many photos come.
  public var expectedPhotoCount: Int { settings.expectedPhotoCount }
  /// Whether the camera's lamp is used.
  public var isFlashEnabled: Bool { settings.isFlashEnabled }
  /// Whether red eyes are mended; no.
  public var isRedEyeReductionEnabled: Bool { false }
  /// Whether several frames make one photo; no.
  public var isStillImageStabilizationEnabled: Bool { false }
  /// Whether what the lens bends is made straight; no.
  public var isContentAwareDistortionCorrectionEnabled: Bool { false }
  /// Whether photos are simpler, since many are asked for; no.
  public var isFastCapturePrioritizationEnabled: Bool { false }
  /// How long the photo takes to be made; not known.
  public var photoProcessingTimeRange: CMTimeRange { CMTimeRange(start: .zero, duration: .zero) }
}
