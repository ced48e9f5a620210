public import OpenCaptureMetadata
public import OpenCaptureProcessing

extension FaceDetector: MetadataDetector {
  /// `MetadataObjectType.face`.
  public var availableMetadataObjectTypes: [MetadataObjectType] { [.face] }
}

extension FaceTracker: MetadataDetector {
  /// `MetadataObjectType.face`.
  public var availableMetadataObjectTypes: [MetadataObjectType] { [.face] }
}
