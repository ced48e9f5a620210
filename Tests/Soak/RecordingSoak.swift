import Fixtures
import OpenCapture
import OpenCaptureSystem

/// A recording that lasts long: a camera and a microphone that wait, as fast as they are encoded, to one movie.
enum RecordingSoak {
  private static let frameRate = 25

  /// Records as many seconds.
  ///
  /// - Throws: What ended the movie before it was to end.
  static func run(seconds: Int) throws {
    let (session, output, log) = (CaptureSession(), CaptureMovieFileOutput(), RecordingEnd())
    let counter = try configure(session, output)
    try TemporaryFolder.with { folder in
      session.startRunning()
      output.startRecording(to: folder.path("soak.mov"), recordingDelegate: log)
      for checkpoint in 1...Report.count {
        counter.tally.wait(for: seconds * frameRate * checkpoint / Report.count)
        report(output)
      }
      output.stopRecording()
      if let error = log.wait() { throw error }
      session.stopRunning()
    }
  }

  private static func configure(_ session: CaptureSession, _ output: CaptureMovieFileOutput) throws -> FrameCounter
  {
    var (options, soundOptions) = (SyntheticCamera.Options(), SyntheticMicrophone.Options())
    (options.pacing, options.waits, soundOptions.pacing) = (.unpaced, true, .unpaced)
    options.modes = [(SoakScene.dimensions, [frameRate])]
    let camera = SyntheticCamera(scene: ColorBars().flashing, uniqueID: "soak", options: options)
    let (counter, frames) = (FrameCounter(), CaptureVideoDataOutput())
    frames.alwaysDiscardsLateVideoFrames = false
    frames.setSampleBufferDelegate(counter, queue: nil)
    session.sessionPreset = .inputPriority
    try session.addInput(CaptureDeviceInput(device: camera.device))
    try session.addInput(CaptureDeviceInput(device: SyntheticMicrophone(options: soundOptions).device))
    try session.addOutput(output)
    try session.addOutput(frames)
    return counter
  }

  private static func report(_ output: CaptureMovieFileOutput) {
    let duration = output.recordedDuration.seconds
    Report.print([
      ("seconds", duration.isFinite ? Int(duration) : 0), ("pictures", output.recordedFrameCount),
      ("late", output.lateFrameCount), ("damaged", output.damagedFrameCount),
      ("silent", output.silentAudioFrameCount), ("skipped", output.skippedAudioFrameCount),
      ("bytes", Int(output.recordedFileSize)),
    ])
  }
}

/// Waits for the end of a recording.
private final class RecordingEnd: CaptureFileOutputRecordingDelegate {
  private struct State: Lockable {
    var isOver = false
    var error: CaptureError?
  }

  private let state = Monitor(State())

  /// Waits; gives what ended it, where nobody asked for that.
  func wait() -> CaptureError? { state.wait { $0.isOver ? .some($0.error) : nil } ?? nil }

  func fileOutput(
    _ output: any CaptureFileOutput, didFinishRecordingTo path: String, from connections: [CaptureConnection],
    error: CaptureError?
  ) {
    state.update { ($0.isOver, $0.error) = (true, error) }
  }
}
