public import OpenCaptureFlow
public import OpenCaptureMediaSamples

/// Records what comes to a file (`AVCaptureFileOutput`).
public protocol CaptureFileOutput: CaptureOutput {
  /// The name of the file that is recorded; nil while none is.
  var outputFilePath: String? { get }
  /// Whether a recording was begun and hasn't ended.
  var isRecording: Bool { get }
  /// Whether it is paused.
  var isRecordingPaused: Bool { get }
  /// How long the file is that is recorded, or was last.
  var recordedDuration: MediaTime { get }
  /// How many bytes it has at the most, with what is yet to be written.
  var recordedFileSize: Int64 { get }
  /// How long a file may become; `MediaTime.invalid`, the default, for as long as there is room.
  var maxRecordedDuration: MediaTime { get set }
  /// How many bytes a file may have; 0, the default, for as many as there is room for.
  var maxRecordedFileSize: Int64 { get set }
  /// How many bytes must be left on the disk; default 0.
  var minFreeDiskSpaceLimit: Int64 { get set }

  /// Begins to record; goes on in another file where something is recorded already, without losing a sample.
  ///
  /// - Parameters:
  ///   - path: The file's name; its extension says the kind of file. What is there already is left alone.
  ///   - delegate: Is told of it, held until it was told of the end. Whatever goes wrong, it is told there.
  func startRecording(to path: String, recordingDelegate delegate: any CaptureFileOutputRecordingDelegate)

  /// Ends the recording; the delegate is told when the file is whole. Nothing happens where none is made.
  func stopRecording()

  /// Leaves out what comes from now on.
  func pauseRecording()

  /// Goes on after ``pauseRecording()``: in the file, what comes follows what was before without a gap.
  func resumeRecording()
}

/// Is told of recordings (`AVCaptureFileOutputRecordingDelegate`), on a queue of the output's, one call at a time.
///
/// For each call of `startRecording(to:recordingDelegate:)` there is exactly one of
/// ``fileOutput(_:didFinishRecordingTo:from:error:)``, the last; the others come where that happens.
public protocol CaptureFileOutputRecordingDelegate: AnyObject, Sendable {
  /// Takes note that a file has begun, with what has this time of its source's. Optional.
  func fileOutput(
    _ output: any CaptureFileOutput, didStartRecordingTo path: String, startTime: MediaTime,
    from connections: [CaptureConnection])

  /// Takes note that the recording is paused. Optional.
  func fileOutput(
    _ output: any CaptureFileOutput, didPauseRecordingTo path: String, from connections: [CaptureConnection])

  /// Takes note that the recording goes on. Optional.
  func fileOutput(
    _ output: any CaptureFileOutput, didResumeRecordingTo path: String, from connections: [CaptureConnection])

  /// Takes note that a file is whole, and safe from a loss of power, or failed.
  ///
  /// - Parameters:
  ///   - output: What recorded it.
  ///   - path: The file's name.
  ///   - connections: What was recorded.
  ///   - error: Why it ended, where nobody asked for it; ``OpenCaptureFlow/CaptureError/recordingSuccessfullyFinished``
  ///     says whether what there is can be played.
  func fileOutput(
    _ output: any CaptureFileOutput, didFinishRecordingTo path: String, from connections: [CaptureConnection],
    error: CaptureError?)
}

extension CaptureFileOutputRecordingDelegate {
  /// Does nothing.
  public func fileOutput(
    _ output: any CaptureFileOutput, didStartRecordingTo path: String, startTime: MediaTime,
    from connections: [CaptureConnection]
  ) {}

  /// Does nothing.
  public func fileOutput(
    _ output: any CaptureFileOutput, didPauseRecordingTo path: String, from connections: [CaptureConnection]
  ) {}

  /// Does nothing.
  public func fileOutput(
    _ output: any CaptureFileOutput, didResumeRecordingTo path: String, from connections: [CaptureConnection]
  ) {}
}
