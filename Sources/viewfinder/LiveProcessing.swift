import OpenCapture
import OpenCaptureCommandSupport
import OpenCapturePublishing

extension RunCommand {
  /// Processes a camera's frames without a window until the time limit, an interruption, or a failure of the camera.
  ///
  /// - Throws: `CaptureError` if the camera does not exist; `CommandError` if publishing cannot start.
  func processLive(_ output: LiveOutput, _ publishing: PreparedPublishing?) throws -> Int32 {
    // Programs that read the shown camera wait for a camera that is away.
    let camera = try LiveCamera(
      self.camera, format.request(view.size), resumes: output.camera == nil ? nil : true)
    let source = InputPath(camera.device.uniqueID)
    let console = messages.console("viewfinder", unit: "frames")
    var processing = try liveProcessing(of: camera, output, publishing, on: console)
    var counter = LiveFrameCounter(limit: live.duration)
    if let notice = camera.formatNotice { console.warn(notice, on: source) }
    CameraSettings(saved.folder) { console.warn($0, on: source) }.restore(camera.device)
    do {
      try camera.run(&counter) {
        console.warn($0, on: source)
      } _: { sample, _, counter in
        if counter.frameCount == 1 { console.note(camera.format, on: source) }
        try processing.take(sample)
        console.update(done: counter.frameCount, of: nil, note: counter.status(camera.statistics.dropped.words))
        return !console.isOutputClosed
      }
    } catch {
      console.fail(FileFailure(error, at: source))
    }
    do { try processing.finish() } catch { console.fail(FileFailure(error, at: source)) }
    console.finish()
    if let settings = processing.movieSettings { console.note("written as \(settings)", on: source) }
    console.report("\(counter.frameCount) frames, \(camera.statistics.dropped.words); \(processing.summary())")
    return Interruption.exitStatus ?? (console.hasFailed ? 1 : 0)
  }

  /// Returns the path of a camera's frames to the requested outputs; slow readers and brokers do not delay the camera.
  ///
  /// - Parameters:
  ///   - peaking: Focus peaking that a window can switch on. Default: none.
  ///   - window: The window's consumer. Default: none.
  /// - Throws: `CommandError` if publishing cannot start; `ProcessingError` if a processor cannot be made.
  func liveProcessing(
    of camera: LiveCamera, _ output: LiveOutput, _ publishing: PreparedPublishing?, on console: Console,
    peaking: ToggledFocusPeaking? = nil, window: WindowConsumer? = nil
  ) throws -> FrameProcessing {
    let name = camera.device.uniqueID
    let drops: @Sendable () -> Int = { camera.statistics.dropped.total }
    // The shared source, so that all receivers get the same tracks.
    let origin = MessageOrigin()
    var consumers: [any FrameConsumer] = []
    if let window { consumers.append(window) }
    if self.output.json {
      console.writeInBackground()
      let additions = LiveAdditions(origin, drops: drops)
      consumers.append(
        JSONLinesConsumer(source: name, times: .sinceFirst, additions: additions) { console.write($0) })
    }
    if let publishing {
      consumers.append(try publishing.publisher(camera: name, origin: origin, on: console).consumer(drops: drops))
    }
    if let pictures = output.pictures { consumers.append(pictures) }
    if let other = try output.startCamera() { consumers.append(other) }
    var processors = try processing.make()
    if !live.everyFrame { processors = processors.detectorsInBackground() }
    if let peaking { processors.insert(peaking, at: 0) }
    return try FrameProcessing(processors, movie: output.movie, consumers: consumers) {
      console.fail(FileFailure($0, at: InputPath(camera.device.uniqueID)))
    }
  }
}
