import Fixtures
import OpenCapture
import OpenCaptureSystem

/// A long recording of a camera and a microphone to one movie, as fast as it is encoded.
enum RecordingSoak {
  private static let frameRate = 25

  /// Records a number of seconds.
  ///
  /// - Throws: The error that ended the movie prematurely.
  static func run(seconds: Int) throws {
    let session = CaptureSession()
    let output = CaptureMovieFileOutput()
    let log = RecordingEnd()
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
    var options = SyntheticCamera.Options()
    options.pacing = .unpaced
    options.waitsForConsumers = true
    var soundOptions = SyntheticMicrophone.Options()
    soundOptions.pacing = .unpaced
    options.modes = [(SoakScene.dimensions, [frameRate])]
    let camera = SyntheticCamera(scene: ColorBars().flashing, uniqueID: "soak", options: options)
    let counter = FrameCounter()
    let frames = CaptureVideoDataOutput()
    frames.alwaysDiscardsLateVideoFrames = false
    frames.setSampleBufferDelegate(counter, queue: nil)
    session.sessionPreset = .inputPriority
    try session.add(CaptureDeviceInput(device: camera.device))
    try session.add(CaptureDeviceInput(device: SyntheticMicrophone(options: soundOptions).device))
    try session.add(output)
    try session.add(frames)
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

/// A delegate that waits for the end of a recording.
private final class RecordingEnd: CaptureFileOutputRecordingDelegate {
  private struct State: Lockable {
    var isOver = false
    var error: CaptureError?
  }

  private let state = Monitor(State())

  /// Waits for the end and returns the error, or nil if the end was requested.
  func wait() -> CaptureError? { state.wait { $0.isOver ? .some($0.error) : nil } ?? nil }

  func fileOutput(
    _ output: any CaptureFileOutput, didFinishRecordingTo path: String, from connections: [CaptureConnection],
    error: CaptureError?
  ) {
    state.update {
      $0.isOver = true
      $0.error = error
    }
  }
}
