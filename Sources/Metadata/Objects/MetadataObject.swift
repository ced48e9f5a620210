public import OpenCaptureMediaSamples

/// Something that was found in a picture: what, when and where (`AVMetadataObject`).
///
/// Values, so an object can be kept, sent to another thread and converted without touching the one it came
/// from. What detectors emit is in device coordinates; ``PreviewGeometry`` converts whole objects to a view
/// and back.
public protocol MetadataObject: Sendable {
  /// What was found.
  var type: MetadataObjectType { get }

  /// When it was seen: the presentation time of its picture; `MediaTime.invalid` where that has none.
  var time: MediaTime { get }

  /// How long its picture lasts; `MediaTime.invalid` where nobody knows.
  var duration: MediaTime { get }

  /// The smallest upright rectangle that holds it.
  ///
  /// In device coordinates, unless the object was transformed: the unit square of the unrotated sensor
  /// picture, origin top left, y down.
  @_disfavoredOverload var bounds: Rect { get }

  /// The same find in other coordinates: its places and angles go through `transform`, the rest stays.
  ///
  /// A type of your own conforms by passing its points, rectangles and angles to the transform's `apply`.
  /// What comes back must return through ``PictureTransform/inverse``.
  func transformed(by transform: PictureTransform) -> Self
}

extension MetadataObject {
  /// ``bounds``, for modules that have another property of that name.
  package var box: Rect { bounds }
}
