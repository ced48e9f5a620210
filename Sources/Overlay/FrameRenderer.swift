public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureProcessing

/// Renders frames with what was found in them, for a view: fitted, turned and mirrored as that shows them.
public struct FrameRenderer: Sendable {
  /// How large the view is, in pixels; default as large as the upright picture is.
  public var dimensions: VideoDimensions?
  /// How the picture is fitted into the view; default as a whole.
  public var videoGravity = VideoGravity.resizeAspect
  /// By how much the upright picture is turned clockwise; default not at all.
  public var rotation = VideoRotation.degrees0
  /// Whether it is mirrored left to right once it is turned; default false.
  public var isVideoMirrored = false
  /// The width of a pixel of the stored picture divided by its height; default 1, square.
  ///
  /// The pixels of the view are square.
  public var pixelAspectRatio = 1.0
  /// What draws what was found; nil for the picture alone.
  public var overlay: Overlay? = Overlay()

  /// Makes the usual renderer.
  public init() {}

  /// Where a stored picture and what was found in it lie in the view.
  ///
  /// - Parameters:
  ///   - picture: The size of the stored picture.
  ///   - orientation: How it must be turned to be upright, before it is turned for the view.
  public func geometry(for picture: VideoDimensions, orientation: ImageOrientation) -> PreviewGeometry {
    let shape = picture.inSquarePixels(pixelAspectRatio)
    var geometry = PreviewGeometry(
      bounds: .zero, videoDimensions: shape, videoGravity: videoGravity, rotation: rotation,
      isVideoMirrored: isVideoMirrored)
    geometry.orientation = orientation.then(geometry.orientation)
    geometry.bounds.size = (dimensions ?? shape.upright(geometry.orientation)).size
    return geometry
  }

  /// The view of a frame, in BGRA.
  ///
  /// - Throws: What the decoder throws; `MediaError` where the view can't be, or memory is missing; ``OverlayError``.
  public func picture(of frame: Frame) throws -> PixelBuffer {
    // One lease alone where the picture fills the view as it is, so that what is drawn on it copies nothing.
    var shown = try frame.sampleBuffer.unsharedImage(as: .bgra)
    let geometry = geometry(for: shown.dimensions, orientation: frame.sampleBuffer.orientation)
    let renderer = PreviewRenderer(geometry: geometry)
    if !renderer.showsUnchanged(shown.dimensions) { shown = try renderer.view(of: shown) }
    try overlay?.draw(frame.metadataObjects, on: &shown, through: renderer.deviceToPixels)
    return shown
  }

  /// Whether the view is the very picture: upright as it is, with nothing around it and nothing drawn on it.
  package func showsUnchanged(_ frame: Frame) -> Bool {
    let sample = frame.sampleBuffer
    guard sample.orientation == .up, overlay == nil || frame.metadataObjects.isEmpty else { return false }
    let size = sample.formatDescription.dimensions
    return PreviewRenderer(geometry: geometry(for: size, orientation: .up)).showsUnchanged(size)
  }

  /// How large the view of a frame is, in pixels.
  package func viewDimensions(of frame: Frame) -> VideoDimensions {
    let sample = frame.sampleBuffer
    return PreviewRenderer(
      geometry: geometry(for: sample.formatDescription.dimensions, orientation: sample.orientation)
    ).dimensions
  }

  /// Draws the view of a frame into a picture that is there, whose size is the view's whatever ``dimensions`` say.
  ///
  /// - Parameters:
  ///   - frame: The frame, with what was found in it.
  ///   - view: In BGRA.
  /// - Returns: Where the stored picture lies in it.
  /// - Throws: As ``picture(of:)``.
  package func draw(_ frame: Frame, into view: inout PixelBuffer) throws -> PreviewGeometry {
    let sample = frame.sampleBuffer
    let picture = try sample.imageBuffer ?? sample.image(as: .bgra)
    var renderer = self
    renderer.dimensions = view.dimensions
    let geometry = renderer.geometry(for: picture.dimensions, orientation: sample.orientation)
    let preview = PreviewRenderer(geometry: geometry)
    if preview.showsUnchanged(picture.dimensions) {
      try sample.convertImage(to: &view)
    } else {
      try preview.draw(try sample.unsharedImage(as: .bgra), into: &view)
    }
    try overlay?.draw(frame.metadataObjects, on: &view, through: preview.deviceToPixels)
    return geometry
  }
}
