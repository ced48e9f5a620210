import Dispatch
import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// A window that shows files in order: movies at their own pace, pictures until the user goes on.
final class FileWindow: Sendable {
  private let window: PreviewWindow
  private let overlay: WindowOverlay
  private let viewer: FileViewer
  private let peaking = Locked(false)
  private let interaction: Locked<Interaction>
  private let showRun: FileProcessingRun

  private struct Interaction: Lockable {
    var state: WindowInteraction
  }

  private struct Outcome: Lockable {
    var result: Result<Int32, any Error>?
  }

  /// Prepares the window for a run.
  init(_ run: FileProcessingRun, _ options: RunCommand, _ window: PreviewWindow) {
    self.window = window
    overlay = WindowOverlay(window)
    viewer = FileViewer(window, overlay, ToggledFocusPeaking(peaking), fitting: options.view.size == nil)
    interaction = Locked(Interaction(state: WindowInteraction(options.look, isLive: false)))
    var run = run
    run.viewer = viewer
    showRun = run
    window.renderer = options.view.renderer
  }

  /// Shows all files until the user closes the window.
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
      // The window stays open with the last picture, but closes if no file could be shown.
      if !viewer.hasShown { window.close() }
    }
    guard let worker else {
      throw CaptureError(.outOfMemory, subject: "threads", reason: "the system cannot start a thread")
    }
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
    window.updateRenderer { renderer in
      renderer.videoGravity = look.videoGravity
      renderer.isVideoMirrored = look.isMirrored
    }
    window.isFullScreen = look.isFullScreen
    peaking.withLock { $0 = look.isPeaking }
    overlay.setLook(look, help: help)
  }
}
