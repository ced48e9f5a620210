public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureOverlay
public import OpenCaptureProcessing
public import OpenCaptureSystem

/// A window that shows the newest frame and its metadata objects.
///
///     let window = try PreviewWindow(title: "Camera", layer: PreviewLayer(session: session))
///     session.startRunning()
///     try window.run { event in
///       if event == .close { window.close() }
///     }
///
/// Create and run the window on the same thread, for example the main thread. All other members are safe to use
/// from any thread.
///
/// The window uses SDL 2, which is loaded when the first window opens. It works on X11, Wayland and the console. A
/// process has at most one window at a time.
public final class PreviewWindow: Sendable {
  private struct State: Lockable {
    var renderer = FrameRenderer()
    var title: String
    var isFullScreen = false
    /// The requested size of the content; nil once applied.
    var requestedDimensions: VideoDimensions?
    var frame: Frame?
    /// Metadata objects drawn in addition to the frame's own.
    var objects: [any MetadataObject] = []
    var decoration: Decoration?
    /// Whether the screen shows outdated content.
    var isStale = false
    /// Whether the frame has not been displayed yet.
    var isNew = false
    var isClosing = false
    /// Whether a wake-up of the window's thread is pending.
    var isWoken = false
    /// Whether the window exists and can be woken.
    var isOpen = true
    var arrival: UInt64 = 0
    var geometry = PreviewGeometry(bounds: .zero, videoDimensions: VideoDimensions(width: 0, height: 0))
    /// The layer that the window shows; nil when the caller supplies the frames.
    var layer: PreviewLayer?
    var statistics = WindowStatistics()
  }

  /// Draws over the content on the window's thread, and must not keep the picture.
  package typealias Decoration = @Sendable (_ view: inout PixelBuffer, _ geometry: PreviewGeometry) throws -> Void

  /// The window on the screen, which only the thread that created it uses; nil once closed.
  private nonisolated(unsafe) var screen: WindowScreen?
  private let state: Locked<State>

  /// The display system that the window is on.
  public let driver: DisplayDriver

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - title: The window's title.
  ///   - dimensions: The size of the content in pixels; reduced on smaller screens. Default 1280×720.
  /// - Throws: ``WindowError`` without SDL or without a display. The error lists the drivers that were tried.
  public init(title: String, dimensions: VideoDimensions = VideoDimensions(width: 1280, height: 720))
    throws(WindowError)
  {
    let screen = try WindowScreen(title: title, dimensions: dimensions)
    self.screen = screen
    driver = screen.driver
    state = Locked(State(title: title))
  }

  /// Opens a window that shows a preview layer.
  ///
  /// - Throws: As ``init(title:dimensions:)``.
  public convenience init(
    title: String, layer: PreviewLayer, dimensions: VideoDimensions = VideoDimensions(width: 1280, height: 720)
  ) throws(WindowError) {
    try self.init(title: title, dimensions: dimensions)
    state.withLock { $0.layer = layer }
    layer.show(in: self)
  }

  // MARK: On any thread

  /// Shows a frame once the current one is on the screen; of several waiting frames, only the newest.
  public func show(_ frame: Frame) {
    var replaced: Frame?
    change { state in
      if state.isNew { state.statistics.replacedCount += 1 }
      state.isNew = true
      state.arrival = MonotonicClock.now()
      replaced = state.frame
      state.frame = frame
    }
    // Released outside the lock: returning a buffer can call a driver.
    withExtendedLifetime(replaced) {}
  }

  /// Metadata objects drawn into all frames in addition to their own, in device coordinates; default empty.
  public var metadataObjects: [any MetadataObject] {
    get { state.withLock { $0.objects } }
    set { change { $0.objects = newValue } }
  }

  /// The renderer that fits, rotates, mirrors and draws frames; its `dimensions` have no effect.
  public var renderer: FrameRenderer {
    get { state.withLock { $0.renderer } }
    set { change { $0.renderer = newValue } }
  }

  /// Changes ``renderer`` atomically.
  public func updateRenderer(_ body: (inout FrameRenderer) -> Void) { change { body(&$0.renderer) } }

  /// The window's title.
  public var title: String {
    get { state.withLock { $0.title } }
    set { change { $0.title = newValue } }
  }

  /// Whether the window fills the screen; default false.
  public var isFullScreen: Bool {
    get { state.withLock { $0.isFullScreen } }
    set { change { $0.isFullScreen = newValue } }
  }

  /// Resizes the window's content, in pixels; smaller screens reduce the size.
  public func resize(to dimensions: VideoDimensions) { change { $0.requestedDimensions = dimensions } }

  /// The position of the displayed picture; the bounds are the window's, in pixels, with the origin at zero.
  public var geometry: PreviewGeometry { state.withLock { $0.geometry } }

  /// Counters and latencies of the frames shown so far.
  public var statistics: WindowStatistics { state.withLock { $0.statistics } }

  /// A closure that draws over the content; default nil.
  package var decoration: Decoration? {
    get { state.withLock { $0.decoration } }
    set { change { $0.decoration = newValue } }
  }

  /// Requests a repaint because the decoration's content changed.
  package func setNeedsDisplay() { change { _ in } }

  /// Ends ``run(_:)``.
  public func close() { change { $0.isClosing = true } }

  /// Changes the state and wakes the window's thread.
  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      state.isStale = true
      guard state.isOpen, !state.isWoken else { return }
      state.isWoken = true
      WindowScreen.wake()
    }
  }

  // MARK: On the window's thread

  /// The interval at which a waiting thread checks the state, in milliseconds, in case a wake-up was lost.
  private static let waitTimeout: Int32 = 500

  /// The largest number of events handled between two paints.
  private static let maximumEventCount = 1_000

  /// Shows frames and reports events until ``close()``, then closes the window.
  ///
  /// - Parameter handle: A closure called for each event on this thread. It must return quickly.
  /// - Throws: ``WindowError`` when the display fails, and errors of `handle`. Errors while drawing are counted,
  ///   see ``WindowStatistics/failure``.
  public func run(_ handle: (WindowEvent) throws -> Void) throws {
    guard let screen else { throw WindowError(.displayFailed, subject: title, reason: "the window is closed") }
    defer {
      let (frame, layer) = state.withLock { state in
        state.isOpen = false
        defer {
          state.frame = nil
          state.layer = nil
        }
        return (state.frame, state.layer)
      }
      // Released outside the lock: returning a camera's buffer can call a driver.
      withExtendedLifetime((frame, layer)) {}
      self.screen = nil
    }
    var gestures = FingerGestures()
    while !state.withLock({ $0.isClosing }) {
      try update(screen)
      var arrival = screen.wait(milliseconds: Self.waitTimeout)
      // Handles all pending events before the next paint, so that a slow paint does not delay input.
      for _ in 0..<Self.maximumEventCount {
        if case .noEvent = arrival { break }
        switch arrival {
        case .nothing, .noEvent: break
        case .exposed: state.withLock { $0.isStale = true }
        case .event(let event): try handle(event)
        case .finger(let finger): if let event = gestures.take(finger) { try handle(event) }
        }
        arrival = screen.wait(milliseconds: 0)
      }
    }
  }

  /// Paints the window if its content is outdated.
  private func update(_ screen: WindowScreen) throws {
    let work = state.withLock { state -> State? in
      state.isWoken = false
      guard state.isStale else { return nil }
      let work = state
      state.isStale = false
      state.isNew = false
      state.requestedDimensions = nil
      return work
    }
    guard let work else { return }
    if work.title != screen.title { screen.title = work.title }
    if let wanted = work.requestedDimensions { screen.resize(to: wanted) }
    if work.isFullScreen != screen.isFullScreen { screen.setFullScreen(work.isFullScreen) }
    var geometry = work.geometry
    var failure: (any Error)?
    try screen.paint { view in
      do {
        geometry = try paint(work, &view)
      } catch {
        failure = error
      }
    }
    let now = MonotonicClock.now()
    let error = failure
    let stamp = (work.frame?.presentationTimeStamp).flatMap {
      UInt64(exactly: $0.convertScale(1_000_000_000).value)
    }
    work.layer?.viewBounds = geometry.bounds
    state.withLock { state in
      state.geometry = geometry
      state.statistics.recordDrawingResult(error)
      if work.isNew { state.statistics.recordDisplayedFrame(at: now, arrival: work.arrival, stamp: stamp) }
    }
  }

  private func paint(_ work: State, _ view: inout PixelBuffer) throws -> PreviewGeometry {
    guard var frame = work.frame else {
      try view.fillWithBlack()
      let bounds = Rect(origin: .zero, size: view.dimensions.size)
      let geometry = PreviewGeometry(bounds: bounds, videoDimensions: view.dimensions)
      try work.renderer.drawing?(geometry).draw(on: &view)
      try work.decoration?(&view, geometry)
      return geometry
    }
    frame.metadataObjects += work.objects
    let geometry = try work.renderer.draw(frame, into: &view)
    try work.decoration?(&view, geometry)
    return geometry
  }
}

/// A failure to open a window or to draw in it.
public typealias WindowError = DomainError<WindowErrorDomain>

/// The domain of ``WindowError``.
public enum WindowErrorDomain {}

extension WindowError.Code {
  /// SDL is not installed or cannot be used.
  public static var libraryMissing: Self { Self("libraryMissing", hint: SDLLibrary.hint) }
  /// No display is available for a window.
  public static var noDisplay: Self {
    Self("noDisplay", hint: "run it on a desktop or the console, or use a browser: viewfinder serve")
  }
  /// The display reported an error.
  public static var displayFailed: Self { Self("displayFailed") }
}
