import Dispatch
import OpenCapture
import OpenCaptureCommandSupport

/// A window with its texts and its look, which the user changes.
final class WindowSession: Sendable {
  let window: PreviewWindow
  let overlay: WindowOverlay
  /// Focus peaking, which the user can switch on.
  let peaking = ToggledFocusPeaking(Locked(false))
  private let interaction: Locked<WindowInteraction>

  /// Prepares a window.
  ///
  /// - Parameter isLive: Whether the window shows a camera rather than files.
  init(_ window: PreviewWindow, _ options: RunCommand, isLive: Bool) {
    self.window = window
    overlay = WindowOverlay(window)
    interaction = Locked(WindowInteraction(options.look, isLive: isLive))
    window.renderer = options.view.renderer
  }

  /// Shows the window until the user closes it, while frames are passed on their own thread.
  ///
  /// - Parameters:
  ///   - frames: Passes frames to the window.
  ///   - act: Performs the user's actions; the look is already applied.
  ///   - end: Ends the work of `frames`, after the window was closed.
  /// - Throws: `CaptureError` if the system cannot start a thread; the window's error.
  func run(
    frames: @escaping @Sendable () -> Void, acting act: (WindowInteraction.Action) -> Void, ending end: () -> Void
  ) throws {
    showLook()
    let interruption = Interruption.whenRequested { [window] in window.close() }
    defer { interruption.cancel() }
    guard let worker = NamedThread(name: "frames", frames) else {
      throw CaptureError(.outOfMemory, subject: "threads", reason: "the system cannot start a thread")
    }
    let outcome = Result {
      try window.run { event in
        switch interaction.withLock({ $0.take(event) }) {
        case nil: break
        case .close?: window.close()
        case .look(let look)?:
          showLook()
          act(.look(look))
        case let action?: act(action)
        }
      }
    }
    end()
    worker.join()
    try outcome.get()
  }

  /// The current look.
  var look: WindowInteraction.Look { interaction.withLock { $0.look } }

  /// Adapts the keys to a movie or a picture.
  func setContent(isMovie: Bool) {
    let (look, help) = interaction.withLock { interaction in
      interaction.isMovie = isMovie
      return (interaction.look, interaction.help)
    }
    overlay.setLook(look, help: help)
  }

  /// Applies the current look to the window.
  ///
  /// - Parameter isAtFront: Whether the camera faces the user, who then sees a mirror. Default: unchanged.
  func showLook(isAtFront: Bool? = nil) {
    let current = interaction.withLock { interaction in
      interaction.isAtFront = isAtFront ?? interaction.isAtFront
      return interaction
    }
    let look = current.look
    window.updateRenderer { renderer in
      renderer.videoGravity = look.videoGravity
      renderer.isVideoMirrored = look.isMirrored != current.isAtFront
    }
    window.isFullScreen = look.isFullScreen
    peaking.isOn.withLock { $0 = look.isPeaking }
    overlay.setLook(look, help: current.help)
  }
}

extension WindowInteraction: Lockable {}

/// A consumer that shows the newest frames in a window.
struct WindowConsumer: FrameConsumer {
  private let window: PreviewWindow
  /// Whether the window will take the displayed size of the next frame.
  private var fits: Bool

  /// Makes a consumer.
  ///
  /// - Parameter fitting: Whether the window takes the size of the first frame.
  init(_ window: PreviewWindow, fitting: Bool) {
    self.window = window
    fits = fitting
  }

  mutating func take(_ frame: Frame) {
    if fits {
      fits = false
      let renderer = window.renderer
      let rotation = ImageOrientation(quarterTurns: renderer.rotation.quarterTurns)
      let orientation = frame.sampleBuffer.orientation.then(rotation)
      let picture = frame.sampleBuffer.format.videoDimensions
      window.resize(to: picture.inSquarePixels(renderer.pixelAspectRatio).upright(orientation))
    }
    window.show(frame)
  }
}
