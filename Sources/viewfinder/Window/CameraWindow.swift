import Dispatch
import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// Shows a camera in a window, until that is closed.
final class CameraWindow: Sendable {
  private let window: PreviewWindow
  private let board: WindowBoard
  private let camera: WindowCamera
  private let shutter: WindowShutter
  private let console: Console
  private let options: RunCommand
  private let peaking = Locked(false)
  private let interaction: Locked<Interaction>
  /// What the camera is asked for happens here, one after the other: the window doesn't wait for it.
  private let work = DispatchQueue(label: "viewfinder.window")

  private struct Interaction: Lockable {
    var state: WindowInteraction
    /// Waits for the camera to see something else.
    var watch: Task<Void, Never>?
  }

  /// Prepares camera and window.
  ///
  /// - Throws: `CaptureError` where there is no such camera.
  init(_ name: String, _ options: RunCommand, _ window: PreviewWindow) throws(CaptureError) {
    (self.options, self.window) = (options, window)
    console = options.output.console(unit: "frames")
    board = WindowBoard(window)
    camera = try WindowCamera(name, options.camera)
    shutter = WindowShutter(camera, board, in: options.window.folder, turned: options.view.rotate)
    interaction = Locked(Interaction(state: WindowInteraction(options.look, isLive: true)))
    window.renderer = options.view.renderer
  }

  /// Shows the camera until the person has seen enough, the time is over, or the camera fails for good.
  ///
  /// - Returns: The exit status.
  func run(_ output: LiveOutput, _ publishing: PreparedPublishing?) throws -> Int32 {
    showLook()
    let listener = Task { [weak self, events = camera.session.events] in
      for await event in events { self?.tell(event) }
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
    guard let worker else { throw CaptureError(.outOfMemory, subject: "threads", reason: "the system gave none") }
    let failure = Result { try window.run(take) }
    work.sync {}
    for failure in shutter.finish() { console.fail(failure) }
    giveCameraBack()
    camera.session.stopRunning()
    worker.join()
    listener.cancel()
    try failure.get()
    let end = outcome.withLock { $0 }
    if let error = end.error { console.fail(FileFailure(error, at: source)) }
    console.finish()
    if isCut(end) { console.tell("viewfinder: it ends before its time, because the window was closed") }
    console.tell(window.statistics.words)
    return Interruption.exitStatus ?? (isCut(end) ? Interruption.statusByHand : console.hasFailed ? 1 : 0)
  }

  private struct Outcome: Lockable {
    /// Whether the camera was shown as long as it should be.
    var isOver = false
    var error: (any Error)?
  }

  /// Whether less is written or printed than was asked for, because the person had seen enough.
  private func isCut(_ end: Outcome) -> Bool {
    guard options.live.duration != nil, options.output.output != nil || options.output.json else { return false }
    return !end.isOver && end.error == nil && !console.isOutputClosed
  }

  private var source: InputPath { InputPath(camera.device.uniqueID) }

  // MARK: On the thread of the frames

  /// Whether it ends because the time is over.
  private func show(_ output: LiveOutput, _ publishing: PreparedPublishing?) throws -> Bool {
    let finds = LiveFinds(camera.device, on: console) { [camera] in camera.statistics.dropped.total }
    let others: [any FrameConsumer] =
      [WindowConsumer(window, fitting: options.view.size == nil)] + [output.pictures].compactMap(\.self)
      + (try finds.consumers(options, publishing))
    let all = try options.processing.make()
    let processors = options.live.everyFrame ? all : all.detachingDetectors()
    var show = try Show([SwitchedPeaking(peaking)] + processors, movie: output.movie, others: others)
    var tally = LiveTally(limit: options.live.duration)
    var status = WindowStatus()
    var isOver = false
    let ended = Result {
      try camera.run { sample in
        isOver = tally.admit(sample) == nil
        guard !isOver else { return false }
        try show.take(sample, from: source, on: console)
        tally.count()
        if status.isDue(sample) {
          let stages = show.summary(leavingOut: peaking.withLock({ $0 }) ? [] : [FocusPeaking().name])
          board.setStatus(status.lines(camera, window.statistics, stages, shutter.status))
        }
        return !console.isOutputClosed
      }
    }
    try show.finish(from: source, on: console)
    try ended.get()
    return isOver
  }

  // MARK: What happens to the camera

  private func tell(_ event: CaptureSession.Event) {
    switch event {
    case .wasInterrupted(.audioDeviceInUseByAnotherClient, let error),
      .wasInterrupted(.audioDeviceNotAvailable, let error):
      board.say("\(error)")
    case .wasInterrupted(_, let error): board.setInterruption(error.reasonAndRemedy)
    case .interruptionEnded: board.setInterruption(nil)
    case .didStall(let port, let stall): if port.mediaType == .video { board.setInterruption("\(stall)") }
    case .stallEnded(let port): if port.mediaType == .video { board.setInterruption(nil) }
    case .runtimeError(let error): board.say("\(error)")
    case .didStartRunning, .didStopRunning: break
    }
  }

  // MARK: What the person does, on the window's thread

  private func take(_ event: WindowEvent) {
    let action = interaction.withLock { $0.state.take(event) }
    switch action {
    case nil, .proceed?: break
    case .close?: window.close()
    case .look?: showLook()
    case .takePhoto?: later { $0.shutter.takePhoto() }
    case .toggleRecording?: later { $0.shutter.toggleRecording() }
    case .switchCamera?: later { $0.switchCamera() }
    case .focus(let place)?:
      board.mark(place)
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

  private func say(_ body: (WindowLens) throws(CaptureError) -> String?) {
    do throws(CaptureError) {
      if let words = try body(WindowLens(device: camera.device)) { board.say(words) }
    } catch {
      board.say("\(error)")
    }
  }

  /// Lets the camera look for itself once it sees something else than what it was asked to look at.
  private func watchSubjectArea() {
    let changes = camera.device.subjectAreaChanges
    let watch = Task { [weak self] in
      for await _ in changes {
        self?.later { $0.say { (lens) throws(CaptureError) in try lens.lookAround() } }
        return
      }
    }
    let former = interaction.withLock { interaction in
      defer { interaction.watch = watch }
      return interaction.watch
    }
    former?.cancel()
  }

  /// Lets a camera that was asked to look at a point look for itself again: what it is set to outlives this process.
  private func giveCameraBack() {
    let watch = interaction.withLock { $0.watch.take() }
    guard let watch else { return }
    watch.cancel()
    _ = try? WindowLens(device: camera.device).lookAround()
  }

  private func switchCamera() {
    guard !shutter.isRecording else { return board.say("end the recording first") }
    // Another camera has pictures of another size.
    guard options.output.output == nil else { return board.say("its pictures are being written") }
    guard options.publishing.publish == nil else { return board.say("what it sees is being published") }
    giveCameraBack()
    do throws(CaptureError) {
      guard let device = try camera.switchToNext() else { return board.say("there is no other camera") }
      board.say(device.localizedName)
      // What was wrong with the one before.
      board.setInterruption(nil)
      showLook()
    } catch {
      board.say("\(error)")
    }
  }

  /// Shows things as the person wants them.
  private func showLook() {
    let (look, help) = interaction.withLock { ($0.state.look, $0.state.help) }
    let isAtFront = camera.device.position == .front
    window.updateRenderer { renderer in
      renderer.videoGravity = look.videoGravity
      // As in a mirror, where the camera looks at who looks at the screen.
      renderer.isVideoMirrored = look.isMirrored != isAtFront
    }
    window.isFullScreen = look.isFullScreen
    peaking.withLock { $0 = look.isPeaking }
    board.setLook(look, help: help)
  }
}

extension WindowStatistics {
  /// What was shown, and how old it was then, in words.
  fileprivate var words: String {
    var words = ["\(shownCount) frames shown"]
    if replacedCount > 0 { words.append("\(replacedCount) replaced by newer ones before") }
    if let age = captureLatency {
      words.append(
        "\(age.median.milliseconds) ms from the camera to the screen, 99 of 100 within \(age.p99.milliseconds) ms")
    }
    return words.joined(separator: ", ")
  }
}

extension Duration {
  fileprivate var milliseconds: Double { (self / .microseconds(100)).rounded() / 10 }
}
