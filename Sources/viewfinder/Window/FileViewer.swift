import OpenCapture
import OpenCaptureCommandSupport

/// A window that shows files in order: movies at their own pace, pictures until the user goes on.
final class FileViewer: Sendable {
  private struct State: Lockable {
    /// The number of times that the user went on to the next file.
    var turn = 0
    var isClosed = false
    var hasShown = false
  }

  private let session: WindowSession
  /// Whether the window takes the size of each picture.
  private let fits: Bool
  private let state = Monitor(State())

  init(_ window: PreviewWindow, _ options: RunCommand) {
    session = WindowSession(window, options, isLive: false)
    fits = options.view.size == nil
  }

  /// Shows all files until the user closes the window.
  func run(_ run: FileProcessingRun) throws -> Int32 {
    let console = run.console
    let outcome = Locked<Result<Int32, any Error>?>(nil)
    try session.run { [self] in
      var run = run
      run.viewer = self
      let result = Result { try run.run() }
      outcome.withLock { $0 = result }
      // The window stays open with the last picture, but closes if no file could be shown.
      if !state.withLock({ $0.hasShown }) { session.window.close() }
    } acting: { action in
      if action == .proceed { state.update { $0.turn += 1 } }
    } ending: {
      state.update { $0.isClosed = true }
      console.close()
    }
    return try outcome.withLock { $0 }?.get() ?? 0
  }

  /// Focus peaking, which the user can switch on.
  var peaking: ToggledFocusPeaking { session.peaking }

  /// A consumer that shows the frames of a file.
  var consumer: WindowConsumer { WindowConsumer(session.window, fitting: fits) }

  /// Shows the file's name and description.
  ///
  /// - Parameter pixelAspectRatio: The width of pixels relative to their height. Default: 1, square.
  func begin(_ input: InputPath, _ words: String, pixelAspectRatio: Double = 1) {
    state.withLock { $0.hasShown = true }
    session.window.updateRenderer { $0.pixelAspectRatio = pixelAspectRatio }
    session.window.title = input.title
    session.overlay.setStatus(["\(input.title)  \(words)"])
  }

  /// Waits until the user goes on or closes the window.
  func waitForUser() {
    let turn = state.withLock { $0.turn }
    _ = state.wait { $0.turn > turn || $0.isClosed ? true : nil }
  }

  /// Whether the window is closed.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Whether the user has gone on or closed the window since a value of ``turn``.
  func hasProceeded(since turn: Int) -> Bool { state.withLock { $0.turn > turn || $0.isClosed } }

  /// The number of times that the user went on to the next file.
  var turn: Int { state.withLock { $0.turn } }
}
