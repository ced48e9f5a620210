package import Dispatch
package import OpenCaptureFlow
package import OpenCaptureMediaSamples
import OpenCaptureNetworkCameras
package import OpenCaptureSession

/// A camera in a session, and the live loop over its frames; another camera can replace it.
package final class LiveCamera: Sendable {
  package let session = CaptureSession()
  /// Queues the newest frame, unless the session has other outputs.
  private let frames = FrameOutput(.newest)
  private let input: Locked<CaptureDeviceInput>
  /// The catalogue of the cameras, which keeps their drivers alive.
  package let catalog: CameraCatalog?
  /// A message if the camera's format differs from the request; nil if it doesn't.
  package let formatNotice: String?

  /// Prepares the camera that the options name.
  ///
  /// - Parameters:
  ///   - request: The format, as far as the preset does not choose it. Default: the preset's.
  ///   - resumes: Whether the session waits for a disconnected camera. Default: for a network camera.
  ///   - outputs: The session's outputs. Default: the one for the live loop.
  /// - Throws: `CaptureError` if no camera has this name, no format fits, or the scene is unreadable.
  package convenience init<Use>(
    _ options: CameraOptionsFor<Use>, _ request: CameraFormatRequest = CameraFormatRequest(),
    resumes: Bool? = nil, outputs: [any CaptureOutput]? = nil
  ) throws(CaptureError) {
    let catalog = try options.catalog()
    let device = try catalog.device(options.name)
    try self.init(device, options.preset, request, of: catalog, resumes: resumes, outputs: outputs)
  }

  /// Prepares a camera.
  ///
  /// - Throws: `CaptureError` if the camera cannot be opened, or no format fits.
  package init(
    _ device: CaptureDevice, _ preset: CaptureSession.Preset,
    _ request: CameraFormatRequest = CameraFormatRequest(), of catalog: CameraCatalog? = nil,
    resumes: Bool? = nil, outputs: [any CaptureOutput]? = nil
  ) throws(CaptureError) {
    let input = try CaptureDeviceInput(device: device)
    self.input = Locked(input)
    self.catalog = catalog
    // Network connections can fail for a while.
    session.resumesAfterInterruption = resumes ?? (device.deviceType == .network)
    session.beginConfiguration()
    try session.add(input)
    for output in outputs ?? [frames] { try session.add(output) }
    try session.require(preset, of: input.name)
    try session.commit()
    formatNotice = try request.apply(to: device)
  }

  /// The current camera.
  package var device: CaptureDevice { input.withLock { $0 }.device }

  /// The camera's actual format as text.
  package var format: String { device.actualConfiguration.map { "\($0)" } ?? "streams" }

  /// The numbers of frames that the live loop got and missed so far.
  package var statistics: CaptureOutputStatistics { frames.subscription.statistics }

  /// Changes to another camera.
  ///
  /// - Throws: `CaptureError` if the camera does not start; the previous one then continues.
  package func select(_ device: CaptureDevice) throws(CaptureError) {
    let old = input.withLock { $0 }
    let new = try CaptureDeviceInput(device: device)
    session.beginConfiguration()
    session.removeInput(old)
    do throws(CaptureError) {
      try session.add(new)
    } catch {
      // Restores the session's previous inputs.
      try? session.add(old)
      try? session.commit()
      throw error
    }
    try session.commit()
    input.withLock { $0 = new }
  }

  /// Changes to the next available camera; the first follows the last.
  ///
  /// - Returns: The camera; nil if it is the only one.
  /// - Throws: `CaptureError` if none of the others starts; the current camera then continues.
  package func selectNext() throws(CaptureError) -> CaptureDevice? {
    let current = device
    let devices = catalog?.devices ?? []
    let place = devices.firstIndex { $0 === current } ?? 0
    var failure: CaptureError?
    for offset in 1..<max(1, devices.count) {
      let next = devices[(place + offset) % devices.count]
      do throws(CaptureError) {
        try select(next)
        return next
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return nil
  }

  /// Waits for the newest frame; nil after the session has stopped.
  ///
  /// - Throws: `CaptureError` if the camera fails permanently.
  package func nextFrame() throws(CaptureError) -> SampleBuffer? { try frames.subscription.waitForNext() }

  /// Passes the newest frames of the running session to `body`, with the time since the first frame.
  ///
  /// Ends at the counter's time limit, if the user interrupts, and if `body` returns false.
  ///
  /// - Throws: `CaptureError` if the camera fails permanently; errors of `body`.
  package func forEachFrame(
    _ counter: inout LiveFrameCounter, _ body: (SampleBuffer, MediaTime, LiveFrameCounter) throws -> Bool
  ) throws {
    while let sample = try nextFrame(), !Interruption.isRequested {
      guard let time = counter.admit(sample) else { return }
      counter.count()
      guard try body(sample, time, counter) else { return }
    }
  }

  /// Streams, and calls ``forEachFrame(_:_:)`` on the calling thread.
  ///
  /// The times of frames cannot end a run without frames, so that the clock of this host limits it, too.
  ///
  /// - Parameters:
  ///   - limit: The maximum wait for the first frame, and then for the end of the run. Default: one second more than
  ///     the counter's limit.
  ///   - note: Receives messages if frames stop or resume.
  /// - Throws: `CaptureError` if the camera does not start or delivers no frame, too.
  package func run(
    _ counter: inout LiveFrameCounter, limitedTo limit: DispatchTimeInterval? = nil,
    noting note: @escaping @Sendable (String) -> Void,
    _ body: (SampleBuffer, MediaTime, LiveFrameCounter) throws -> Bool
  ) throws {
    let listener = Task { [events = session.events] in
      for await event in events { if let words = event.stallWords { note(words) } }
    }
    // Stopping the session ends the wait for a camera that delivers nothing.
    let interruption = Interruption.whenRequested { [session] in session.stopRunning() }
    let usualLimit = counter.limit.map { DispatchTimeInterval.milliseconds(Int(min($0, 1e9) * 1000) + 1000) }
    let timer = (limit ?? usualLimit).map { interval in
      TimeLimit(interval) { [session] in session.stopRunning() }
    }
    defer {
      timer?.cancel()
      interruption.cancel()
      session.stopRunning()
      // Messages from before the end are still reported.
      listener.cancel()
      try? BlockingTask.result { await listener.value }
    }
    try session.startOrThrow()
    try forEachFrame(&counter) { sample, time, counter in
      if counter.frameCount == 1 { timer?.restart() }
      return try body(sample, time, counter)
    }
    guard timer == nil || counter.frameCount > 0 || Interruption.isRequested else {
      throw CaptureError(.stalled, subject: "\(device)", reason: "no frame arrived within the time limit")
    }
  }
}

extension CaptureDeviceInput: Lockable {}

/// A time limit by the clock of this host, which can be restarted.
private final class TimeLimit: Sendable {
  private let interval: DispatchTimeInterval
  // Dispatch sources are thread-safe, but not marked as Sendable.
  nonisolated(unsafe) private let timer = DispatchSource.makeTimerSource(queue: .global())

  /// Starts the limit, and calls `body` on a global queue when it is reached.
  init(_ interval: DispatchTimeInterval, _ body: @escaping @Sendable () -> Void) {
    self.interval = interval
    timer.setEventHandler(handler: body)
    restart()
    timer.activate()
  }

  /// Restarts the limit from now.
  func restart() { timer.schedule(deadline: .now() + interval) }

  func cancel() { timer.cancel() }
}

extension CaptureSession.Event {
  /// A message for a user who waits for frames; nil if the event is about something else.
  fileprivate var stallWords: String? {
    switch self {
    case .didStall(_, let stall): "\(stall)"
    case .wasInterrupted(_, let error): "\(error.reason); waiting for it to resume"
    case .stallEnded, .interruptionEnded: "frames arrive again"
    case .didStartRunning, .didStopRunning, .runtimeError: nil
    }
  }
}

extension CaptureSession {
  /// Sets a preset.
  ///
  /// - Parameter subject: The name of the session's input in errors.
  /// - Throws: `CaptureError` if an input has no format for the preset.
  package func require(_ preset: Preset, of subject: String) throws(CaptureError) {
    guard canSetSessionPreset(preset) else {
      throw CaptureError(
        .unsupportedFormat, subject: subject, reason: "no format fits the preset \(preset.name)")
    }
    sessionPreset = preset
  }
}

/// A count of the processed frames since the first one, with a time limit.
package struct LiveFrameCounter: Sendable {
  /// The time limit in seconds from the first frame; nil for none.
  let limit: Double?
  private var start: MediaTime?
  /// The time from the first frame to the newest; invalid if frames have no times.
  private var elapsed = MediaTime.invalid
  /// The number of processed frames.
  package private(set) var frameCount = 0

  package init(limit: Double?) { self.limit = limit }

  /// Whether the time limit was reached.
  package private(set) var isOver = false

  /// Records that a frame has arrived.
  ///
  /// - Returns: The frame's time since the first one; nil if the time limit is reached.
  package mutating func admit(_ sample: SampleBuffer) -> MediaTime? {
    let first = start ?? sample.presentationTimeStamp
    start = first
    let time = sample.presentationTimeStamp - first
    if let limit, time.isNumeric, time.seconds >= limit {
      isOver = true
      return nil
    }
    elapsed = time
    return time
  }

  /// Records that a frame was processed.
  package mutating func count() { frameCount += 1 }

  /// Returns the frame rate, such as `29.9 fps`, if known, followed by the given text.
  package func status(_ rest: String) -> String {
    guard elapsed.isNumeric, elapsed.seconds > 0 else { return rest }
    return "\((Double(frameCount) / elapsed.seconds * 10).rounded() / 10) fps, \(rest)"
  }
}

extension DropCounts {
  /// The number of dropped frames by reason, as text.
  package var words: String {
    let reasons = [(late, "late"), (outOfBuffers, "out of buffers"), (discontinuity, "lost")]
    let parts = reasons.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "none dropped" : "dropped: " + parts.joined(separator: ", ")
  }
}
