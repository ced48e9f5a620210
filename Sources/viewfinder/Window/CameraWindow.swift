import Dispatch
import OpenCapture
import OpenCaptureCommandSupport

/// A window that shows a camera.
final class CameraWindow: Sendable {
  private let session: WindowSession
  private let camera: LiveCamera
  private let captureController: WindowCaptureController
  private let console: Console
  private let options: RunCommand
  /// A task that waits until the camera's subject changes.
  private let watch = Locked<Task<Void, Never>?>(nil)
  /// The serial queue for camera commands, so that the window does not wait for them.
  private let work = DispatchQueue(label: "viewfinder.window")

  /// Prepares the camera and the window.
  ///
  /// - Throws: `CaptureError` if the camera does not exist.
  init(_ options: RunCommand, _ window: PreviewWindow) throws(CaptureError) {
    self.options = options
    console = options.messages.console("viewfinder", unit: "frames")
    session = WindowSession(window, options, isLive: true)
    // The session waits for a camera that is disconnected, and the window stays open.
    camera = try LiveCamera(options.camera, options.format.request(options.view.size), resumes: true)
    captureController = WindowCaptureController(
      camera, session.overlay, in: options.window.folder, turned: options.view.rotate)
  }

  /// Shows the camera until the user closes the window, the time limit, or a permanent failure of the camera.
  func run(_ output: LiveOutput, _ publishing: PreparedPublishing?) throws -> Int32 {
    session.showLook(isAtFront: camera.device.position == .front)
    let listener = Task { [weak self, events = camera.session.events] in
      for await event in events { self?.report(event) }
    }
    if let notice = camera.formatNotice { console.warn(notice, on: InputPath(camera.device.uniqueID)) }
    try camera.session.startOrThrow()
    let outcome = Locked(Outcome())
    try session.run { [self] in
      do {
        let isOver = try show(output, publishing)
        outcome.withLock { $0.isOver = isOver }
      } catch {
        outcome.withLock { $0.error = error }
      }
      session.window.close()
    } acting: {
      perform($0)
    } ending: {
      work.sync {}
      for failure in captureController.finish() { console.fail(failure) }
      restoreCameraControls()
      camera.session.stopRunning()
      listener.cancel()
    }
    let end = outcome.withLock { $0 }
    if let error = end.error { console.fail(FileFailure(error, at: InputPath(camera.device.uniqueID))) }
    console.finish()
    if isCut(end) { console.report("viewfinder: ended early, because the window was closed") }
    console.report(session.window.statistics.words)
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

  // MARK: Frames, on their own thread

  /// Shows frames; returns whether the time limit was reached.
  private func show(_ output: LiveOutput, _ publishing: PreparedPublishing?) throws -> Bool {
    let window = session.window
    var processing = try options.liveProcessing(
      of: camera, output, publishing, on: console, peaking: session.peaking,
      window: WindowConsumer(window, fitting: options.view.size == nil))
    var counter = LiveFrameCounter(limit: options.live.duration)
    var status = WindowStatus()
    try processing.finish { processing in
      try camera.forEachFrame(&counter) { sample, _, _ in
        try processing.take(sample)
        if status.isDue(sample) {
          let isPeaking = session.peaking.isOn.withLock { $0 }
          let stages = processing.summary(omitting: isPeaking ? [] : [FocusPeaking().name])
          let figures = session.look.showsFigures ? status.figures(camera, window.statistics, stages) : nil
          session.overlay.setStatus(WindowStatus.lines(camera, figures: figures, captureController.status))
        }
        return !console.isOutputClosed
      }
    }
    return counter.isOver
  }

  // MARK: Camera events

  private func report(_ event: CaptureSession.Event) {
    switch event {
    case .wasInterrupted(.audioDeviceInUseByAnotherClient, let error),
      .wasInterrupted(.audioDeviceNotAvailable, let error):
      session.overlay.say("\(error)")
    case .wasInterrupted(_, let error): session.overlay.setInterruption(error.reasonAndHint)
    case .interruptionEnded: session.overlay.setInterruption(nil)
    case .didStall(let port, let stall): if port.mediaType == .video { session.overlay.setInterruption("\(stall)") }
    case .stallEnded(let port): if port.mediaType == .video { session.overlay.setInterruption(nil) }
    case .runtimeError(let error): session.overlay.say("\(error)")
    case .didStartRunning, .didStopRunning: break
    }
  }

  // MARK: User actions, on the window's thread

  private func perform(_ action: WindowInteraction.Action) {
    switch action {
    case .close, .look, .proceed, .goBack, .togglePause, .seek: break
    case .takePhoto: later { $0.captureController.takePhoto() }
    case .toggleRecording: later { $0.captureController.toggleRecording() }
    case .switchCamera: later { $0.switchCamera() }
    case .focus(let place):
      session.overlay.mark(place)
      let point = session.window.geometry.captureDevicePointConverted(fromLayerPoint: place)
      later { window in
        window.say { (lens) throws(CaptureError) in try lens.look(at: point) }
        window.watchSubjectArea()
      }
    case .automatic:
      later { window in
        window.watch.withLock { $0.take() }?.cancel()
        window.say { (lens) throws(CaptureError) in
          try lens.resumeAutomaticControl() ?? "automatic focus and exposure"
        }
      }
    case .zoom(let factor): later { $0.say { (lens) throws(CaptureError) in try lens.zoom(by: factor) } }
    case .resetZoom: later { $0.say { (lens) throws(CaptureError) in try lens.resetZoom() } }
    }
  }

  private func later(_ body: @escaping @Sendable (CameraWindow) -> Void) { work.async { body(self) } }

  private func say(_ body: (WindowCameraControls) throws(CaptureError) -> String?) {
    do throws(CaptureError) {
      if let words = try body(WindowCameraControls(device: camera.device)) { session.overlay.say(words) }
    } catch {
      session.overlay.say("\(error)")
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
    let former = self.watch.withLock { current in
      defer { current = watch }
      return current
    }
    former?.cancel()
  }

  /// Returns the camera to automatic control, as its settings outlive the process.
  private func restoreCameraControls() {
    let watch = watch.withLock { $0.take() }
    guard let watch else { return }
    watch.cancel()
    _ = try? WindowCameraControls(device: camera.device).resumeAutomaticControl()
  }

  private func switchCamera() {
    guard !captureController.isRecording else { return session.overlay.say("stop the recording first") }
    // Another camera can have another frame size.
    guard options.output.output == nil else {
      return session.overlay.say("cannot change the camera while writing output")
    }
    guard options.publishing.publish == nil else {
      return session.overlay.say("cannot change the camera while publishing")
    }
    restoreCameraControls()
    do throws(CaptureError) {
      guard let device = try camera.selectNext() else { return session.overlay.say("no other camera found") }
      session.overlay.say(device.localizedName)
      // The previous camera's problem no longer applies.
      session.overlay.setInterruption(nil)
      session.showLook(isAtFront: device.position == .front)
    } catch {
      session.overlay.say("\(error)")
    }
  }
}

extension Task: Lockable {}

extension WindowStatistics {
  /// The numbers and latency of shown frames, as text.
  fileprivate var words: String {
    var words = ["\(shownCount) frames shown"]
    if replacedCount > 0 { words.append("\(replacedCount) replaced by newer ones") }
    if let age = captureLatency {
      let times = "median \(age.median.milliseconds) ms, p99 \(age.p99.milliseconds) ms"
      words.append("latency from the camera to the screen: \(times)")
    }
    return words.joined(separator: ", ")
  }
}

extension Duration {
  fileprivate var milliseconds: Double { (self / .microseconds(100)).rounded() / 10 }
}
