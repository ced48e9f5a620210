public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureProcessing

extension FaceDetector: MetadataDetector {
  /// `MetadataObjectType.face`.
  public var availableMetadataObjectTypes: [MetadataObjectType] { [.face] }

  /// The same detector with another ``rectOfInterest``.
  public func selecting(_ region: Rect) -> FaceDetector {
    var copy = self
    copy.rectOfInterest = region
    return copy
  }
}

extension FaceTracker: MetadataDetector {
  /// `MetadataObjectType.face`.
  public var availableMetadataObjectTypes: [MetadataObjectType] { [.face] }

  /// The same tracker with another region of interest; faces are searched anew.
  public func selecting(_ region: Rect) -> FaceTracker {
    var copy = self
    copy.options.rectOfInterest = region
    return copy
  }
}
