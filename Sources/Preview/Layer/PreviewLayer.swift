import Dispatch
public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
import OpenCaptureOverlay
import OpenCaptureProcessing
public import OpenCaptureSession
import OpenCaptureSystem

/// What a session's camera sees, for a view, and where in that view things are (`AVCaptureVideoPreviewLayer`).
///
///     let layer = PreviewLayer(session: session)
///     layer.videoGravity = .resizeAspectFill
///     let window = try PreviewWindow(title: "Camera", layer: layer)
///
/// A ``PreviewWindow`` shows it; a view of one's own asks for ``sampleBuffers``, says its ``bounds``, and draws with
/// `PreviewRenderer` and ``geometry``. The layer follows the session: cameras that are switched, formats that change, a
/// camera's zoom. It never holds anything up: of frames that a view is too slow for, it gets the newest.
///
/// Safe from any thread.
public final class PreviewLayer: Sendable {
  private struct State: Lockable {
    var session: CaptureSession?
    var bounds = Rect.zero
    var videoGravity = VideoGravity.resizeAspect
    var isPreviewing = false
    /// What the newest frame was like.
    var shown: (dimensions: VideoDimensions, orientation: ImageOrientation)?
    var subscriptions: [WeakSubscription] = []
    weak var window: PreviewWindow?
  }

  private let state = Locked(State())
  private let output = PreviewOutput()
  /// Sent when properties may have changed.
  package let changes = ChangeSignal()
  private let isPreviewingBroadcast = Broadcast(initially: false)

  /// Makes a layer without a session.
  public init() { output.layer = self }

  /// Makes a layer that shows a session's camera: the first that no other layer shows, else the first; one that is added
  /// later where there is none yet.
  ///
  /// What fails is told as the session's `runtimeError`, and tried again every second: a camera that another program has
  /// is shown as soon as that lets go of it.
  public convenience init(session: CaptureSession) {
    self.init()
    setSession(session, connecting: true)
  }

  /// Makes a layer of a session that shows nothing before a connection is added to the session by hand, see
  /// `CaptureConnection.init(inputPort:previewLayer:)`.
  public convenience init(sessionWithNoConnection session: CaptureSession) {
    self.init()
    setSession(session, connecting: false)
  }

  deinit {
    // The session's own thread may be the one that lets go of the layer.
    let (session, output) = (session, output)
    if let session { DispatchQueue.global().async { session.removeOutput(output) } }
  }

  /// The session, held; set, the layer is connected as by ``init(session:)``, nil for none.
  public var session: CaptureSession? {
    get { state.withLock { $0.session } }
    set { setSession(newValue, connecting: true) }
  }

  /// As setting ``session``, without connecting it to a camera.
  public func setSessionWithNoConnection(_ session: CaptureSession) { setSession(session, connecting: false) }

  private func setSession(_ session: CaptureSession?, connecting: Bool) {
    let old = state.withLock { state in
      defer { (state.session, state.shown) = (session, nil) }
      return state.session
    }
    // One that couldn't be connected is tried again.
    guard old !== session || (session != nil && output.link.session == nil) else { return }
    if old !== session { old?.removeOutput(output) }
    session?.addPreview(output, connecting: connecting) { [weak self, weak session] in
      self.map { $0.session === session } ?? false
    }
  }

  /// The way that pictures come, which turns and mirrors them for this layer alone; nil where there is none.
  ///
  /// Pictures of a camera at the front are mirrored, see `automaticallyAdjustsVideoMirroring`.
  public var connection: CaptureConnection? { output.connection(with: .video) }

  /// How pictures are fitted into the ``bounds``; default as a whole.
  ///
  /// In a window, it is the same as its renderer's.
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

  /// The view, in coordinates of its own; default empty.
  ///
  /// A window that shows the layer sets it.
  @_disfavoredOverload public var bounds: Rect {
    get { area }
    set { area = newValue }
  }

  package var area: Rect {
    get { state.withLock { $0.bounds } }
    set { state.withLock { $0.bounds = newValue } }
  }

  /// Whether pictures come.
  public var isPreviewing: Bool { state.withLock { $0.isPreviewing } }

  /// ``isPreviewing`` now, and whenever it changes.
  public var isPreviewingUpdates: AsyncStream<Bool> { isPreviewingBroadcast.stream() }

  /// The newest frames, for one `for await` loop, turned and mirrored by their orientation alone; it ends with the session's
  /// run.
  public var sampleBuffers: CaptureSampleBuffers {
    let subscription = SampleSubscription(capacity: .newest)
    state.withLock { state in
      state.subscriptions.removeAll { $0.subscription == nil }
      state.subscriptions.append(WeakSubscription(subscription))
    }
    return CaptureSampleBuffers(subscription)
  }

  /// Where the camera's picture lies in the ``bounds`` now, turned and mirrored by its ``connection``, and by the window's
  /// renderer where one shows it.
  ///
  /// Before the first frame, it is that of the camera's format; before that is known, it fills the bounds.
  public var geometry: PreviewGeometry {
    let (own, window) = state.withLock { ($0, $0.window) }
    let connection = connection
    let planned = connection?.inputPorts.first?.formatDescription?.dimensions
    var renderer = window?.renderer ?? FrameRenderer()
    if window == nil { renderer.videoGravity = own.videoGravity }
    var geometry = renderer.geometry(
      for: own.shown?.dimensions ?? planned ?? VideoDimensions(width: 0, height: 0),
      orientation: own.shown?.orientation ?? connection?.videoTransform ?? .up)
    geometry.bounds = own.bounds
    return geometry
  }

  // MARK: From the session

  func receive(_ sample: SampleBuffer, from connection: CaptureConnection) {
    let (begins, subscriptions, window) = state.withLock { state in
      state.shown = (sample.formatDescription.dimensions, sample.orientation)
      let begins = !state.isPreviewing
      if begins { isPreviewingBroadcast.send(true) }
      state.isPreviewing = true
      return (begins, state.subscriptions, state.window)
    }
    if begins { changes.send() }
    window?.show(Frame(sample))
    for subscription in subscriptions { subscription.receive(sample, from: connection, canWait: false) }
  }

  /// Nothing comes for now; what follows may be otherwise.
  func pause() {
    let ends = state.withLock { state in
      let ends = state.isPreviewing
      if ends { isPreviewingBroadcast.send(false) }
      (state.isPreviewing, state.shown) = (false, nil)
      return ends
    }
    if ends { changes.send() }
  }

  /// What waits of connections that are no more isn't shown.
  func discard(from connections: [CaptureConnection]) {
    pause()
    for subscription in state.withLock({ $0.subscriptions }) { subscription.discard(from: connections) }
  }

  /// No more comes.
  func end(_ error: CaptureError?) {
    pause()
    let subscriptions = state.withLock { state in
      defer { state.subscriptions = [] }
      return state.subscriptions
    }
    for subscription in subscriptions { subscription.end(error) }
  }

  // MARK: In a window

  /// Lets a window show it.
  func show(in window: PreviewWindow) {
    let gravity = state.withLock { state in
      state.window = window
      return state.videoGravity
    }
    window.updateRenderer { $0.videoGravity = gravity }
  }

  /// The output, for connections that are made by hand.
  var end: PreviewOutput { output }
}

extension CaptureConnection {
  /// Makes a connection to a preview layer by hand, for `CaptureSession.addConnection(_:)`.
  public convenience init(inputPort: CaptureInputPort, previewLayer: PreviewLayer) {
    self.init(inputPorts: [inputPort], output: previewLayer.end)
  }

  /// The preview layer that it leads to; nil for another output.
  public var videoPreviewLayer: PreviewLayer? { (output as? PreviewOutput)?.layer }
}
