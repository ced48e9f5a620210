public import OpenCaptureFlow
public import OpenCaptureMediaSamples

/// Records what comes to a file (`AVCaptureFileOutput`).
public protocol CaptureFileOutput: CaptureOutput {
  /// What the output records, and how far that is.
  var recording: FileRecording { get }

  /// Begins to record; goes on in another file where something is recorded already, without losing a sample.
  ///
  /// - Parameters:
  ///   - path: The file's name; its extension says the kind of file. What is there already is left alone.
  ///   - delegate: Is told of it, held until it was told of the end. Whatever goes wrong, it is told there.
  func startRecording(to path: String, recordingDelegate delegate: any CaptureFileOutputRecordingDelegate)
}

extension CaptureFileOutput {
  /// The recorder, while there is one.
  public var receivers: [any SampleReceiver] { recording.receivers }

  /// The name of the file that is recorded; nil while none is.
  public var outputFilePath: String? { recording.path }
  /// Whether a recording was begun and hasn't ended.
  public var isRecording: Bool { recording.isRunning }
  /// Whether it is paused.
  public var isRecordingPaused: Bool { recording.isPaused }
  /// How long the file is that is recorded, or was last.
  public var recordedDuration: MediaTime { recording.progress.duration }
  /// How many bytes it has at the most, with what is yet to be written.
  public var recordedFileSize: Int64 { Int64(recording.progress.byteCount) }

  /// How many frames of silence were put into the sound where some was missing.
  public var silentAudioFrameCount: Int { recording.progress.repairs.silentFrames }
  /// How many frames of sound were left out, because they were too many for the time.
  public var skippedAudioFrameCount: Int { recording.progress.repairs.skippedFrames }

  /// How long a file may become; `MediaTime.invalid`, the default, for as long as there is room.
  public var maxRecordedDuration: MediaTime {
    get { recording.limits.maximumDuration }
    set { recording.setLimits { $0.maximumDuration = newValue } }
  }

  /// How many bytes a file may have; 0, the default, for as many as there is room for.
  public var maxRecordedFileSize: Int64 {
    get { recording.limits.maximumByteCount == .max ? 0 : Int64(recording.limits.maximumByteCount) }
    set { recording.setLimits { $0.maximumByteCount = newValue > 0 ? Int(newValue) : .max } }
  }

  /// How many bytes must be left on the disk; default 0.
  public var minFreeDiskSpaceLimit: Int64 {
    get { Int64(recording.limits.minimumFreeByteCount) }
    set { recording.setLimits { $0.minimumFreeByteCount = max(0, Int(newValue)) } }
  }

  /// Ends the recording, if there is one; the delegate is told when the file is whole.
  public func stopRecording() { recording.stop() }

  /// Leaves out what comes from now on.
  public func pauseRecording() { recording.pause() }

  /// Goes on after ``pauseRecording()``: in the file, what comes follows what was before without a gap.
  public func resumeRecording() { recording.resume() }
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
