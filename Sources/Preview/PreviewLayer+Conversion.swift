public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

extension PreviewLayer {
  /// Converts a point of the view to a point of interest of the camera.
  ///
  /// The result suits `focusPointOfInterest` and `exposurePointOfInterest`. Coordinates outside 0 to 1 lie beside
  /// the picture.
  @_disfavoredOverload public func captureDevicePointConverted(fromLayerPoint point: Point) -> Point {
    geometry.captureDevicePointConverted(fromLayerPoint: point)
  }

  /// Converts a point of the camera's picture to a point of the view.
  @_disfavoredOverload public func layerPointConverted(fromCaptureDevicePoint point: Point) -> Point {
    geometry.layerPointConverted(fromCaptureDevicePoint: point)
  }

  /// Converts a rectangle of the view to a part of the camera's picture, for `rectOfInterest`.
  @_disfavoredOverload public func metadataOutputRectConverted(fromLayerRect rect: Rect) -> Rect {
    geometry.metadataOutputRectConverted(fromLayerRect: rect)
  }

  /// Converts a part of the camera's picture to a rectangle of the view.
  @_disfavoredOverload public func layerRectConverted(fromMetadataOutputRect rect: Rect) -> Rect {
    geometry.layerRectConverted(fromMetadataOutputRect: rect)
  }

  /// Returns a metadata object with its bounds, corners and angles in coordinates of the view.
  ///
  /// - Parameters:
  ///   - object: An object in device coordinates.
  ///   - connection: The connection that delivered the object's frame to the metadata output. Default nil: the
  ///     connection of the camera that the layer shows.
  /// - Returns: Nil when the object belongs to another input than the one shown.
  @_disfavoredOverload public func transformedMetadataObject<Object: MetadataObject>(
    for object: Object, from connection: CaptureConnection? = nil
  ) -> Object? { layerObject(for: object, from: connection) }

  package func layerObject<Object: MetadataObject>(
    for object: Object, from connection: CaptureConnection? = nil
  ) -> Object? {
    guard let shown = self.connection else { return nil }
    if let connection, connection.input !== shown.input { return nil }
    return geometry.transformedMetadataObject(for: object)
  }
}
