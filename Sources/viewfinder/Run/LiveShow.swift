import OpenCaptureSystem
import OpenCaptureCommandSupport
import OpenCapture

/// Shows a camera, live.
struct LiveShow: Lockable {
  private let feed: CameraFeed
  private let source: InputPath
  private var show: FrameShow
  private var output: LiveOutput?
  private var console: Console
  private var tally: LiveTally

  /// Prepares a camera and the place for what is written.
  ///
  /// - Throws: `CaptureError` where there is no such camera, ``OutputError`` where nothing can be written there.
  init(_ name: String, _ options: RunCommand) throws {
    feed = try CameraFeed(name, options.camera)
    source = InputPath(feed.device.uniqueID)
    tally = LiveTally(limit: options.live.duration)
    output = try options.output.output.map {
      try LiveOutput(InputPath(argument: $0), interval: options.live.interval, inputs: options.camera.inputs)
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
    var (live, failure) = try feed.run(self) {
      try $0.take($1)
    } noting: {
      $0.console.warn($1, on: $0.source)
    }
    if let failure { live.console.fail(FileFailure(failure, at: source)) }
    return live.finish()
  }

  /// Takes a frame; false after the last.
  private mutating func take(_ sample: SampleBuffer) throws -> Bool {
    if tally.isEmpty { console.note("\(feed.grantedFormat ?? "streams")", on: source) }
    guard let time = tally.admit(sample) else { return false }
    let frame = show.process(Frame(sample))
    for failure in show.takeFailures() { console.fail(failure, at: source) }
    guard let frame else { return true }
    console.print(show.objects(in: frame), in: source, frame: (tally.frameCount, time))
    try output?.take({ try show.picture(of: frame) }, timing: sample.timing, at: time.isNumeric ? time.seconds : 0)
    tally.count()
    console.update(done: tally.frameCount, of: nil, note: tally.status(feed.statistics.dropped.words))
    return !console.isOutputClosed
  }

  private mutating func finish() -> Int32 {
    do {
      try output?.finish()
    } catch {
      console.fail(FileFailure(error, at: source))
    }
    console.finish()
    if let settings = output?.settings { console.note("written as \(settings)", on: source) }
    console.tell("\(tally.frameCount) frames, \(feed.statistics.dropped.words); \(show.summary)")
    return Interruption.exitStatus ?? (console.hasFailed ? 1 : 0)
  }
}
