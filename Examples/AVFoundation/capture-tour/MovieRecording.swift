import AVFoundation

/// A recording of one movie.
final class MovieRecording: NSObject, AVCaptureFileOutputRecordingDelegate {
  private let seconds: Double
  private var continuation: CheckedContinuation<Void, Error>?

  init(seconds: Double) { self.seconds = seconds }

  /// Records a movie.
  func run(_ output: AVCaptureMovieFileOutput, to file: URL) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, Error>) in
      self.continuation = continuation
      output.startRecording(to: file, recordingDelegate: self)
    }
  }

  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) {
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { output.stopRecording() }
  }

  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
    error: Error?
  ) {
    if let error = error { continuation?.resume(throwing: error) } else { continuation?.resume() }
  }
}

extension AVCaptureMovieFileOutput {
  /// Records for the given number of seconds.
  func record(to file: URL, seconds: Double) async throws {
    let recording = MovieRecording(seconds: seconds)
    defer { withExtendedLifetime(recording) {} }
    try await recording.run(self, to: file)
  }
}
