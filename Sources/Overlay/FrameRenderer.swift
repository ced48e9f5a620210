public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureProcessing

/// A renderer of frames and their metadata objects: fitted, rotated and mirrored for a view.
public struct FrameRenderer: Sendable {
  /// The size of the view in pixels; default nil, the size of the upright picture.
  public var dimensions: VideoDimensions?
  /// The scaling of the picture to the view; default `resizeAspect`.
  public var videoGravity = VideoGravity.resizeAspect
  /// The clockwise rotation of the upright picture; default none.
  public var rotation = VideoRotation.degrees0
  /// Whether the picture is mirrored left to right after the rotation; default false.
  public var isVideoMirrored = false
  /// The width of a pixel of the stored picture divided by its height; default 1, square.
  ///
  /// The pixels of the view are square.
  public var pixelAspectRatio = 1.0
  /// The overlay that draws metadata objects; nil draws the picture alone.
  public var overlay: Overlay? = Overlay()
  /// A closure that returns a drawing over the picture and its metadata objects; default nil.
  ///
  /// The closure receives the position of the stored picture in the view, whose bounds are in pixels and begin at
  /// zero. The thread that draws calls it for each frame.
  public var drawing: (@Sendable (_ geometry: PreviewGeometry) -> ViewDrawing)?

  /// Creates a renderer with default settings.
  public init() {}

  /// Returns the position of a stored picture in the view.
  ///
  /// - Parameters:
  ///   - picture: The size of the stored picture.
  ///   - orientation: The orientation that makes the picture upright, applied before the view's rotation.
  public func geometry(for picture: VideoDimensions, orientation: ImageOrientation) -> PreviewGeometry {
    let shape = picture.inSquarePixels(pixelAspectRatio)
    var geometry = PreviewGeometry(
      bounds: .zero, videoDimensions: shape, videoGravity: videoGravity, rotation: rotation,
      isVideoMirrored: isVideoMirrored)
    geometry.orientation = orientation.then(geometry.orientation)
    geometry.bounds.size = (dimensions ?? shape.upright(geometry.orientation)).size
    return geometry
  }

  /// Returns the view of a frame in BGRA.
  ///
  /// - Throws: Errors of the decoder; `MediaError` for an invalid view size or out of memory; ``OverlayError``.
  public func picture(of frame: Frame) throws -> PixelBuffer {
    // Holds one reference only, so that drawing on an unscaled picture copies nothing.
    var shown = try frame.sampleBuffer.uncachedImage(as: .bgra)
    let geometry = geometry(for: shown.dimensions, orientation: frame.sampleBuffer.orientation)
    let renderer = PreviewRenderer(geometry: geometry)
    if !renderer.showsUnchanged(shown.dimensions) { shown = try renderer.view(of: shown) }
    try overlay?.draw(frame.metadataObjects, on: &shown, through: renderer.deviceToPixels)
    try drawing?(geometry).draw(on: &shown)
    return shown
  }

  /// Whether the view equals the stored picture: upright, without borders and with nothing drawn.
  package func showsUnchanged(_ frame: Frame) -> Bool {
    let sample = frame.sampleBuffer
    guard sample.orientation == .up, overlay == nil || frame.metadataObjects.isEmpty, drawing == nil else {
      return false
    }
    let size = sample.format.videoDimensions
    return PreviewRenderer(geometry: geometry(for: size, orientation: .up)).showsUnchanged(size)
  }

  /// Returns the size of a frame's view, in pixels.
  package func viewDimensions(of frame: Frame) -> VideoDimensions {
    let sample = frame.sampleBuffer
    return PreviewRenderer(
      geometry: geometry(for: sample.format.videoDimensions, orientation: sample.orientation)
    ).dimensions
  }

  /// Draws the view of a frame into an existing BGRA picture, whose size overrides ``dimensions``.
  ///
  /// - Returns: The position of the stored picture in the view.
  /// - Throws: The errors of ``picture(of:)``.
  package func draw(_ frame: Frame, into view: inout PixelBuffer) throws -> PreviewGeometry {
    let sample = frame.sampleBuffer
    let picture = try sample.pixelBuffer ?? sample.image(as: .bgra)
    var renderer = self
    renderer.dimensions = view.dimensions
    let geometry = renderer.geometry(for: picture.dimensions, orientation: sample.orientation)
    let preview = PreviewRenderer(geometry: geometry)
    if preview.showsUnchanged(picture.dimensions) {
      try sample.convertImage(to: &view)
    } else {
      try preview.draw(try sample.uncachedImage(as: .bgra), into: &view)
    }
    try overlay?.draw(frame.metadataObjects, on: &view, through: preview.deviceToPixels)
    try drawing?(geometry).draw(on: &view)
    return geometry
  }

  /// Returns a frame as the view shows it, drawn into an existing BGRA picture of the same size, if there is one.
  ///
  /// - Parameter canvas: The picture, which is replaced by one of the right size.
  /// - Throws: The errors of ``picture(of:)``.
  package func sample(of frame: Frame, reusing canvas: inout PixelBuffer?) throws -> SampleBuffer {
    let size = viewDimensions(of: frame)
    var picture =
      try canvas.take().flatMap { $0.dimensions == size ? $0 : nil }
      ?? PixelBuffer(format: .bgra, width: size.width, height: size.height)
    _ = try draw(frame, into: &picture)
    canvas = picture
    // All frames use their source's colour matrix, whether drawn on or not.
    let source = frame.sampleBuffer
    return SampleBuffer(
      pixelBuffer: picture, colorMatrix: source.format.colorMatrix ?? .bt601, timing: source.timing,
      sequenceNumber: source.sequenceNumber)
  }
}
