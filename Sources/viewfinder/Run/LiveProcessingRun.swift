import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// A run that processes a camera's live frames without a window.
struct LiveProcessingRun: Lockable {
  private let feed: CameraFeed
  private let source: InputPath
  private let console: Console
  private var show: Show
  private var tally: LiveFrameCounter

  /// Prepares a camera.
  ///
  /// - Throws: `CaptureError` if the camera does not exist; `CommandError` if publishing cannot start.
  init(_ name: String, _ options: RunCommand, _ output: LiveOutput, _ publishing: PreparedPublishing?) throws {
    feed = try CameraFeed(name, options.camera)
    source = InputPath(feed.device.uniqueID)
    tally = LiveFrameCounter(limit: options.live.duration)
    let console = options.output.console(unit: "frames")
    self.console = console
    let finds = LiveDetectionOutputs(feed.device, on: console) { [feed] in feed.statistics.dropped.total }
    let others = try finds.consumers(options, publishing) + [output.pictures].compactMap { $0 }
    let all = try options.processing.make()
    let processors = options.live.everyFrame ? all : all.detectorsInBackground()
    show = try Show(processors, movie: output.movie, others: others)
  }

  /// Runs until the time limit, an interruption, or a failure of the camera.
  ///
  /// - Returns: The exit status.
  func run() throws -> Int32 {
    var (live, failure) = try feed.run(self) {
      try $0.take($1)
    } noting: {
      $0.console.warn($1, on: $0.source)
    }
    if let failure { console.fail(FileFailure(failure, at: source)) }
    return live.finish()
  }

  /// Processes a frame; false after the last.
  private mutating func take(_ sample: SampleBuffer) throws -> Bool {
    if tally.isEmpty { console.note("\(feed.actualFormat ?? "streams")", on: source) }
    guard tally.admit(sample) != nil else { return false }
    try show.take(sample, from: source, on: console)
    tally.count()
    console.update(done: tally.frameCount, of: nil, note: tally.status(feed.statistics.dropped.words))
    return !console.isOutputClosed
  }

  private mutating func finish() -> Int32 {
    do {
      try show.finish(from: source, on: console)
    } catch {
      console.fail(FileFailure(error, at: source))
    }
    console.finish()
    if let settings = show.movieSettings { console.note("written as \(settings)", on: source) }
    console.report("\(tally.frameCount) frames, \(feed.statistics.dropped.words); \(show.summary)")
    return Interruption.exitStatus ?? (console.hasFailed ? 1 : 0)
  }
}
