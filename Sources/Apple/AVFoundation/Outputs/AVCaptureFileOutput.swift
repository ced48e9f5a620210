public import CoreMedia
public import OpenCaptureRecording

/// An output that writes files; an alias of `CaptureFileOutput`.
public typealias AVCaptureFileOutput = CaptureFileOutput

extension CaptureFileOutput {
  /// Starts recording to a file.
  ///
  /// The output retains the delegate until the file is finished.
  ///
  /// - Parameters:
  ///   - outputFileURL: The file, which must not exist. Its extension determines the file type.
  ///   - delegate: The delegate, called on a queue of the output.
  public func startRecording(
    to outputFileURL: URL, recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
  ) {
    startRecording(to: outputFileURL.path, recordingDelegate: RecordingDelegateAdapter(delegate))
  }

  /// The current file; nil if no recording is in progress.
  public var outputFileURL: URL? { outputFilePath.map { URL(fileURLWithPath: $0) } }

  /// The delegate for samples; always nil.
  public var delegate: (any AVCaptureFileOutputDelegate)? {
    get { nil }
    set { MisuseReporter.reportUnsupported(newValue != nil, "use a data output instead") }
  }
}

/// A delegate that receives samples before they are written; never called, use a data output instead.
public protocol AVCaptureFileOutputDelegate: AnyObject {
  /// Called with a sample before it is written.
  func fileOutput(
    _ output: any AVCaptureFileOutput, didOutputSampleBuffer sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection)
  /// Returns whether recordings can start within a sample.
  func fileOutputShouldProvideSampleAccurateRecordingStart(_ output: any AVCaptureFileOutput) -> Bool
}

/// A delegate that follows a recording; all methods except the last are optional.
public protocol AVCaptureFileOutputRecordingDelegate: AnyObject {
  /// Called after the first samples were written.
  func fileOutput(
    _ output: any AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection])

  /// Called after the recording was paused.
  func fileOutput(
    _ output: any AVCaptureFileOutput, didPauseRecordingTo fileURL: URL, from connections: [AVCaptureConnection])

  /// Called after the recording was resumed.
  func fileOutput(
    _ output: any AVCaptureFileOutput, didResumeRecordingTo fileURL: URL, from connections: [AVCaptureConnection])

  /// Called before the file is finished.
  func fileOutput(
    _ output: any AVCaptureFileOutput, willFinishRecordingTo fileURL: URL, from connections: [AVCaptureConnection],
    error: (any Error)?)

  /// Called after the file is finished.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - outputFileURL: The file.
  ///   - connections: The recorded connections.
  ///   - error: The error that ended the recording; nil if the recording was stopped. The file can be complete in
  ///     spite of an error, see `AVErrorRecordingSuccessfullyFinishedKey` of its `userInfo`.
  func fileOutput(
    _ output: any AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
    from connections: [AVCaptureConnection], error: (any Error)?)
}

extension AVCaptureFileOutputRecordingDelegate {
  /// Does nothing.
  public func fileOutput(
    _ output: any AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) {}
  /// Does nothing.
  public func fileOutput(
    _ output: any AVCaptureFileOutput, didPauseRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) {}
  /// Does nothing.
  public func fileOutput(
    _ output: any AVCaptureFileOutput, didResumeRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) {}
  /// Does nothing.
  public func fileOutput(
    _ output: any AVCaptureFileOutput, willFinishRecordingTo fileURL: URL, from connections: [AVCaptureConnection],
    error: (any Error)?
  ) {}
}

/// An adapter that forwards the calls for a recording to a delegate with Apple's types.
///
/// Unchecked: the delegate is called on the output's queue only.
final class RecordingDelegateAdapter: CaptureFileOutputRecordingDelegate, @unchecked Sendable {
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
    var error = error
    if let isComplete = error?.recordingSuccessfullyFinished {
      error?.details.values[AVErrorRecordingSuccessfullyFinishedKey] = NSNumber(value: isComplete)
    }
    delegate.fileOutput(output, willFinishRecordingTo: file, from: connections, error: error)
    delegate.fileOutput(output, didFinishRecordingTo: file, from: connections, error: error)
  }
}
