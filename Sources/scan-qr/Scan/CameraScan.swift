import OpenCaptureFlow
import OpenCaptureSession
import OpenCaptureSystem
import OpenCaptureCodes
import OpenCaptureCommandSupport
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Scans what a camera sees, live, and prints each code when it appears.
struct CameraScan: Lockable {
  /// What a live scan is told.
  struct Options: Sendable {
    var format: RecordFormat
    var appearances = CodeAppearances()
    var stopsAtFirst = false
    /// Seconds after which the scan ends; nil for never.
    var timeout: Double?
    var isQuiet = false
    var isVerbose = false
  }

  private let feed: CameraFeed
  private var tracker: CodeTracker
  private var options: Options
  private let console: Console
  private var tally: LiveTally
  private var found = 0

  /// Prepares a scan.
  init(_ feed: CameraFeed, scanner: CodeScanner, options: Options) {
    (self.feed, tracker, self.options) = (feed, CodeTracker(scanner), options)
    tally = LiveTally(limit: options.timeout)
    console = Console("scan-qr", unit: "frames", isQuiet: options.isQuiet, isVerbose: options.isVerbose)
  }

  /// Scans until the time is over, a code is enough, the person interrupts or the camera fails.
  func run() throws -> ExitStatus {
    let (scan, failure) = try feed.run(self) {
      try $0.take($1)
    } noting: {
      $0.console.tell("scan-qr: \($0.feed.device): \($1)")
    }
    if let failure { console.fail("\(failure)") }
    console.finish()
    if options.isVerbose { console.tell("\(scan.tally.frameCount) frames, \(scan.status)") }
    return ExitStatus(found: scan.found > 0, failed: console.hasFailed, signal: Interruption.signal)
  }

  /// Takes a frame; false after the last.
  private mutating func take(_ sample: SampleBuffer) throws -> Bool {
    if tally.isEmpty, options.isVerbose { console.tell("\(feed.device): \(feed.grantedFormat ?? "streams")") }
    guard let time = tally.admit(sample) else { return false }
    tally.count()
    print(
      options.appearances.appearing(try tracker.scan(sample), at: sample.presentationTimeStamp), sample, at: time)
    let note = tally.status(status)
    console.update(done: tally.frameCount, of: nil, note: note)
    return !console.isOutputClosed && !(options.stopsAtFirst && found > 0)
  }

  /// Prints codes in pixels of the upright picture, with the time since the first frame.
  private mutating func print(_ codes: [MachineReadableCodeObject], _ sample: SampleBuffer, at time: MediaTime) {
    let upright = PictureTransform.uprightPixels(
      of: sample.formatDescription.dimensions, orientation: sample.orientation)
    let source = InputPath(feed.device.uniqueID)
    let seen = codes.map { $0.transformed(by: upright) }.inReadingOrder()
    for var code in options.stopsAtFirst ? Array(seen.prefix(1)) : seen {
      found += 1
      code.time = time
      console.write(options.format.record(of: Find(code: code), in: source))
    }
  }

  private var status: String {
    "\(feed.statistics.dropped.words), \(found) code\(found == 1 ? "" : "s")"
  }
}
