import AVFoundation

/// A delegate that reports the steps of one recording.
final class MovieProgress: NSObject, AVCaptureFileOutputRecordingDelegate {
  private let continuation: AsyncStream<String>.Continuation
  /// The steps of the recording.
  let events: AsyncStream<String>

  override init() { (events, continuation) = AsyncStream.makeStream(of: String.self) }

  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) { continuation.yield("started") }

  func fileOutput(
    _ output: AVCaptureFileOutput, didPauseRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) { continuation.yield("paused") }

  func fileOutput(
    _ output: AVCaptureFileOutput, didResumeRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) { continuation.yield("resumed") }

  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
    error: Error?
  ) {
    continuation.yield(Self.description(of: error))
    continuation.finish()
  }

  /// Returns the outcome of a recording.
  ///
  /// A movie at its maximum duration ends with an error, although its file is complete.
  private static func description(of error: Error?) -> String {
    guard let error = error else { return "finished" }
    let isComplete = (error as NSError).userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool ?? false
    let isFull = (error as? AVError)?.code == .maximumDurationReached
    return "\(isFull ? "maximum duration" : "failed"), \(isComplete ? "complete" : "incomplete")"
  }
}
