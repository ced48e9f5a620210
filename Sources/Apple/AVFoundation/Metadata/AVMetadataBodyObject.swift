public import OpenCaptureMetadata

/// A body; nothing here finds any.
public protocol AVMetadataBodyObject: MetadataObject {
  /// The number of the body.
  var bodyID: Int { get }
}

/// A person, from the head to the chest; nothing here finds any.
public protocol AVMetadataHumanBodyObject: AVMetadataBodyObject {}

/// A person, whole; nothing here finds any.
public protocol AVMetadataHumanFullBodyObject: AVMetadataBodyObject {}

/// A cat; nothing here finds any.
public protocol AVMetadataCatBodyObject: AVMetadataBodyObject {}

/// A dog; nothing here finds any.
public protocol AVMetadataDogBodyObject: AVMetadataBodyObject {}

/// What somebody would look at; nothing here finds it.
public protocol AVMetadataSalientObject: MetadataObject {
  /// The number of the object.
  var objectID: Int { get }
}
