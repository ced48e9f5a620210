import AVFoundation
import CaptureFixtures
import Fixtures
import OpenCaptureSyntheticDevices
import Testing

@Suite("Observing recordings")
struct ObservedRecordingTests {
  private final class Delegate: AVCaptureFileOutputRecordingDelegate, Sendable {
    let log = Log<String>()

    func fileOutput(
      _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
      from connections: [AVCaptureConnection], error: (any Error)?
    ) { log.append("finished") }
  }

  @Test("A movie output reports whether it records and whether it is paused")
  func movie() throws {
    let camera = SyntheticCamera.stepped()
    let session = AVCaptureSession()
    let output = AVCaptureMovieFileOutput()
    let delegate = Delegate()
    let log = Log<String>()
    session.sessionPreset = .vga640x480
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    session.addOutput(output)
    session.startRunning()
    let observations = [
      output.observe(\.isRecording, options: .new) { _, change in log.append("recording \(change.newValue!)") },
      output.observe(\.isRecordingPaused, options: .new) { _, change in log.append("paused \(change.newValue!)") },
    ]
    try TemporaryFolder.with { folder in
      output.startRecording(to: URL(filePath: folder.path("a.mov")), recordingDelegate: delegate)
      camera.step(3)
      output.pauseRecording()
      camera.step(3)
      output.resumeRecording()
      camera.step(3)
      output.stopRecording()
      try delegate.log.wait(for: "the movie") { $0.count == 1 }
      try log.wait(for: "the end") { $0.count == 4 }
    }
    session.stopRunning()
    #expect(log.all == ["recording true", "paused true", "paused false", "recording false"])
    withExtendedLifetime(observations) {}
  }
}
