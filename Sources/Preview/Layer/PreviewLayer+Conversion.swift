public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

// `PreviewGeometry` converts; the layer knows which it is now.

extension PreviewLayer {
  /// The point of interest of a camera that a point of the view shows, for `focusPointOfInterest` and
  /// `exposurePointOfInterest`; beyond 0 to 1 where the view shows no picture.
  @_disfavoredOverload public func captureDevicePointConverted(fromLayerPoint point: Point) -> Point {
    geometry.captureDevicePointConverted(fromLayerPoint: point)
  }

  /// The point of the view that shows a point of the camera's picture.
  @_disfavoredOverload public func layerPointConverted(fromCaptureDevicePoint point: Point) -> Point {
    geometry.layerPointConverted(fromCaptureDevicePoint: point)
  }

  /// The part of the camera's picture that a rectangle of the view shows, for `rectOfInterest`.
  @_disfavoredOverload public func metadataOutputRectConverted(fromLayerRect rect: Rect) -> Rect {
    geometry.metadataOutputRectConverted(fromLayerRect: rect)
  }

  /// The rectangle of the view that shows a part of the camera's picture.
  @_disfavoredOverload public func layerRectConverted(fromMetadataOutputRect rect: Rect) -> Rect {
    geometry.layerRectConverted(fromMetadataOutputRect: rect)
  }

  /// What was found, in coordinates of the view: bounds, corners and angles.
  ///
  /// - Parameters:
  ///   - object: In device coordinates.
  ///   - connection: The way that its frame came, as the metadata output told; nil, the default, for the camera that is
  ///     shown.
  /// - Returns: Nil where it was found in what another input than the one shown sees.
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
