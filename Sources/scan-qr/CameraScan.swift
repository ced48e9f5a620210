import OpenCaptureCodes
import OpenCaptureCommandSupport
import OpenCaptureProcessing
import OpenCapturePublishing
import OpenCaptureSession

/// A live scan of a camera that prints each code when it appears.
struct CameraScan {
  private let options: ScanCommand
  private let camera: LiveCamera
  private let console: Console
  private var tracker: CodeTracker
  private var appearances: CodeAppearances
  private let counter: LiveFrameCounter
  private var additions: LiveAdditions
  private let publisher: PublishingConsumer?
  private var found = 0

  /// Prepares a scan.
  ///
  /// - Throws: `CaptureError` if the camera does not exist; `CommandError` if publishing cannot start.
  init(_ options: ScanCommand, scanner: CodeScanner, _ publishing: PreparedPublishing?) throws {
    let camera = try LiveCamera(options.camera, options.format.request(options.size.size))
    let drops: @Sendable () -> Int = { camera.statistics.dropped.total }
    let origin = MessageOrigin()
    self.options = options
    self.camera = camera
    console = options.messages.console("scan-qr", unit: "frames")
    tracker = CodeTracker(scanner)
    appearances = options.live.appearances
    counter = LiveFrameCounter(limit: options.live.timeout)
    additions = LiveAdditions(origin, longestAbsence: appearances.rearmTime, drops: drops)
    publisher = try publishing?.publisher(camera: camera.device.uniqueID, origin: origin, on: console)
      .consumer(drops: drops)
    console.writeInBackground()
  }

  /// Scans until the time limit, the first code with `--one`, an interruption, or a camera failure.
  mutating func run() -> ExitStatus {
    let source = InputPath("\(camera.device)")
    var counter = counter
    if let notice = camera.formatNotice { console.warn(notice, on: source) }
    do {
      try camera.run(&counter) { [console] in
        console.warn($0, on: source)
      } _: { sample, time, counter in
        if counter.frameCount == 1 { console.note(camera.format, on: source) }
        try take(sample, at: time)
        console.update(done: counter.frameCount, of: nil, note: counter.status(status))
        return !console.isOutputClosed && !(options.scanning.one && found > 0)
      }
    } catch {
      console.fail("\(error)")
    }
    publisher?.finish()
    console.finish()
    if options.messages.verbose { console.report("\(counter.frameCount) frames, \(status)") }
    return ExitStatus(found: found > 0, failed: console.hasFailed, signal: Interruption.signal)
  }

  /// Prints the codes that appear, in pixels of the upright picture, with the time since the first frame.
  private mutating func take(_ sample: SampleBuffer, at time: MediaTime) throws {
    let frame = Frame(sample, metadataObjects: try tracker.scan(sample))
    publisher?.take(frame)
    let upright = sample.uprightPixels
    let source = InputPath(camera.device.uniqueID)
    let all = frame.metadataObjects.compactMap { ($0 as? MachineReadableCodeObject)?.transformed(by: upright) }
    let tracks = additions.tracks(of: all, at: sample.presentationTimeStamp)
    let seen = appearances.newlyVisible(all, at: sample.presentationTimeStamp).inReadingOrder()
    let format = options.format(namesInputs: false, tellsTimes: false)
    for var code in options.scanning.one ? Array(seen.prefix(1)) : seen {
      found += 1
      let added = additions.line(sample, track: all.firstIndex(of: code).flatMap { tracks[$0] })
      code.time = time
      console.write(format.record(of: DetectedCode(code: code, additions: added), in: source))
    }
  }

  private var status: String {
    "\(camera.statistics.dropped.words), \(found) code\(found == 1 ? "" : "s")"
  }
}
