public import OpenCaptureMediaSamples

/// The conversions, under the names that `AVCaptureVideoPreviewLayer` has for them.
///
/// None of them clips: what lies outside the picture or the view keeps its place outside.
extension PreviewGeometry {
  /// Where a point of the view is in device coordinates.
  public func captureDevicePointConverted(fromLayerPoint point: Point) -> Point {
    deviceToLayer.inverse.apply(point)
  }

  /// Where a point in device coordinates is in the view.
  public func layerPointConverted(fromCaptureDevicePoint point: Point) -> Point {
    deviceToLayer.apply(point)
  }

  /// What a rectangle of the view covers in device coordinates, such as a `rectOfInterest`.
  public func metadataOutputRectConverted(fromLayerRect rect: Rect) -> Rect {
    deviceToLayer.inverse.apply(rect)
  }

  /// What a rectangle in device coordinates, such as a `rectOfInterest`, covers in the view.
  public func layerRectConverted(fromMetadataOutputRect rect: Rect) -> Rect {
    deviceToLayer.apply(rect)
  }

  /// The same find in view coordinates: bounds, corners, roll and yaw.
  ///
  /// The corners of a code keep their names: its top left stays its own, turned and mirrored as it may be
  /// seen.
  public func transformedMetadataObject<Object: MetadataObject>(for object: Object) -> Object {
    object.transformed(by: deviceToLayer)
  }

  /// The same find in device coordinates again: undoes ``transformedMetadataObject(for:)``.
  public func metadataObjectConverted<Object: MetadataObject>(fromLayerObject object: Object) -> Object {
    object.transformed(by: deviceToLayer.inverse)
  }
}
