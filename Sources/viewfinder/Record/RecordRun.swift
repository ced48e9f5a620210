import Dispatch
import OpenCapture
import OpenCaptureCommandSupport

/// A run that records until the user interrupts or a limit is reached.
final class RecordRun: Sendable {
  /// The interval between progress updates, in nanoseconds.
  private static let interval: UInt64 = 100_000_000

  private let options: RecordCommand
  private let names: RecordNames
  private let console: Console
  private let devices: RecordedDevices
  private let source: InputPath
  private let files = RecordedFiles()

  /// Prepares the camera and the microphone, or only a microphone.
  ///
  /// - Throws: `CaptureError` if a device does not exist, or if a control cannot be set.
  init(_ options: RecordCommand, _ names: RecordNames) throws(CaptureError) {
    self.options = options
    self.names = names
    let console = options.messages.console("viewfinder", unit: "frames")
    self.console = console
    let failures = Locked<Set<String>>([])
    let name = options.camera.name
    devices = try RecordedDevices(options) { failure in
      // Each error is reported only once, because it usually repeats with every frame.
      if failures.withLock({ $0.insert(failure).inserted }) {
        console.fail(FileFailure(failure, at: InputPath(name)))
      }
    } warn: {
      console.warn($0, on: InputPath(name))
    }
    source = InputPath(devices.name)
  }

  /// Records.
  func run() throws -> Int32 {
    let output = devices.output
    // Lets the movie be finished after an interruption.
    let unfinished = UnfinishedWork()
    defer { withExtendedLifetime(unfinished) {} }
    let interruption = Interruption.whenRequested { output.stopRecording() }
    defer { interruption.cancel() }
    do {
      try devices.session.startOrThrow()
      if let notice = devices.notice { console.warn(notice, on: source) }
      console.note(devices.words, on: source)
      var number = 1
      var total = 0.0
      var encoder = nil as String?
      try begin(number, after: total)
      while !files.areFinished(until: MonotonicClock.now() + Self.interval) {
        if Interruption.isRequested { output.stopRecording() }
        if let current = devices.encoder, current != encoder {
          encoder = current
          console.note("encoded by \(current)", on: source)
        }
        console.show(devices.status)
        // Until the new file begins, the duration is that of the previous one.
        guard let split = options.recording.split, files.startedCount == number,
          output.recordedDuration.seconds >= split
        else { continue }
        number += 1
        total += output.recordedDuration.seconds
        try begin(number, after: total)
      }
    } catch {
      if !Interruption.isRequested { console.fail(FileFailure(error, at: source)) }
      output.stopRecording()
      _ = files.areFinished(until: MonotonicClock.now() + 10_000_000_000)
    }
    devices.session.stopRunning()
    console.finish()
    return report()
  }

  /// Starts a file.
  ///
  /// - Parameter total: The approximate duration of the previous files, in seconds.
  private func begin(_ number: Int, after total: Double) throws(OutputError) {
    let path = try names.path(number, force: options.output.tags.force)
    if let duration = options.recording.duration {
      devices.output.maxRecordedDuration = MediaTime(
        seconds: max(0.001, duration - total), preferredTimescale: 1_000_000)
    }
    files.begin()
    devices.output.startRecording(to: path.text, recordingDelegate: files)
  }

  /// Reports the recorded files and errors, and returns the exit status.
  private func report() -> Int32 {
    for file in files.all {
      if let error = file.error, !error.isLimit { console.fail(FileFailure(error, at: InputPath(file.path))) }
      guard file.isPlayable else { continue }
      console.report("\(file.path): \(file.words)")
    }
    console.report(devices.losses)
    if console.hasFailed { return 1 }
    return files.all.isEmpty ? Interruption.exitStatus ?? 1 : 0
  }
}

extension Console {
  /// Writes a message of several parts, unless it is empty.
  fileprivate func report(_ words: [String]) {
    if !words.isEmpty { report(words.joined(separator: ", ")) }
  }
}

extension CaptureError {
  /// Whether a recording ended because it reached a requested limit.
  fileprivate var isLimit: Bool { code == .maximumDurationReached || code == .maximumFileSizeReached }
}
