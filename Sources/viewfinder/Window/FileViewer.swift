import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// What a run over files does for somebody who looks on.
final class FileViewer: Sendable {
  private struct State: Lockable {
    /// How often the person wanted to go on.
    var turn = 0
    var isClosed = false
    var hasShown = false
  }

  private let window: PreviewWindow
  private let board: WindowBoard
  /// What is in focus, where the person wants to see that.
  let peaking: SwitchedPeaking
  private let fits: Bool
  private let state = Monitor(State())

  /// Makes one.
  ///
  /// - Parameter fitting: Whether the window becomes as large as each picture.
  init(_ window: PreviewWindow, _ board: WindowBoard, _ peaking: SwitchedPeaking, fitting: Bool) {
    (self.window, self.board, self.peaking, fits) = (window, board, peaking, fitting)
  }

  /// What shows the frames of a file.
  var consumer: WindowConsumer { WindowConsumer(window, fitting: fits) }

  /// Whether anything has been shown.
  var hasShown: Bool { state.withLock { $0.hasShown } }

  /// Says what is shown now.
  ///
  /// - Parameter pixelAspectRatio: The width of a pixel divided by its height; default 1, square.
  func begin(_ input: InputPath, _ words: String, pixelAspectRatio: Double = 1) {
    state.withLock { $0.hasShown = true }
    window.updateRenderer { $0.pixelAspectRatio = pixelAspectRatio }
    window.title = input.title
    board.setStatus(["\(input.title)  \(words)"])
  }

  /// Waits until the person has seen enough.
  func waitForPerson() {
    let turn = state.withLock { $0.turn }
    _ = state.wait { $0.turn > turn || $0.isClosed ? true : nil }
  }

  /// Takes note that the person wants to see what is next.
  func proceed() { state.update { $0.turn += 1 } }

  /// Whether the window is gone.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Takes note that the window is gone.
  func close() { state.update { $0.isClosed = true } }

  /// Whether the person wants to see what is next, since this turn.
  func hasProceeded(since turn: Int) -> Bool { state.withLock { $0.turn > turn || $0.isClosed } }

  /// How often the person wanted to go on so far.
  var turn: Int { state.withLock { $0.turn } }
}
