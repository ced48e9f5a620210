import Dispatch
import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// A window that shows a camera.
final class CameraWindow: Sendable {
  private let window: PreviewWindow
  private let overlay: WindowOverlay
  private let camera: WindowCamera
  private let captureController: WindowCaptureController
  private let console: Console
  private let options: RunCommand
  private let peaking = Locked(false)
  private let interaction: Locked<Interaction>
  /// The serial queue for camera commands, so that the window does not wait for them.
  private let work = DispatchQueue(label: "viewfinder.window")

  private struct Interaction: Lockable {
    var state: WindowInteraction
    /// A task that waits until the camera's subject changes.
    var watch: Task<Void, Never>?
  }

  /// Prepares the camera and the window.
  ///
  /// - Throws: `CaptureError` if the camera does not exist.
  init(_ name: String, _ options: RunCommand, _ window: PreviewWindow) throws(CaptureError) {
    self.options = options
    self.window = window
    console = options.output.console(unit: "frames")
    overlay = WindowOverlay(window)
    camera = try WindowCamera(name, options.camera)
    captureController = WindowCaptureController(
      camera, overlay, in: options.window.folder, turned: options.view.rotate)
    interaction = Locked(Interaction(state: WindowInteraction(options.look, isLive: true)))
    window.renderer = options.view.renderer
  }

  /// Shows the camera until the user closes the window, the time limit, or a permanent failure of the camera.
  ///
  /// - Returns: The exit status.
  func run(_ output: LiveOutput, _ publishing: PreparedPublishing?) throws -> Int32 {
    showLook()
    let listener = Task { [weak self, events = camera.session.events] in
      for await event in events { self?.report(event) }
    }
    try camera.session.startOrThrow()
    let interruption = Interruption.whenRequested { [window] in window.close() }
    defer { interruption.cancel() }
    let outcome = Locked(Outcome())
    let worker = NamedThread(name: "frames") { [self] in
      do {
        let isOver = try show(output, publishing)
        outcome.withLock { $0.isOver = isOver }
      } catch {
        outcome.withLock { $0.error = error }
      }
      window.close()
    }
    guard let worker else {
      throw CaptureError(.outOfMemory, subject: "threads", reason: "the system cannot start a thread")
    }
    let failure = Result { try window.run(take) }
    work.sync {}
    for failure in captureController.finish() { console.fail(failure) }
    restoreCameraControls()
    camera.session.stopRunning()
    worker.join()
    listener.cancel()
    try failure.get()
    let end = outcome.withLock { $0 }
    if let error = end.error { console.fail(FileFailure(error, at: source)) }
    console.finish()
    if isCut(end) { console.report("viewfinder: ended early, because the window was closed") }
    console.report(window.statistics.words)
    return Interruption.exitStatus ?? (isCut(end) ? Interruption.userExitStatus : console.hasFailed ? 1 : 0)
  }

  private struct Outcome: Lockable {
    /// Whether the time limit was reached.
    var isOver = false
    var error: (any Error)?
  }

  /// Whether output is missing because the user closed the window early.
  private func isCut(_ end: Outcome) -> Bool {
    guard options.live.duration != nil, options.output.output != nil || options.output.json else { return false }
    return !end.isOver && end.error == nil && !console.isOutputClosed
  }

  private var source: InputPath { InputPath(camera.device.uniqueID) }

  // MARK: Frames, on their own thread

  /// Shows frames; returns whether the time limit was reached.
  private func show(_ output: LiveOutput, _ publishing: PreparedPublishing?) throws -> Bool {
    let finds = LiveDetectionOutputs(camera.device, on: console) { [camera] in camera.statistics.dropped.total }
    let others: [any FrameConsumer] =
      [WindowConsumer(window, fitting: options.view.size == nil)] + [output.pictures].compactMap(\.self)
      + (try finds.consumers(options, publishing))
    let all = try options.processing.make()
    let processors = options.live.everyFrame ? all : all.detectorsInBackground()
    var show = try Show([ToggledFocusPeaking(peaking)] + processors, movie: output.movie, others: others)
    var tally = LiveFrameCounter(limit: options.live.duration)
    var status = WindowStatus()
    var isOver = false
    let ended = Result {
      try camera.run { sample in
        isOver = tally.admit(sample) == nil
        guard !isOver else { return false }
        try show.take(sample, from: source, on: console)
        tally.count()
        if status.isDue(sample) {
          let stages = show.summary(omitting: peaking.withLock({ $0 }) ? [] : [FocusPeaking().name])
          overlay.setStatus(status.lines(camera, window.statistics, stages, captureController.status))
        }
        return !console.isOutputClosed
      }
    }
    try show.finish(from: source, on: console)
    try ended.get()
    return isOver
  }

  // MARK: Camera events

  private func report(_ event: CaptureSession.Event) {
    switch event {
    case .wasInterrupted(.audioDeviceInUseByAnotherClient, let error),
      .wasInterrupted(.audioDeviceNotAvailable, let error):
      overlay.say("\(error)")
    case .wasInterrupted(_, let error): overlay.setInterruption(error.reasonAndHint)
    case .interruptionEnded: overlay.setInterruption(nil)
    case .didStall(let port, let stall): if port.mediaType == .video { overlay.setInterruption("\(stall)") }
    case .stallEnded(let port): if port.mediaType == .video { overlay.setInterruption(nil) }
    case .runtimeError(let error): overlay.say("\(error)")
    case .didStartRunning, .didStopRunning: break
    }
  }

  // MARK: User actions, on the window's thread

  private func take(_ event: WindowEvent) {
    let action = interaction.withLock { $0.state.take(event) }
    switch action {
    case nil, .proceed?: break
    case .close?: window.close()
    case .look?: showLook()
    case .takePhoto?: later { $0.captureController.takePhoto() }
    case .toggleRecording?: later { $0.captureController.toggleRecording() }
    case .switchCamera?: later { $0.switchCamera() }
    case .focus(let place)?:
      overlay.mark(place)
      let point = window.geometry.captureDevicePointConverted(fromLayerPoint: place)
      later { window in
        window.say { (lens) throws(CaptureError) in try lens.look(at: point) }
        window.watchSubjectArea()
      }
    case .zoom(let factor)?: later { $0.say { (lens) throws(CaptureError) in try lens.zoom(by: factor) } }
    case .resetZoom?: later { $0.say { (lens) throws(CaptureError) in try lens.resetZoom() } }
    }
  }

  private func later(_ body: @escaping @Sendable (CameraWindow) -> Void) { work.async { body(self) } }

  private func say(_ body: (WindowCameraControls) throws(CaptureError) -> String?) {
    do throws(CaptureError) {
      if let words = try body(WindowCameraControls(device: camera.device)) { overlay.say(words) }
    } catch {
      overlay.say("\(error)")
    }
  }

  /// Returns the camera to automatic control as soon as its subject changes.
  private func watchSubjectArea() {
    let changes = camera.device.subjectAreaChanges
    let watch = Task { [weak self] in
      for await _ in changes {
        self?.later { $0.say { (lens) throws(CaptureError) in try lens.resumeAutomaticControl() } }
        return
      }
    }
    let former = interaction.withLock { interaction in
      defer { interaction.watch = watch }
      return interaction.watch
    }
    former?.cancel()
  }

  /// Returns the camera to automatic control, as its settings outlive the process.
  private func restoreCameraControls() {
    let watch = interaction.withLock { $0.watch.take() }
    guard let watch else { return }
    watch.cancel()
    _ = try? WindowCameraControls(device: camera.device).resumeAutomaticControl()
  }

  private func switchCamera() {
    guard !captureController.isRecording else { return overlay.say("stop the recording first") }
    // Another camera can have another frame size.
    guard options.output.output == nil else { return overlay.say("cannot change the camera while writing output") }
    guard options.publishing.publish == nil else { return overlay.say("cannot change the camera while publishing") }
    restoreCameraControls()
    do throws(CaptureError) {
      guard let device = try camera.switchToNext() else { return overlay.say("no other camera found") }
      overlay.say(device.localizedName)
      // The previous camera's problem no longer applies.
      overlay.setInterruption(nil)
      showLook()
    } catch {
      overlay.say("\(error)")
    }
  }

  /// Applies the current look to the window.
  private func showLook() {
    let (look, help) = interaction.withLock { ($0.state.look, $0.state.help) }
    let isAtFront = camera.device.position == .front
    window.updateRenderer { renderer in
      renderer.videoGravity = look.videoGravity
      // Mirrored if the camera faces the user.
      renderer.isVideoMirrored = look.isMirrored != isAtFront
    }
    window.isFullScreen = look.isFullScreen
    peaking.withLock { $0 = look.isPeaking }
    overlay.setLook(look, help: help)
  }
}

extension WindowStatistics {
  /// The numbers and latency of shown frames, as text.
  fileprivate var words: String {
    var words = ["\(shownCount) frames shown"]
    if replacedCount > 0 { words.append("\(replacedCount) replaced by newer ones") }
    if let age = captureLatency {
      words.append(
        """
        latency from the camera to the screen: median \(age.median.milliseconds) ms, p99 \(age.p99.milliseconds) \
        ms
        """)
    }
    return words.joined(separator: ", ")
  }
}

extension Duration {
  fileprivate var milliseconds: Double { (self / .microseconds(100)).rounded() / 10 }
}
