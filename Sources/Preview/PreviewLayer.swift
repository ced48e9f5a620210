import Dispatch
public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureOverlay
import OpenCaptureProcessing
public import OpenCaptureSession
public import OpenCaptureSystem

/// A layer that shows a session's camera in a view and converts coordinates (`AVCaptureVideoPreviewLayer`).
///
///     let layer = PreviewLayer(session: session)
///     layer.videoGravity = .resizeAspectFill
///     let window = try PreviewWindow(title: "Camera", layer: layer)
///
/// A ``PreviewWindow`` displays the layer. A view of another toolkit reads ``sampleBuffers``, sets ``viewBounds``, and
/// draws with `PreviewRenderer` and ``geometry``. The layer follows changes of the session's camera, format and
/// zoom. A slow view never delays the session: it receives the newest frame and skips older ones.
///
/// Safe to use from any thread.
public final class PreviewLayer: IdentityHashable, Sendable {
  private struct State: Lockable {
    var session: CaptureSession?
    var bounds = Rect.zero
    var videoGravity = VideoGravity.resizeAspect
    var isPreviewing = false
    /// The format of the newest frame.
    var shown: (dimensions: VideoDimensions, orientation: ImageOrientation)?
    var subscriptions: [WeakSubscription] = []
    var drawing: (@Sendable (PreviewGeometry) -> ViewDrawing)?
    weak var owner: AnyObject?
    weak var window: PreviewWindow?
  }

  private let state = Locked(State())
  let output = PreviewOutput()
  /// A signal sent when properties may have changed.
  package let changes = ChangeSignal()
  private let isPreviewingBroadcast = Broadcast(initially: false)

  /// Creates a layer without a session.
  public init() { output.layer.object = self }

  /// Creates a layer that shows a session's camera.
  ///
  /// The layer prefers the first camera that no other layer shows, and falls back to the first camera. In a session
  /// without cameras, the layer shows the first camera added later.
  ///
  /// The session reports failures as its `runtimeError` and retries every second. A camera in use by another
  /// program therefore appears once that program releases the camera.
  public convenience init(session: CaptureSession) {
    self.init()
    setSession(session, connecting: true)
  }

  /// Creates a layer that shows nothing until the caller adds a connection to the session.
  ///
  /// See `CaptureConnection.init(inputPort:previewLayer:)`.
  public convenience init(sessionWithNoConnection session: CaptureSession) {
    self.init()
    setSession(session, connecting: false)
  }

  deinit {
    // The session's own thread may release the last reference to the layer.
    let output = output
    if let session { DispatchQueue.global().async { session.removeOutput(output) } }
  }

  /// The session whose camera the layer shows; nil for none.
  ///
  /// The layer retains the session. Setting the property connects the layer as ``init(session:)`` does.
  public var session: CaptureSession? {
    get { state.withLock { $0.session } }
    set { setSession(newValue, connecting: true) }
  }

  /// Sets ``session`` without connecting the layer to a camera.
  public func setSessionWithNoConnection(_ session: CaptureSession) { setSession(session, connecting: false) }

  private func setSession(_ session: CaptureSession?, connecting: Bool) {
    let old = state.withLock { state in
      defer {
        state.session = session
        state.shown = nil
      }
      return state.session
    }
    // Setting the same session again retries a failed connection.
    guard old !== session || (session != nil && output.link.session == nil) else { return }
    if old !== session { old?.removeOutput(output) }
    session?.addPreview(output, connecting: connecting) { [weak self, weak session] in
      self.map { $0.session === session } ?? false
    }
  }

  /// The connection that rotates and mirrors pictures for this layer alone; nil before the layer is connected.
  ///
  /// The connection mirrors pictures of a front camera by default, see `automaticallyAdjustsVideoMirroring`.
  public var connection: CaptureConnection? { output.connection(with: .video) }

  /// The scaling of pictures to the ``viewBounds``; default `resizeAspect`.
  ///
  /// A layer in a window shares this setting with the window's renderer.
  public var videoGravity: VideoGravity {
    get {
      let (own, window) = state.withLock { ($0.videoGravity, $0.window) }
      return window?.renderer.videoGravity ?? own
    }
    set {
      let window = state.withLock { state in
        state.videoGravity = newValue
        return state.window
      }
      window?.updateRenderer { $0.videoGravity = newValue }
    }
  }

  /// A closure that returns a drawing over the picture; default nil.
  ///
  /// The closure receives the position of the camera's picture in the view, in pixels. A layer in a window shares
  /// this setting with the window's renderer, and the window's thread calls the closure each time it paints.
  ///
  ///     layer.drawing = { geometry in
  ///       let left = geometry.layerRectConverted(fromMetadataOutputRect: Rect(x: 0, y: 0, width: 0.5, height: 1))
  ///       return ViewDrawing([.fill(VectorPath(left), OverlayColor(red: 0, green: 0, blue: 0, alpha: 0.5))])
  ///     }
  public var drawing: (@Sendable (_ geometry: PreviewGeometry) -> ViewDrawing)? {
    get { state.withLock { $0.drawing } }
    set {
      let window = state.withLock { state in
        state.drawing = newValue
        return state.window
      }
      window?.updateRenderer { $0.drawing = newValue }
    }
  }

  /// Requests that the window that shows the layer calls ``drawing`` again.
  ///
  /// Not required for drawings that change with the camera's frames only.
  public func setNeedsDisplay() { state.withLock { $0.window }?.setNeedsDisplay() }

  /// The layer of another module that wraps this one; not retained.
  package var owner: AnyObject? {
    get { state.withLock { $0.owner } }
    set { state.withLock { $0.owner = newValue } }
  }

  /// The view's rectangle in its own coordinates; default empty.
  ///
  /// A window that shows the layer sets this property.
  public var viewBounds: Rect {
    get { state.withLock { $0.bounds } }
    set { state.withLock { $0.bounds = newValue } }
  }

  /// Whether the layer receives pictures.
  public var isPreviewing: Bool { state.withLock { $0.isPreviewing } }

  /// The current value of ``isPreviewing`` and every change.
  public var isPreviewingUpdates: AsyncStream<Bool> { isPreviewingBroadcast.stream() }

  /// The newest frames, for one `for await` loop.
  ///
  /// Rotation and mirroring are in the frame's orientation, not in its pixels. The sequence ends when the session
  /// stops.
  public var sampleBuffers: CaptureSampleBuffers {
    let subscription = SampleSubscription(capacity: .newest)
    state.withLock { state in
      state.subscriptions.removeAll { $0.subscription == nil }
      state.subscriptions.append(WeakSubscription(subscription))
    }
    return CaptureSampleBuffers(subscription)
  }

  /// The position of the camera's picture in the ``viewBounds``.
  ///
  /// The geometry includes rotation and mirroring by the ``connection`` and by the renderer of the window. Before
  /// the first frame, it uses the size of the camera's format. Without a known format, the picture fills the
  /// bounds.
  public var geometry: PreviewGeometry {
    let (own, window) = state.withLock { ($0, $0.window) }
    let connection = connection
    let planned = connection?.inputPorts.first?.formatDescription?.videoDimensions
    var renderer = window?.renderer ?? FrameRenderer()
    if window == nil { renderer.videoGravity = own.videoGravity }
    var geometry = renderer.geometry(
      for: own.shown?.dimensions ?? planned ?? VideoDimensions(width: 0, height: 0),
      orientation: own.shown?.orientation ?? connection?.videoTransform ?? .up)
    geometry.bounds = own.bounds
    return geometry
  }

  /// Returns a metadata object with its position and angles in coordinates of the view.
  ///
  /// - Parameters:
  ///   - object: An object in device coordinates.
  ///   - connection: The connection that delivered the object's frame to the metadata output. Default nil: the
  ///     connection of the camera that the layer shows.
  /// - Returns: Nil when the object belongs to another input than the one shown.
  public func transformedMetadataObject<Object: MetadataObject>(
    for object: Object, from connection: CaptureConnection? = nil
  ) -> Object? {
    guard let shown = self.connection else { return nil }
    if let connection, connection.input !== shown.input { return nil }
    return geometry.transformedMetadataObject(for: object)
  }

  // MARK: From the session

  func receive(_ sample: SampleBuffer, from connection: CaptureConnection) {
    let (begins, subscriptions, window) = state.withLock { state in
      state.shown = (sample.format.videoDimensions, sample.orientation)
      let begins = !state.isPreviewing
      if begins { isPreviewingBroadcast.send(true) }
      state.isPreviewing = true
      return (begins, state.subscriptions, state.window)
    }
    if begins { changes.send() }
    window?.show(Frame(sample))
    for subscription in subscriptions { subscription.receive(sample, from: connection, canWait: false) }
  }

  /// Marks the layer as not previewing; the next frame may have another size and orientation.
  func pause() {
    let ends = state.withLock { state in
      let ends = state.isPreviewing
      if ends { isPreviewingBroadcast.send(false) }
      state.isPreviewing = false
      state.shown = nil
      return ends
    }
    if ends { changes.send() }
  }

  /// Discards queued frames of connections that were removed.
  func discard(from connections: [CaptureConnection]) {
    pause()
    for subscription in state.withLock({ $0.subscriptions }) { subscription.discard(from: connections) }
  }

  /// Ends the layer's sample sequences.
  func end(_ error: CaptureError?) {
    pause()
    let subscriptions = state.withLock { state in
      defer { state.subscriptions = [] }
      return state.subscriptions
    }
    for subscription in subscriptions { subscription.end(error) }
  }

  // MARK: In a window

  /// Connects the layer to the window that displays it.
  func show(in window: PreviewWindow) {
    let own = state.withLock { state in
      state.window = window
      return state
    }
    window.updateRenderer { renderer in
      renderer.videoGravity = own.videoGravity
      renderer.drawing = own.drawing
    }
  }
}

extension CaptureConnection {
  /// Creates a connection to a preview layer, for `CaptureSession.add(_:)`.
  public convenience init(inputPort: CaptureInputPort, previewLayer: PreviewLayer) {
    self.init(inputPorts: [inputPort], output: previewLayer.output)
  }

  /// The preview layer at the end of the connection; nil when the connection leads to another output.
  public var previewLayer: PreviewLayer? { (output as? PreviewOutput)?.layer.object }
}

/// The capture output that delivers frames to a preview layer.
final class PreviewOutput: CaptureOutput {
  let link = CaptureOutputLink(isPreview: true)
  let name = "preview"
  private let receiver = Receiver()

  var receivers: [any SampleReceiver] { [receiver] }

  /// The layer that receives each new frame, on the source's thread; weak because the layer owns the output.
  var layer: WeakReference<PreviewLayer> { receiver.layer }

  /// A receiver that forwards frames to the layer.
  private final class Receiver: SampleReceiver {
    let layer = WeakReference<PreviewLayer>()

    func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
      guard connection.isActive else { return }
      layer.object?.receive(sampleBuffer, from: connection)
    }

    func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {}

    func finish(_ connection: CaptureConnection) {}

    func discard(from connections: [CaptureConnection]) {
      if !connections.isEmpty { layer.object?.discard(from: connections) }
    }

    func end(_ error: CaptureError?) { layer.object?.end(error) }

    func interrupt(_ error: CaptureError) { layer.object?.pause() }
  }
}
