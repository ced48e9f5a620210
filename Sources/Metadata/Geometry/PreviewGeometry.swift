public import OpenCaptureMediaSamples

/// How the device's picture lies in a view: what `AVCaptureVideoPreviewLayer` knows, as a value.
///
/// The picture is cropped by the zoom, turned clockwise, mirrored left to right as seen in the view (as
/// `AVCaptureConnection` does it) and then fitted into the view; the conversions follow that way and back.
/// Device coordinates are the unit square of the unrotated sensor picture; view coordinates have the units of
/// ``bounds``; in both y points down.
///
/// Degenerate values answer finitely: bounds that are not a number count as 0 and negative extents as none; a
/// picture without pixels fills the view; a crop that is empty or not finite is the whole picture. Where the
/// picture has no extent in the view, every point of the view is the middle of the crop.
public struct PreviewGeometry: Sendable, Hashable {
  /// The view, in its own coordinates; the origin can be anywhere.
  public var bounds: Rect

  /// Pixels of the unrotated sensor picture, before any crop.
  public var videoDimensions: VideoDimensions

  /// How the picture is fitted into the view; default ``VideoGravity/resizeAspect``.
  public var videoGravity: VideoGravity

  /// How far the picture is turned clockwise in the view; default not at all.
  public var rotation: VideoRotation

  /// Whether the picture, after turning, is mirrored left to right in the view; default not.
  public var isVideoMirrored: Bool

  /// The part of the device's unit square that is shown, default all; see ``zoomCrop(videoZoomFactor:)``.
  public var zoomCrop: Rect

  /// Makes a geometry.
  ///
  /// - Parameters:
  ///   - bounds: The view, in its own coordinates.
  ///   - videoDimensions: Pixels of the unrotated sensor picture.
  ///   - videoGravity: How the picture is fitted into the view.
  ///   - rotation: How far the picture is turned clockwise in the view.
  ///   - isVideoMirrored: Whether it is mirrored left to right in the view, after turning.
  ///   - zoomCrop: The part of the device's unit square that is shown.
  public init(
    bounds: Rect, videoDimensions: VideoDimensions, videoGravity: VideoGravity = .resizeAspect,
    rotation: VideoRotation = .degrees0, isVideoMirrored: Bool = false, zoomCrop: Rect = .unit
  ) {
    (self.bounds, self.videoDimensions, self.videoGravity) = (bounds, videoDimensions, videoGravity)
    (self.rotation, self.isVideoMirrored, self.zoomCrop) = (rotation, isVideoMirrored, zoomCrop)
  }

  /// The part that a zoom about the centre shows (`AVCaptureDevice.videoZoomFactor`).
  ///
  /// - Parameter videoZoomFactor: How many times larger things appear; below 1 or not finite counts as 1.
  public static func zoomCrop(videoZoomFactor: Double) -> Rect {
    let extent = videoZoomFactor.isFinite ? 1 / max(1, videoZoomFactor) : 1
    return Rect(x: (1 - extent) / 2, y: (1 - extent) / 2, width: extent, height: extent)
  }

  /// ``rotation`` followed by mirroring, as one; setting it sets both.
  public var orientation: ImageOrientation {
    get { ImageOrientation(quarterTurns: rotation.quarterTurns).then(isVideoMirrored ? .upMirrored : .up) }
    set {
      // An orientation mirrors before it turns; the other way round, the turn is the opposite one.
      isVideoMirrored = newValue.isMirrored
      let turns = newValue.quarterTurns
      rotation = VideoRotation(quarterTurns: isVideoMirrored ? -turns : turns)
    }
  }

  /// Where the shown picture, all of it, lies in the view.
  ///
  /// Centred in ``bounds``: inside with ``VideoGravity/resizeAspect``, beyond two edges with
  /// ``VideoGravity/resizeAspectFill``.
  public var videoRect: Rect {
    let view = bounds.bounded
    let size = fittedSize(in: view.size)
    let (x, y) = (view.minX + (view.width - size.width) / 2, view.minY + (view.height - size.height) / 2)
    return Rect(x: x, y: y, width: size.width, height: size.height).bounded
  }

  /// The part of the device's unit square that can be seen in the view: the `rectOfInterest` of its bounds.
  ///
  /// Where the view has no area, it is empty and in the middle of the crop.
  public var visibleDeviceRect: Rect {
    let crop = usableCrop
    let seen = metadataOutputRectConverted(fromLayerRect: bounds.bounded).intersection(crop)
    return seen ?? Rect(origin: crop.center, size: .zero)
  }

  /// The whole map from device coordinates to the view.
  public var deviceToLayer: PictureTransform {
    PictureTransform(from: usableCrop, orientation: orientation, to: videoRect)
  }

  private var usableCrop: Rect {
    // The centre is computed from all four numbers, so it is finite only if they are.
    let isFinite = zoomCrop.center.x.isFinite && zoomCrop.center.y.isFinite
    return zoomCrop.isEmpty || !isFinite ? .unit : zoomCrop.bounded
  }

  private func fittedSize(in view: Size) -> Size {
    let crop = usableCrop
    let picture = orientation.upright(
      Size(width: videoDimensions.size.width * crop.width, height: videoDimensions.size.height * crop.height))
    guard videoGravity != .resize, picture.width > 0, picture.height > 0 else { return view }
    let viewIsWider = view.width * picture.height > view.height * picture.width
    // One side is the view's own to the last bit, so that covering and fitting inside are exact.
    return viewIsWider == (videoGravity == .resizeAspectFill)
      ? Size(width: view.width, height: view.width * picture.height / picture.width)
      : Size(width: view.height * picture.width / picture.height, height: view.height)
  }
}
