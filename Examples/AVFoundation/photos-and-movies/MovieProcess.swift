import AVFoundation

/// One movie, step by step.
final class MovieProcess: NSObject, AVCaptureFileOutputRecordingDelegate {
  private let events: AsyncStream<String>.Continuation
  /// What happens.
  let happenings: AsyncStream<String>

  override init() { (happenings, events) = AsyncStream.makeStream(of: String.self) }

  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) { events.yield("started") }

  func fileOutput(
    _ output: AVCaptureFileOutput, didPauseRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) { events.yield("paused") }

  func fileOutput(
    _ output: AVCaptureFileOutput, didResumeRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) { events.yield("resumed") }

  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
    error: Error?
  ) {
    events.yield(Self.description(of: error))
    events.finish()
  }

  /// A movie that became as long as it may has an error, and is whole all the same.
  private static func description(of error: Error?) -> String {
    guard let error = error else { return "finished" }
    let isWhole = (error as NSError).userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool ?? false
    let isLongest = (error as? AVError)?.code == .maximumDurationReached
    return "\(isLongest ? "long enough" : "failed"), \(isWhole ? "whole" : "lost")"
  }
}
