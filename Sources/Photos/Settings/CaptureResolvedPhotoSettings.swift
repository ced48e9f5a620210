public import OpenCaptureMediaSamples

/// What a photo will be, as far as its settings left that open (`AVCaptureResolvedPhotoSettings`).
///
/// Dimensions are those of stored pictures, before their orientation is applied; 0×0 for what doesn't come.
public struct CaptureResolvedPhotoSettings: Sendable, Hashable {
  /// That of the settings.
  public let uniqueID: Int64
  /// The processed photo's.
  public internal(set) var photoDimensions = VideoDimensions.none
  /// The raw photo's.
  public internal(set) var rawPhotoDimensions = VideoDimensions.none
  /// The preview's.
  public internal(set) var previewDimensions = VideoDimensions.none
  /// Those of the thumbnail in the file.
  public internal(set) var embeddedThumbnailDimensions = VideoDimensions.none
  /// Those of a Live Photo's movie.
  public internal(set) var livePhotoMovieDimensions = VideoDimensions.none
  /// How many photos come.
  public internal(set) var expectedPhotoCount = 1
  /// Whether the lamp is lit.
  public internal(set) var isFlashEnabled = false

  init(uniqueID: Int64) { self.uniqueID = uniqueID }
}

extension VideoDimensions {
  /// Of a picture that isn't there.
  static let none = VideoDimensions(width: 0, height: 0)

  /// The largest size of the same shape that isn't above a limit, nor above this size itself.
  func fitted(into limit: VideoDimensions) -> VideoDimensions {
    let scale = min(1, Double(limit.width) / Double(width), Double(limit.height) / Double(height))
    return VideoDimensions(
      width: max(1, Int((Double(width) * scale).rounded())), height: max(1, Int((Double(height) * scale).rounded()))
    )
  }
}
