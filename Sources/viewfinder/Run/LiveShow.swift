import CommandSupport
import OpenCapture

/// Shows a camera, live.
struct LiveShow {
  private let feed: CameraFeed
  private let source: InputPath
  private let duration: Double?
  private var show: FrameShow
  private var output: LiveOutput?
  private var console: Console
  private var start: MediaTime?
  private var frameCount = 0

  /// Prepares a camera and the place for what is written.
  ///
  /// - Throws: `CaptureError` where there is no such camera, ``OutputError`` where nothing can be written there.
  init(_ name: String, _ options: RunCommand) throws {
    feed = try CameraFeed(name, options.camera)
    source = InputPath(feed.device.uniqueID)
    duration = options.live.duration
    output = try options.output.output.map {
      try LiveOutput(InputPath(argument: $0), interval: options.live.interval)
    }
    // What finds things is slow, and the picture goes on meanwhile.
    let processors = try options.processing.make().map { processor in
      processor is any MetadataDetector && !options.live.everyFrame ? DetachedProcessor(processor) : processor
    }
    show = FrameShow(processors, view: options.view)
    console = Console(options.output, unit: "frames")
  }

  /// Shows the camera until the time is over, the person interrupts or the camera fails.
  ///
  /// - Returns: The exit status.
  func run() throws -> Int32 {
    try Waiting.result {
      var live = self
      do {
        try await live.feed.run { sample in try live.take(sample) }
      } catch {
        live.console.fail("\(error)", at: live.source)
      }
      return live.finish()
    }
  }

  /// Takes a frame; false after the last.
  private mutating func take(_ sample: SampleBuffer) throws -> Bool {
    let first = start ?? sample.presentationTimeStamp
    if start == nil { console.note("\(feed.grantedFormat ?? "streams")", on: source) }
    start = first
    let time = sample.presentationTimeStamp - first
    if let duration, time.isNumeric, time.seconds >= duration { return false }
    let frame = show.process(Frame(sample))
    for failure in show.takeFailures() { console.fail(failure, at: source) }
    guard let frame else { return true }
    console.print(show.objects(in: frame), in: source, frame: (frameCount, time))
    try output?.take({ try show.picture(of: frame) }, timing: sample.timing, at: time.isNumeric ? time.seconds : 0)
    frameCount += 1
    let status = status(after: time)
    console.update(done: frameCount, of: nil, note: status)
    return !console.isOutputClosed
  }

  private mutating func finish() -> Int32 {
    do {
      try output?.finish()
    } catch {
      console.fail("\(error)", at: source)
    }
    console.finish()
    if let settings = output?.settings { console.note("written as \(settings)", on: source) }
    console.tell("\(frameCount) frames, \(dropped); \(show.summary)")
    return Interruption.exitStatus ?? (console.hasFailed ? 1 : 0)
  }

  private func status(after time: MediaTime) -> String {
    guard time.isNumeric, time.seconds > 0 else { return dropped }
    return "\((Double(frameCount) / time.seconds * 10).rounded() / 10) fps, \(dropped)"
  }

  /// How many frames were dropped, by reason.
  private var dropped: String {
    let counts = feed.statistics.dropped
    let reasons = [(counts.late, "late"), (counts.outOfBuffers, "out of buffers"), (counts.discontinuity, "lost")]
    let parts = reasons.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "none dropped" : "dropped: " + parts.joined(separator: ", ")
  }
}
