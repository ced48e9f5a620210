public import OpenCaptureMediaSamples

/// The placement of a device's picture in a view, as in `AVCaptureVideoPreviewLayer`.
///
/// The picture is cropped by the zoom, rotated clockwise, mirrored left to right in the view as in
/// `AVCaptureConnection`, and fitted into the view. Conversions apply these steps in either direction. Device
/// coordinates are the unit square of the unrotated sensor picture. View coordinates have the units of ``bounds``.
/// In both, y points down.
///
/// Degenerate values give finite results. Bounds that are not a number count as 0, and negative extents count as 0.
/// A picture without pixels fills the view. An empty or infinite crop counts as the whole picture. If the picture
/// has no extent in the view, all points of the view map to the middle of the crop.
public struct PreviewGeometry: Sendable, Hashable {
  /// The view in its own coordinates, with any origin.
  public var bounds: Rect

  /// The size of the unrotated sensor picture in pixels, before any crop.
  public var videoDimensions: VideoDimensions

  /// The fitting of the picture into the view (default: ``VideoGravity/resizeAspect``).
  public var videoGravity: VideoGravity

  /// The clockwise rotation of the picture in the view (default: none).
  public var rotation: VideoRotation

  /// Whether the rotated picture is mirrored left to right in the view (default: false).
  public var isVideoMirrored: Bool

  /// The visible part of the device's unit square; see ``zoomCrop(videoZoomFactor:)`` (default: all).
  public var zoomCrop: Rect

  /// Makes a geometry.
  ///
  /// - Parameters:
  ///   - bounds: The view in its own coordinates.
  ///   - videoDimensions: The size of the unrotated sensor picture in pixels.
  ///   - videoGravity: The fitting of the picture into the view.
  ///   - rotation: The clockwise rotation of the picture in the view.
  ///   - isVideoMirrored: Whether the rotated picture is mirrored left to right in the view.
  ///   - zoomCrop: The visible part of the device's unit square.
  public init(
    bounds: Rect, videoDimensions: VideoDimensions, videoGravity: VideoGravity = .resizeAspect,
    rotation: VideoRotation = .degrees0, isVideoMirrored: Bool = false, zoomCrop: Rect = .unit
  ) {
    self.bounds = bounds
    self.videoDimensions = videoDimensions
    self.videoGravity = videoGravity
    self.rotation = rotation
    self.isVideoMirrored = isVideoMirrored
    self.zoomCrop = zoomCrop
  }

  /// Returns the part of the picture visible with a zoom about the center (`AVCaptureDevice.videoZoomFactor`).
  ///
  /// - Parameter videoZoomFactor: The magnification; values below 1 and infinite values count as 1.
  public static func zoomCrop(videoZoomFactor: Double) -> Rect {
    let extent = videoZoomFactor.isFinite ? 1 / max(1, videoZoomFactor) : 1
    return Rect(x: (1 - extent) / 2, y: (1 - extent) / 2, width: extent, height: extent)
  }

  /// The combination of ``rotation`` and subsequent mirroring; setting it sets both.
  public var orientation: ImageOrientation {
    get { ImageOrientation(quarterTurns: rotation.quarterTurns).then(isVideoMirrored ? .upMirrored : .up) }
    set {
      // An orientation mirrors before it rotates; for the opposite order, the rotation is reversed.
      isVideoMirrored = newValue.isMirrored
      let turns = newValue.quarterTurns
      rotation = VideoRotation(quarterTurns: isVideoMirrored ? -turns : turns)
    }
  }

  /// The rectangle of the whole cropped picture in the view.
  ///
  /// Centered in ``bounds``: inside with ``VideoGravity/resizeAspect``, beyond two edges with
  /// ``VideoGravity/resizeAspectFill``.
  public var videoRect: Rect {
    let view = bounds.bounded
    let size = fittedSize(in: view.size)
    let x = view.minX + (view.width - size.width) / 2
    let y = view.minY + (view.height - size.height) / 2
    return Rect(x: x, y: y, width: size.width, height: size.height).bounded
  }

  /// The part of the device's unit square visible in the view: the `regionOfInterest` of its bounds.
  ///
  /// If the view has no area, the part is empty and in the middle of the crop.
  public var visibleDeviceRect: Rect {
    let crop = usableCrop
    let seen = metadataOutputRectConverted(fromLayerRect: bounds.bounded).intersection(crop)
    return seen ?? Rect(origin: crop.center, size: .zero)
  }

  /// The map from device coordinates to the view.
  public var deviceToLayer: PictureTransform {
    PictureTransform(from: usableCrop, orientation: orientation, to: videoRect)
  }

  private var usableCrop: Rect {
    // The center is computed from all four numbers, so that it is finite only if they are.
    let isFinite = zoomCrop.center.x.isFinite && zoomCrop.center.y.isFinite
    return zoomCrop.isEmpty || !isFinite ? .unit : zoomCrop.bounded
  }

  private func fittedSize(in view: Size) -> Size {
    let crop = usableCrop
    let picture = orientation.upright(
      Size(width: videoDimensions.size.width * crop.width, height: videoDimensions.size.height * crop.height))
    guard videoGravity != .resize, picture.width > 0, picture.height > 0 else { return view }
    let viewIsWider = view.width * picture.height > view.height * picture.width
    // One side is exactly the view's, so that fitting and filling are exact.
    return viewIsWider == (videoGravity == .resizeAspectFill)
      ? Size(width: view.width, height: view.width * picture.height / picture.width)
      : Size(width: view.height * picture.width / picture.height, height: view.height)
  }
}

/// Conversions with the names of `AVCaptureVideoPreviewLayer`.
///
/// None of them clips: points outside the picture or the view stay outside.
extension PreviewGeometry {
  /// Converts a point of the view to device coordinates.
  public func captureDevicePointConverted(fromLayerPoint point: Point) -> Point {
    deviceToLayer.inverse.apply(point)
  }

  /// Converts a point in device coordinates to the view.
  public func layerPointConverted(fromCaptureDevicePoint point: Point) -> Point { deviceToLayer.apply(point) }

  /// Converts a rectangle of the view to device coordinates, for example to a `regionOfInterest`.
  public func metadataOutputRectConverted(fromLayerRect rect: Rect) -> Rect { deviceToLayer.inverse.apply(rect) }

  /// Converts a rectangle in device coordinates, such as a `regionOfInterest`, to the view.
  public func layerRectConverted(fromMetadataOutputRect rect: Rect) -> Rect { deviceToLayer.apply(rect) }

  /// Converts the bounds, corners, roll and yaw of a metadata object to view coordinates.
  ///
  /// The corners of a code keep their names: the top left is the code's own, even if the code appears rotated or
  /// mirrored.
  public func transformedMetadataObject<Object: MetadataObject>(for object: Object) -> Object {
    object.transformed(by: deviceToLayer)
  }

  /// Converts a metadata object in view coordinates to device coordinates; reverses
  /// ``transformedMetadataObject(for:)``.
  public func metadataObjectConverted<Object: MetadataObject>(fromLayerObject object: Object) -> Object {
    object.transformed(by: deviceToLayer.inverse)
  }
}

/// The fitting of a picture into a view of another shape (`AVLayerVideoGravity`).
public enum VideoGravity: String, Sendable, Hashable, CaseIterable {
  /// Stretches to the view and changes the aspect ratio.
  case resize = "AVLayerVideoGravityResize"
  /// Fits inside the view, with empty bars if the shapes differ.
  case resizeAspect = "AVLayerVideoGravityResizeAspect"
  /// Fills the view, with cropped edges if the shapes differ.
  case resizeAspectFill = "AVLayerVideoGravityResizeAspectFill"
}

/// The clockwise rotation of a picture by quarter turns (`AVCaptureConnection.videoRotationAngle`).
public enum VideoRotation: Int, Sendable, Hashable, CaseIterable {
  /// No rotation.
  case degrees0 = 0
  /// A quarter turn clockwise.
  case degrees90 = 90
  /// Upside down.
  case degrees180 = 180
  /// A quarter turn counter-clockwise.
  case degrees270 = 270

  /// Makes the rotation by any number of clockwise quarter turns; multiples of four give no rotation.
  public init(quarterTurns: Int) { self = [.degrees0, .degrees90, .degrees180, .degrees270][quarterTurns & 3] }

  /// The number of clockwise quarter turns, 0 to 3.
  public var quarterTurns: Int { rawValue / 90 }
}
