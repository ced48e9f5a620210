import CoreMedia
import Foundation
import OpenCaptureFlow
import OpenCaptureRecording

/// Tells a delegate for Apple's protocol of a recording, in Apple's types.
///
/// Unchecked: the delegate is called on the output's queue alone.
final class RecordingTeller: CaptureFileOutputRecordingDelegate, @unchecked Sendable {
  private let delegate: any AVCaptureFileOutputRecordingDelegate

  init(_ delegate: any AVCaptureFileOutputRecordingDelegate) { self.delegate = delegate }

  func fileOutput(
    _ output: any CaptureFileOutput, didStartRecordingTo path: String, startTime: CMTime,
    from connections: [CaptureConnection]
  ) { delegate.fileOutput(output, didStartRecordingTo: URL(fileURLWithPath: path), from: connections) }

  func fileOutput(
    _ output: any CaptureFileOutput, didPauseRecordingTo path: String, from connections: [CaptureConnection]
  ) { delegate.fileOutput(output, didPauseRecordingTo: URL(fileURLWithPath: path), from: connections) }

  func fileOutput(
    _ output: any CaptureFileOutput, didResumeRecordingTo path: String, from connections: [CaptureConnection]
  ) { delegate.fileOutput(output, didResumeRecordingTo: URL(fileURLWithPath: path), from: connections) }

  func fileOutput(
    _ output: any CaptureFileOutput, didFinishRecordingTo path: String, from connections: [CaptureConnection],
    error: CaptureError?
  ) {
    let file = URL(fileURLWithPath: path)
    delegate.fileOutput(output, willFinishRecordingTo: file, from: connections, error: error)
    delegate.fileOutput(output, didFinishRecordingTo: file, from: connections, error: error)
  }
}
