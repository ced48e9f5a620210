import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// The window's part in a run over files.
final class FileViewer: Sendable {
  private struct State: Lockable {
    /// The number of times that the user went on to the next file.
    var turn = 0
    var isClosed = false
    var hasShown = false
  }

  private let window: PreviewWindow
  private let overlay: WindowOverlay
  /// Focus peaking, which the user can switch on.
  let peaking: ToggledFocusPeaking
  private let fits: Bool
  private let state = Monitor(State())

  /// Makes a viewer.
  ///
  /// - Parameter fitting: Whether the window takes the size of each picture.
  init(_ window: PreviewWindow, _ overlay: WindowOverlay, _ peaking: ToggledFocusPeaking, fitting: Bool) {
    self.window = window
    self.overlay = overlay
    self.peaking = peaking
    fits = fitting
  }

  /// A consumer that shows the frames of a file.
  var consumer: WindowConsumer { WindowConsumer(window, fitting: fits) }

  /// Whether any file has been shown.
  var hasShown: Bool { state.withLock { $0.hasShown } }

  /// Shows the file's name and description.
  ///
  /// - Parameter pixelAspectRatio: The width of pixels relative to their height. Default: 1, square.
  func begin(_ input: InputPath, _ words: String, pixelAspectRatio: Double = 1) {
    state.withLock { $0.hasShown = true }
    window.updateRenderer { $0.pixelAspectRatio = pixelAspectRatio }
    window.title = input.title
    overlay.setStatus(["\(input.title)  \(words)"])
  }

  /// Waits until the user goes on or closes the window.
  func waitForUser() {
    let turn = state.withLock { $0.turn }
    _ = state.wait { $0.turn > turn || $0.isClosed ? true : nil }
  }

  /// Records that the user goes on to the next file.
  func proceed() { state.update { $0.turn += 1 } }

  /// Whether the window is closed.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Records that the window is closed.
  func close() { state.update { $0.isClosed = true } }

  /// Whether the user has gone on or closed the window since a value of ``turn``.
  func hasProceeded(since turn: Int) -> Bool { state.withLock { $0.turn > turn || $0.isClosed } }

  /// The number of times that the user went on to the next file.
  var turn: Int { state.withLock { $0.turn } }
}
