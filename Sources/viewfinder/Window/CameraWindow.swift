import Dispatch
import OpenCapture
import OpenCaptureCommandSupport

/// A window that shows a camera.
final class CameraWindow: Sendable {
  private let session: WindowSession
  private let camera: LiveCamera
  private let captureController: WindowCaptureController
  private let settings: CameraSettings
  private let panel = Locked(ControlPanel())
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
    let console = options.messages.console("viewfinder", unit: "frames")
    self.console = console
    let name = InputPath(options.camera.name)
    settings = CameraSettings(options.saved.folder) { console.warn($0, on: name) }
    session = WindowSession(window, options, isLive: true)
    // The session waits for a camera that is disconnected, and the window stays open.
    camera = try LiveCamera(options.camera, options.format.request(options.view.size), resumes: true)
    captureController = WindowCaptureController(
      camera, session.overlay, in: options.window.folder, turned: options.view.rotate)
    settings.restore(camera.device)
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
      settings.save()
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
          if session.look.showsControls { later { $0.updatePanel() } }
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
    case .interruptionEnded:
      session.overlay.setInterruption(nil)
      // A camera that was disconnected has lost its settings.
      later { $0.settings.reapply(to: $0.camera.device) }
    case .didStall(let port, let stall): if port.mediaType == .video { session.overlay.setInterruption("\(stall)") }
    case .stallEnded(let port): if port.mediaType == .video { session.overlay.setInterruption(nil) }
    case .runtimeError(let error): session.overlay.say("\(error)")
    case .didStartRunning, .didStopRunning: break
    }
  }

  // MARK: User actions, on the window's thread

  private func perform(_ action: WindowInteraction.Action) {
    switch action {
    case .look(let look): if look.showsControls { later { $0.updatePanel() } }
    case .close, .proceed, .goBack, .togglePause, .seek: break
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
        window.settings.store(WindowCameraControls.automaticControls, from: window.camera.device)
      }
    case .zoom(let factor): later { $0.say { (lens) throws(CaptureError) in try lens.zoom(by: factor) } }
    case .selectControl(let offset):
      panel.withLock { $0.select(by: offset) }
      showPanel()
    case .changeControl(let steps): later { $0.changeControl(by: steps) }
    case .resetControl(let isAll): later { $0.resetControl(isAll: isAll) }
    case .toggleCenterStage:
      later { $0.say { (lens) throws(CaptureError) in try lens.toggleCenterStage() } }
    case .resetZoom: later { $0.say { (lens) throws(CaptureError) in try lens.resetZoom() } }
    }
  }

  // MARK: Controls

  private func showPanel() { session.overlay.setControls(panel.withLock { $0.lines }) }

  /// Reads the controls, which the camera can change on its own.
  private func updatePanel() {
    let controls = (try? camera.device.controls()) ?? []
    panel.withLock { $0.update(controls) }
    showPanel()
  }

  private func changeControl(by steps: Int) {
    let (control, value) = panel.withLock { ($0.selected, $0.value(after: steps)) }
    guard let control, let value else { return }
    edit { (settings, device) throws(CaptureError) in try settings.set(control.name, to: value, of: device) }
  }

  private func resetControl(isAll: Bool) {
    let name = panel.withLock { $0.selection }
    edit { (settings, device) throws(CaptureError) in try settings.reset(isAll ? nil : name, of: device) }
  }

  /// Changes settings, and shows the result or the error.
  private func edit(_ body: (CameraSettings, CaptureDevice) throws(CaptureError) -> Void) {
    do throws(CaptureError) { try body(settings, camera.device) } catch { session.overlay.say("\(error)") }
    updatePanel()
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
        self?.later { window in
          window.say { (lens) throws(CaptureError) in try lens.resumeAutomaticControl() }
          window.settings.reapply(to: window.camera.device)
        }
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
      settings.restore(device)
      updatePanel()
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
