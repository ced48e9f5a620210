public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// A processor that finds things, and says which; it can be asked to look for fewer of them, or for those in a part of the
/// picture.
///
/// What a metadata output of a capture session asks its detectors.
public protocol MetadataDetector: FrameProcessor {
  /// What it can find.
  var availableMetadataObjectTypes: [MetadataObjectType] { get }

  /// What it looks for now. Default all that it can find.
  var metadataObjectTypes: [MetadataObjectType] { get }

  /// The same detector, looking for these types alone; those that it can't find are not meant for it.
  func selecting(_ types: Set<MetadataObjectType>) -> Self

  /// The same detector, looking for what touches a part of the picture alone, in device coordinates; what crosses its edge
  /// is found whole.
  func selecting(_ region: Rect) -> Self
}

extension MetadataDetector {
  /// All that it can find.
  public var metadataObjectTypes: [MetadataObjectType] { availableMetadataObjectTypes }

  /// The detector as it is: what it finds beside is left out by the one who asks.
  public func selecting(_ types: Set<MetadataObjectType>) -> Self { self }

  /// The detector as it is: what it finds elsewhere is left out by the one who asks.
  public func selecting(_ region: Rect) -> Self { self }
}
