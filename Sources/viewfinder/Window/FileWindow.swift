import Dispatch
import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// Shows files in a window, one after the other: a movie at its own pace, a picture until the person has seen enough of it.
final class FileWindow: Sendable {
  private let window: PreviewWindow
  private let board: WindowBoard
  private let viewer: FileViewer
  private let peaking = Locked(false)
  private let interaction: Locked<Interaction>
  private let showRun: ShowRun

  private struct Interaction: Lockable {
    var state: WindowInteraction
  }

  private struct Outcome: Lockable {
    var result: Result<Int32, any Error>?
  }

  /// Prepares the window for a run.
  init(_ run: ShowRun, _ options: RunCommand, _ window: PreviewWindow) {
    self.window = window
    board = WindowBoard(window)
    viewer = FileViewer(window, board, SwitchedPeaking(peaking), fitting: options.view.size == nil)
    interaction = Locked(Interaction(state: WindowInteraction(options.look, isLive: false)))
    var run = run
    run.viewer = viewer
    showRun = run
    window.renderer = options.view.renderer
  }

  /// Shows all files, until the person closes the window.
  ///
  /// - Returns: The exit status.
  func run() throws -> Int32 {
    showLook()
    let interruption = Interruption.whenRequested { [window] in window.close() }
    defer { interruption.cancel() }
    let outcome = Locked(Outcome())
    let worker = NamedThread(name: "frames") { [self] in
      var run = showRun
      let result = Result { try run.run() }
      outcome.withLock { $0.result = result }
      // Nothing to be seen is no reason for a window; after the last picture there is still that.
      if !viewer.hasShown { window.close() }
    }
    guard let worker else { throw CaptureError(.outOfMemory, subject: "threads", reason: "the system gave none") }
    let failure = Result { try window.run(take) }
    viewer.close()
    showRun.console.close()
    worker.join()
    try failure.get()
    return try outcome.withLock { $0.result }?.get() ?? 0
  }

  private func take(_ event: WindowEvent) {
    switch interaction.withLock({ $0.state.take(event) }) {
    case .close?: window.close()
    case .look?: showLook()
    case .proceed?: viewer.proceed()
    default: break
    }
  }

  private func showLook() {
    let (look, help) = interaction.withLock { ($0.state.look, $0.state.help) }
    window.updateRenderer { ($0.videoGravity, $0.isVideoMirrored) = (look.videoGravity, look.isMirrored) }
    window.isFullScreen = look.isFullScreen
    peaking.withLock { $0 = look.isPeaking }
    board.setLook(look, help: help)
  }
}
