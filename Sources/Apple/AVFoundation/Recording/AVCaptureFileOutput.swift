public import CoreMedia
import Foundation
public import OpenCaptureRecording

/// What writes a file; ours, under Apple's name.
public typealias AVCaptureFileOutput = CaptureFileOutput

extension CaptureFileOutput {
  /// Begins to write a file, which must not be there yet; the delegate, kept until the file is finished, is told.
  ///
  /// - Parameters:
  ///   - outputFileURL: The file; its ending says which kind it is.
  ///   - delegate: Told of the file on a queue of the output's.
  public func startRecording(
    to outputFileURL: URL, recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
  ) {
    startRecording(to: outputFileURL.path, recordingDelegate: RecordingTeller(delegate))
  }

  /// The file that is written; nil where none is.
  public var outputFileURL: URL? { outputFilePath.map { URL(fileURLWithPath: $0) } }
}

/// Sees what is written before it is; not called here, where who wants samples has a data output beside.
public protocol AVCaptureFileOutputDelegate: AnyObject {
  /// Takes what is written.
  func fileOutput(
    _ output: any AVCaptureFileOutput, didOutputSampleBuffer sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection)
  /// Whether a recording may begin within a sample.
  func fileOutputShouldProvideSampleAccurateRecordingStart(_ output: any AVCaptureFileOutput) -> Bool
}

extension CaptureFileOutput {
  /// Who sees what is written: nobody.
  public var delegate: (any AVCaptureFileOutputDelegate)? {
    get { nil }
    set { if newValue != nil { Misuse.tell("delegate: add a data output to see samples") } }
  }
}

/// Is told of a file that is written.
///
/// All but the end are optional.
public protocol AVCaptureFileOutputRecordingDelegate: AnyObject {
  /// Something has been written.
  func fileOutput(
    _ output: any AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection])

  /// Nothing is written until the recording is resumed.
  func fileOutput(
    _ output: any AVCaptureFileOutput, didPauseRecordingTo fileURL: URL, from connections: [AVCaptureConnection])

  /// What comes is written again.
  func fileOutput(
    _ output: any AVCaptureFileOutput, didResumeRecordingTo fileURL: URL, from connections: [AVCaptureConnection])

  /// The file is about to be finished.
  func fileOutput(
    _ output: any AVCaptureFileOutput, willFinishRecordingTo fileURL: URL, from connections: [AVCaptureConnection],
    error: (any Error)?)

  /// The file is finished.
  ///
  /// - Parameters:
  ///   - output: What wrote it.
  ///   - outputFileURL: The file.
  ///   - connections: What was written.
  ///   - error: Why it ended before it was stopped; nil where it didn't. The file can be whole all the same:
  ///     `AVErrorRecordingSuccessfullyFinishedKey` of its `userInfo` says so.
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
