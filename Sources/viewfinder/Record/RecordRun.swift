import Dispatch
import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// Records until the person interrupts, or there is enough.
final class RecordRun: Sendable {
  /// Between two looks at how far it is, in nanoseconds.
  private static let interval: UInt64 = 100_000_000

  private let options: RecordCommand
  private let names: RecordNames
  private let console: Console
  private let devices: RecordedDevices
  private let source: InputPath
  private let files = RecordedFiles()

  /// Prepares camera and microphone, or a microphone alone.
  ///
  /// - Throws: `CaptureError` where there are none of these names, or they don't take what is to be set.
  init(_ options: RecordCommand, _ names: RecordNames) throws(CaptureError) {
    (self.options, self.names) = (options, names)
    console = Console(
      "viewfinder", unit: "frames", isQuiet: options.output.quiet, isVerbose: options.output.verbose)
    let (console, failures) = (console, Locked<Set<String>>([]))
    let name = options.camera.camera ?? CameraCatalog.defaultName
    devices = try RecordedDevices(options) { failure in
      // Each once: what fails with one frame fails with others.
      if failures.withLock({ $0.insert(failure).inserted }) {
        console.fail(FileFailure(failure, at: InputPath(name)))
      }
    }
    source = InputPath(devices.name)
  }

  /// Records.
  ///
  /// - Returns: The exit status.
  func run() throws -> Int32 {
    let output = devices.output
    // A movie's end has to be written, whatever ends the run.
    let unfinished = UnfinishedWork()
    defer { withExtendedLifetime(unfinished) {} }
    let interruption = Interruption.whenRequested { output.stopRecording() }
    defer { interruption.cancel() }
    do {
      try devices.session.startOrThrow()
      console.note(devices.words, on: source)
      var (number, total, encoder) = (1, 0.0, nil as String?)
      try begin(number, after: total)
      while !files.areFinished(until: MonotonicClock.now() + Self.interval) {
        if Interruption.isRequested { output.stopRecording() }
        if let found = devices.encoder, found != encoder {
          encoder = found
          console.note("encoded by \(found)", on: source)
        }
        console.show(devices.status)
        // As long as the newest file hasn't begun, the duration is that of the one before.
        guard let split = options.recording.split, files.startedCount == number,
          output.recordedDuration.seconds >= split
        else { continue }
        (number, total) = (number + 1, total + output.recordedDuration.seconds)
        try begin(number, after: total)
      }
    } catch {
      if !Interruption.isRequested { console.fail(FileFailure(error, at: source)) }
      output.stopRecording()
      _ = files.areFinished(until: MonotonicClock.now() + 10_000_000_000)
    }
    devices.session.stopRunning()
    console.finish()
    return tell()
  }

  /// Begins a file.
  ///
  /// - Parameter total: How many seconds those before it have, about.
  private func begin(_ number: Int, after total: Double) throws(OutputError) {
    let path = try names.path(number, force: options.output.force)
    if let duration = options.recording.duration {
      devices.output.maxRecordedDuration = MediaTime(
        seconds: max(0.001, duration - total), preferredTimescale: 1_000_000)
    }
    files.begin()
    devices.output.startRecording(to: path.text, recordingDelegate: files)
  }

  /// Says what was recorded, and what went wrong; gives the exit status.
  private func tell() -> Int32 {
    for file in files.all {
      if let error = file.error, !error.isAskedFor { console.fail(FileFailure(error, at: InputPath(file.path))) }
      guard file.error?.recordingSuccessfullyFinished ?? true else { continue }
      console.tell("\(file.path): \(file.words)")
    }
    console.tell(devices.losses)
    if console.hasFailed { return 1 }
    return files.all.isEmpty ? Interruption.exitStatus ?? 1 : 0
  }
}

extension Console {
  /// Says something, unless there is nothing to say.
  fileprivate func tell(_ words: [String]) {
    if !words.isEmpty { tell(words.joined(separator: ", ")) }
  }
}

extension CaptureError {
  /// Whether a recording ended so because somebody wanted it to.
  fileprivate var isAskedFor: Bool { code == .maximumDurationReached || code == .maximumFileSizeReached }
}
