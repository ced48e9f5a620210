public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureOverlay
public import OpenCaptureProcessing
import OpenCaptureSystem

/// A window on the screen that shows the newest frame, with what was found in it.
///
///     let window = try PreviewWindow(title: "Camera", layer: PreviewLayer(session: session))
///     session.startRunning()
///     try window.run { event in
///       if event == .close { window.close() }
///     }
///
/// One thread has all of the screen: the window is made and run on one and the same, the main thread for instance. All else
/// can be said on any thread.
///
/// By SDL 2, which is loaded when the first window is made: on X11, Wayland or the console, nowhere else. There is one window
/// at a time.
public final class PreviewWindow: Sendable {
  private struct State: Lockable {
    var renderer = FrameRenderer()
    var title: String
    var isFullScreen = false
    /// How large what it shows is to be; nil once it is.
    var wantedDimensions: VideoDimensions?
    var frame: Frame?
    /// What is drawn beside what a frame has itself.
    var objects: [any MetadataObject] = []
    var decoration: Decoration?
    /// Whether what is on the screen isn't what should be there.
    var isStale = false
    /// Whether the frame has not been on the screen yet.
    var isNew = false
    var isClosing = false
    /// Whether the thread of the window was told to look.
    var isWoken = false
    /// Whether there is a window, to be woken.
    var isOpen = true
    var arrival: UInt64 = 0
    var geometry = PreviewGeometry(bounds: .zero, videoDimensions: VideoDimensions(width: 0, height: 0))
    /// What is shown, if not frames that somebody else gives.
    var layer: PreviewLayer?
    var statistics = WindowStatistics()
  }

  /// Draws over what is shown, on the window's thread; doesn't keep the picture.
  package typealias Decoration = @Sendable (_ view: inout PixelBuffer, _ geometry: PreviewGeometry) throws -> Void

  /// Nil once the window was closed.
  ///
  /// Unchecked: only the thread that made the window touches it.
  private nonisolated(unsafe) var screen: WindowScreen?
  private let state: Locked<State>

  /// How the window is put on the screen.
  public let driver: DisplayDriver

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - title: What stands above it.
  ///   - dimensions: How large what it shows should be, in pixels; less where the screen is smaller.
  /// - Throws: ``WindowError`` where SDL is missing, or there is no screen; it says what was tried.
  public init(title: String, dimensions: VideoDimensions = VideoDimensions(width: 1280, height: 720))
    throws(WindowError)
  {
    let screen = try WindowScreen(title: title, dimensions: dimensions)
    (self.screen, driver) = (screen, screen.driver)
    state = Locked(State(title: title))
  }

  /// Opens a window that shows what a layer does.
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

  /// Shows a frame as soon as the one at hand is on the screen; of those that come meanwhile, the newest.
  public func show(_ frame: Frame) {
    var replaced: Frame?
    change { state in
      if state.isNew { state.statistics.replacedCount += 1 }
      (state.isNew, state.arrival) = (true, MonotonicClock.now())
      replaced = state.frame
      state.frame = frame
    }
    // Let go of outside the lock: giving a buffer back can call a driver.
    withExtendedLifetime(replaced) {}
  }

  /// What is drawn into all frames from now on, beside what they have themselves, in device coordinates; default nothing.
  public var metadataObjects: [any MetadataObject] {
    get { state.withLock { $0.objects } }
    set { change { $0.objects = newValue } }
  }

  /// How frames are fitted, turned, mirrored and drawn on; its `dimensions` don't matter.
  public var renderer: FrameRenderer {
    get { state.withLock { $0.renderer } }
    set { change { $0.renderer = newValue } }
  }

  /// Changes ``renderer`` in one step, whoever else does.
  public func updateRenderer(_ body: (inout FrameRenderer) -> Void) { change { body(&$0.renderer) } }

  /// What stands above the window.
  public var title: String {
    get { state.withLock { $0.title } }
    set { change { $0.title = newValue } }
  }

  /// Whether the window is to fill the screen; default not.
  public var isFullScreen: Bool {
    get { state.withLock { $0.isFullScreen } }
    set { change { $0.isFullScreen = newValue } }
  }

  /// Makes the window as large as this, in pixels of what it shows; less where the screen is smaller.
  public func resize(to dimensions: VideoDimensions) { change { $0.wantedDimensions = dimensions } }

  /// Where the picture lies that is on the screen: bounds are the window's, in pixels, beginning at zero.
  public var geometry: PreviewGeometry { state.withLock { $0.geometry } }

  /// What was shown so far.
  public var statistics: WindowStatistics { state.withLock { $0.statistics } }

  /// What draws over what is shown; default nothing does.
  package var decoration: Decoration? {
    get { state.withLock { $0.decoration } }
    set { change { $0.decoration = newValue } }
  }

  /// Lets the window be painted again, because what its decoration draws has changed.
  package func setNeedsDisplay() { change { _ in } }

  /// Ends ``run(_:)``.
  public func close() { change { $0.isClosing = true } }

  /// Changes what is shown, and tells the window's thread where that waits.
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

  /// How long nothing happens at most before it is looked whether anything has: something may have been missed.
  private static let patience: Int32 = 500

  /// How many events are taken between two paintings at most.
  private static let mostEvents = 1_000

  /// Shows frames, and tells what the person does, until ``close()``; the window is gone then.
  ///
  /// - Parameter handle: Told on this thread; what takes long belongs elsewhere.
  /// - Throws: ``WindowError`` where the display fails; what drawing throws is counted, see
  ///   ``WindowStatistics/failure``.
  public func run(_ handle: (WindowEvent) throws -> Void) throws {
    guard let screen else {
      throw WindowError(.displayFailed, subject: title, reason: "the window was closed")
    }
    defer {
      let (frame, layer) = state.withLock { state in
        state.isOpen = false
        defer { (state.frame, state.layer) = (nil, nil) }
        return (state.frame, state.layer)
      }
      // A camera's memory is given back outside of the lock.
      withExtendedLifetime((frame, layer)) {}
      self.screen = nil
    }
    var gestures = FingerGestures()
    while !state.withLock({ $0.isClosing }) {
      try update(screen)
      var arrival = screen.wait(milliseconds: Self.patience)
      // All that has happened, however long painting takes: what the person does must not wait behind frames.
      for _ in 0..<Self.mostEvents {
        if case .quiet = arrival { break }
        switch arrival {
        case .nothing, .quiet: break
        case .exposed: state.withLock { $0.isStale = true }
        case .event(let event): try handle(event)
        case .finger(let finger): if let event = gestures.take(finger) { try handle(event) }
        }
        arrival = screen.wait(milliseconds: 0)
      }
    }
  }

  /// Paints what isn't on the screen yet.
  private func update(_ screen: WindowScreen) throws {
    let work = state.withLock { state -> State? in
      state.isWoken = false
      guard state.isStale else { return nil }
      let work = state
      (state.isStale, state.isNew, state.wantedDimensions) = (false, false, nil)
      return work
    }
    guard let work else { return }
    if work.title != screen.title { screen.title = work.title }
    if let wanted = work.wantedDimensions { screen.resize(to: wanted) }
    if work.isFullScreen != screen.isFullScreen { screen.setFullScreen(work.isFullScreen) }
    var (geometry, failure): (PreviewGeometry, (any Error)?) = (work.geometry, nil)
    try screen.paint { view in
      do {
        geometry = try paint(work, &view)
      } catch {
        failure = error
      }
    }
    let (now, error) = (MonotonicClock.now(), failure)
    let stamp = (work.frame?.presentationTimeStamp).flatMap {
      UInt64(exactly: $0.convertScale(1_000_000_000).value)
    }
    work.layer?.bounds = geometry.bounds
    state.withLock { state in
      state.geometry = geometry
      state.statistics.note(error)
      if work.isNew { state.statistics.noteShown(at: now, arrival: work.arrival, stamp: stamp) }
    }
  }

  private func paint(_ work: State, _ view: inout PixelBuffer) throws -> PreviewGeometry {
    guard var frame = work.frame else {
      try view.blacken()
      let bounds = Rect(origin: .zero, size: view.dimensions.size)
      let geometry = PreviewGeometry(bounds: bounds, videoDimensions: view.dimensions)
      try work.decoration?(&view, geometry)
      return geometry
    }
    frame.metadataObjects += work.objects
    let geometry = try work.renderer.draw(frame, into: &view)
    try work.decoration?(&view, geometry)
    return geometry
  }
}
