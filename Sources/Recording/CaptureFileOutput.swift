public import OpenCaptureFlow
public import OpenCaptureMediaSamples

/// An output that records to a file (`AVCaptureFileOutput`).
public protocol CaptureFileOutput: CaptureOutput {
  /// The current recording and its progress.
  var recording: FileRecording { get }

  /// Starts a recording, or continues the current recording in another file without losing a sample.
  ///
  /// - Parameters:
  ///   - path: The path of the file; its extension selects the file type. An existing file is not overwritten.
  ///   - delegate: The delegate, which also receives all errors. The output holds it until the end of the recording.
  func startRecording(to path: String, recordingDelegate delegate: any CaptureFileOutputRecordingDelegate)
}

extension CaptureFileOutput {
  /// The recorder during a recording.
  public var receivers: [any SampleReceiver] { recording.receivers }

  /// The path of the file being recorded, or nil.
  public var outputFilePath: String? { recording.path }
  /// Whether a recording is in progress.
  public var isRecording: Bool { recording.isRunning }
  /// Whether the recording is paused.
  public var isRecordingPaused: Bool { recording.isPaused }
  /// The duration of the current or last recording.
  public var recordedDuration: MediaTime { recording.progress.duration }
  /// The maximum size of the current or last recording in bytes, including data not yet written.
  public var recordedFileSize: Int64 { Int64(recording.progress.byteCount) }

  /// The number of frames of silence inserted for missing sound.
  public var silentAudioFrameCount: Int { recording.progress.syncCorrections.silentFrames }
  /// The number of sound frames skipped to stay in sync.
  public var skippedAudioFrameCount: Int { recording.progress.syncCorrections.skippedFrames }

  /// The maximum duration of a file (default: `MediaTime.invalid`, unlimited).
  public var maxRecordedDuration: MediaTime {
    get { recording.limits.maximumDuration }
    set { recording.setLimits { $0.maximumDuration = newValue } }
  }

  /// The maximum size of a file in bytes (default: 0, unlimited).
  public var maxRecordedFileSize: Int64 {
    get { recording.limits.maximumByteCount == .max ? 0 : Int64(recording.limits.maximumByteCount) }
    set { recording.setLimits { $0.maximumByteCount = newValue > 0 ? Int(newValue) : .max } }
  }

  /// The minimum free disk space in bytes, at which a recording ends (default: 0).
  public var minFreeDiskSpaceLimit: Int64 {
    get { Int64(recording.limits.minimumFreeByteCount) }
    set { recording.setLimits { $0.minimumFreeByteCount = max(0, Int(newValue)) } }
  }

  /// Stops the recording; the delegate is called when the file is complete.
  public func stopRecording() { recording.stop() }

  /// Pauses the recording; samples are discarded until it is resumed.
  public func pauseRecording() { recording.pause() }

  /// Resumes the recording after ``pauseRecording()``, without a gap in the file.
  public func resumeRecording() { recording.resume() }
}

/// A delegate of recordings (`AVCaptureFileOutputRecordingDelegate`), called on a serial queue of the output.
///
/// Each call of `startRecording(to:recordingDelegate:)` is followed by exactly one call of
/// ``fileOutput(_:didFinishRecordingTo:from:error:)``, which is the last one for that recording.
public protocol CaptureFileOutputRecordingDelegate: AnyObject, Sendable {
  /// Called when a file has begun with the sample at this time of the source. Optional.
  func fileOutput(
    _ output: any CaptureFileOutput, didStartRecordingTo path: String, startTime: MediaTime,
    from connections: [CaptureConnection])

  /// Called when the recording was paused. Optional.
  func fileOutput(
    _ output: any CaptureFileOutput, didPauseRecordingTo path: String, from connections: [CaptureConnection])

  /// Called when the recording was resumed. Optional.
  func fileOutput(
    _ output: any CaptureFileOutput, didResumeRecordingTo path: String, from connections: [CaptureConnection])

  /// Called when a file is complete and synchronized to disk, or has failed.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - path: The path of the file.
  ///   - connections: The recorded connections.
  ///   - error: The reason of the end, or nil if `stopRecording()` was called.
  ///     `CaptureError.recordingSuccessfullyFinished` says whether the file can be played.
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
