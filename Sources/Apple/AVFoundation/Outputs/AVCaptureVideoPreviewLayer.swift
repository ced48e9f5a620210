public import Foundation
public import OpenCapturePreview
public import QuartzCore

/// The scaling of images in a layer; an alias of `VideoGravity`.
public typealias AVLayerVideoGravity = VideoGravity

/// A layer that shows a camera; it wraps OpenCapture's `PreviewLayer`.
///
/// A `PreviewWindow` displays the camera's picture, which fills the window, and sets the size of the layer. It draws
/// the sublayers and the layers in front over the picture. If the layer is not opaque, the layers behind are visible
/// through the picture. Transform and corners of this layer have no effect on the picture.
///
/// Unchecked: the properties are protected by the locks of their objects.
open class AVCaptureVideoPreviewLayer: CALayer, @unchecked Sendable {
  /// The layer of OpenCapture, for views of other toolkits.
  public let previewLayer = PreviewLayer()
  private final var changeKey = 0

  /// Creates a layer without a session.
  public override init() {
    super.init()
    setUp()
  }

  /// Creates a layer that shows a session's camera.
  ///
  /// The layer prefers the first camera that no other layer shows. In a session without cameras, it shows the first
  /// camera added later.
  public init(session: AVCaptureSession) {
    super.init()
    setUp()
    self.session = session
  }

  /// Creates a layer that shows nothing until a connection to it is added to the session.
  public init(sessionWithNoConnection session: AVCaptureSession) {
    super.init()
    setUp()
    setSessionWithNoConnection(session)
  }

  /// Creates a layer with the properties of another, but without its session and sublayers.
  public override init(layer: Any) {
    super.init(layer: layer)
    setUp()
  }

  /// Returns nil: layers are not archived.
  public required init?(coder: NSCoder) { return nil }

  deinit { Self.treeChanges.stop(changeKey) }

  private func setUp() {
    let previewLayer = previewLayer
    previewLayer.owner = self
    previewLayer.viewBounds = Rect(super.bounds)
    previewLayer.drawing = { [weak self] in self?.drawing(over: $0) ?? ViewDrawing() }
    changeKey = Self.treeChanges.listen { [weak previewLayer] in previewLayer?.setNeedsDisplay() }
  }

  /// Returns the drawing of the tree over the picture, after the layer has the size of the view.
  fileprivate final func drawing(over geometry: PreviewGeometry) -> ViewDrawing {
    let size = CGRect(geometry.bounds).size
    if bounds.size != size { frame = CGRect(origin: frame.origin, size: size) }
    return drawing(overViewOf: geometry.bounds.size)
  }

  /// The rectangle of the layer in its own coordinates; default empty.
  ///
  /// A window that shows the layer sets the size.
  open override var bounds: CGRect {
    get { super.bounds }
    set {
      super.bounds = newValue
      previewLayer.viewBounds = Rect(newValue)
    }
  }

  /// The session whose camera the layer shows; nil for none.
  open var session: AVCaptureSession? {
    get { previewLayer.session }
    set { previewLayer.session = newValue }
  }

  /// Sets the session without connecting the layer to a camera.
  open func setSessionWithNoConnection(_ session: AVCaptureSession) {
    previewLayer.setSessionWithNoConnection(session)
  }

  /// The connection that rotates and mirrors images for this layer alone; nil before the layer is connected.
  open var connection: AVCaptureConnection? { previewLayer.connection }

  /// The scaling of images to the bounds; default `resizeAspect`.
  open var videoGravity: AVLayerVideoGravity {
    get { previewLayer.videoGravity }
    set { previewLayer.videoGravity = newValue }
  }

  /// Whether the layer receives images.
  open var isPreviewing: Bool { previewLayer.isPreviewing }
}

extension PreviewWindow {
  /// Opens a window that shows a preview layer and the layers over it.
  ///
  /// - Parameters:
  ///   - title: The window's title.
  ///   - layer: The layer, which the window retains.
  ///   - dimensions: The size of the content in pixels; reduced on smaller screens. Default 1280×720.
  /// - Throws: `WindowError` without SDL or without a display. The error lists the drivers that were tried.
  public convenience init(
    title: String, layer: AVCaptureVideoPreviewLayer,
    dimensions: VideoDimensions = VideoDimensions(width: 1280, height: 720)
  ) throws(WindowError) {
    try self.init(title: title, layer: layer.previewLayer, dimensions: dimensions)
    updateRenderer { $0.drawing = { layer.drawing(over: $0) } }
  }
}

extension AVCaptureVideoPreviewLayer {
  /// Converts a point from layer to device coordinates.
  public func captureDevicePointConverted(fromLayerPoint pointInLayer: CGPoint) -> CGPoint {
    CGPoint(previewLayer.geometry.captureDevicePointConverted(fromLayerPoint: Point(pointInLayer)))
  }

  /// Converts a point from device to layer coordinates.
  public func layerPointConverted(fromCaptureDevicePoint captureDevicePointOfInterest: CGPoint) -> CGPoint {
    CGPoint(previewLayer.geometry.layerPointConverted(fromCaptureDevicePoint: Point(captureDevicePointOfInterest)))
  }

  /// Converts a rectangle from layer to metadata coordinates.
  public func metadataOutputRectConverted(fromLayerRect rectInLayerCoordinates: CGRect) -> CGRect {
    CGRect(previewLayer.geometry.metadataOutputRectConverted(fromLayerRect: Rect(rectInLayerCoordinates)))
  }

  /// Converts a rectangle from metadata to layer coordinates.
  public func layerRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
    CGRect(previewLayer.geometry.layerRectConverted(fromMetadataOutputRect: Rect(rectInMetadataOutputCoordinates)))
  }

  /// Returns an object in layer coordinates.
  ///
  /// Returns nil for an object of another input, or without a connection.
  public func transformedMetadataObject(for metadataObject: AVMetadataObject) -> AVMetadataObject? {
    func transformed(_ object: some MetadataObject) -> AVMetadataObject? {
      previewLayer.transformedMetadataObject(for: object)
    }
    return transformed(metadataObject)
  }

  /// Whether images can be rotated, as the connection reports.
  public var isOrientationSupported: Bool { connection?.isVideoOrientationSupported ?? false }

  /// The orientation of images; that of the connection.
  public var orientation: AVCaptureVideoOrientation {
    get { connection?.videoOrientation ?? .landscapeRight }
    set { connection?.videoOrientation = newValue }
  }

  /// Whether images can be mirrored, as the connection reports.
  public var isMirroringSupported: Bool { connection?.isVideoMirroringSupported ?? false }

  /// Whether mirroring depends on the position of the camera.
  public var automaticallyAdjustsMirroring: Bool {
    get { connection?.automaticallyAdjustsVideoMirroring ?? true }
    set { connection?.automaticallyAdjustsVideoMirroring = newValue }
  }

  /// Whether images are mirrored; that of the connection.
  public var isMirrored: Bool {
    get { connection?.isVideoMirrored ?? false }
    set { connection?.isVideoMirrored = newValue }
  }
}
