import OpenCaptureFlow
import OpenCaptureSession
import OpenCaptureSystem
import OpenCaptureCodes
import OpenCaptureCommandSupport
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import OpenCapturePublishing

/// A live scan of a camera that prints each code when it appears.
struct CameraScan: Lockable {
  /// The settings of a live scan.
  struct Options: Sendable {
    var format: RecordFormat
    var appearances = CodeAppearances()
    var stopsAtFirst = false
    /// The time limit in seconds; nil for none.
    var timeout: Double?
    var isQuiet = false
    var isVerbose = false
    /// The source that output lines name.
    var origin = MessageOrigin()
    /// The publishing settings; nil to publish nothing.
    var publishing: PreparedPublishing?
  }

  private let feed: CameraFeed
  private var tracker: CodeTracker
  private var options: Options
  private let console: Console
  private var tally: LiveFrameCounter
  private var found = 0
  private var additions: LiveAdditions
  private var publisher: PublishingConsumer?

  /// Prepares a scan.
  ///
  /// - Throws: `CommandError` if publishing cannot start.
  init(_ feed: CameraFeed, scanner: CodeScanner, options: Options) throws(CommandError) {
    self.feed = feed
    tracker = CodeTracker(scanner)
    self.options = options
    tally = LiveFrameCounter(limit: options.timeout)
    console = Console("scan-qr", unit: "frames", isQuiet: options.isQuiet, isVerbose: options.isVerbose)
    let drops: @Sendable () -> Int = { feed.statistics.dropped.total }
    additions = LiveAdditions(options.origin, longestAbsence: options.appearances.rearmTime, drops: drops)
    publisher = try options.publishing?.publisher(
      camera: feed.device.uniqueID, origin: options.origin, on: console
    ).consumer(drops: drops)
    console.writeInBackground()
  }

  /// Scans until the time limit, the first code with `--one`, an interruption, or a camera failure.
  func run() throws -> ExitStatus {
    let (scan, failure) = try feed.run(self) {
      try $0.take($1)
    } noting: {
      $0.console.report("scan-qr: \($0.feed.device): \($1)")
    }
    if let failure { console.fail("\(failure)") }
    scan.publisher?.finish()
    console.finish()
    if options.isVerbose { console.report("\(scan.tally.frameCount) frames, \(scan.status)") }
    return ExitStatus(found: scan.found > 0, failed: console.hasFailed, signal: Interruption.signal)
  }

  /// Processes a frame; false after the last.
  private mutating func take(_ sample: SampleBuffer) throws -> Bool {
    if tally.isEmpty, options.isVerbose { console.report("\(feed.device): \(feed.actualFormat ?? "streams")") }
    guard let time = tally.admit(sample) else { return false }
    tally.count()
    let frame = Frame(sample, metadataObjects: try tracker.scan(sample))
    publisher?.take(frame)
    print(frame, at: time)
    let note = tally.status(status)
    console.update(done: tally.frameCount, of: nil, note: note)
    return !console.isOutputClosed && !(options.stopsAtFirst && found > 0)
  }

  /// Prints the codes that appear, in pixels of the upright picture, with the time since the first frame.
  private mutating func print(_ frame: Frame, at time: MediaTime) {
    let sample = frame.sampleBuffer
    let upright = PictureTransform.uprightPixels(
      of: sample.formatDescription.dimensions, orientation: sample.orientation)
    let source = InputPath(feed.device.uniqueID)
    let all = frame.metadataObjects.compactMap { ($0 as? MachineReadableCodeObject)?.transformed(by: upright) }
    let tracks = additions.tracks(of: all, at: sample.presentationTimeStamp)
    let seen = options.appearances.newlyVisible(all, at: sample.presentationTimeStamp).inReadingOrder()
    for var code in options.stopsAtFirst ? Array(seen.prefix(1)) : seen {
      found += 1
      let added = additions.line(sample, track: all.firstIndex(of: code).flatMap { tracks[$0] })
      code.time = time
      console.write(options.format.record(of: DetectedCode(code: code, additions: added), in: source))
    }
  }

  private var status: String {
    "\(feed.statistics.dropped.words), \(found) code\(found == 1 ? "" : "s")"
  }
}
