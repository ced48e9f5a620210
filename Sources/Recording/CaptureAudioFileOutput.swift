public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureMovies
public import OpenCaptureSystem

/// An output that records sound to a file (`AVCaptureAudioFileOutput`).
///
///     let output = CaptureAudioFileOutput()
///     try session.add(output)
///     session.startRunning()
///     output.startRecording(to: "talk.m4a", recordingDelegate: delegate)
///     …
///     output.stopRecording()
///
/// The recorded frames are contiguous: no frame is lost, and a new file continues exactly where the previous one ended.
/// Frames lost by the microphone are replaced by silence and counted.
public final class CaptureAudioFileOutput: CaptureFileOutput, IdentityHashable {
  /// The session's data about the output.
  public let link = CaptureOutputLink()
  /// The current recording.
  public let recording = FileRecording(label: "capture.audio-file-output")

  private struct RequestedSettings: Lockable {
    var settings = AudioWritingOptions()
    var metadata = MovieMetadata()
  }

  private let requested = Locked(RequestedSettings())

  /// Creates an output.
  public init() {}

  /// The media types, audio only.
  public var mediaTypes: [MediaType] { [.audio] }

  /// The sound settings of the next recordings (default: the best codec of the file type).
  public var settings: AudioWritingOptions {
    get { requested.withLock { $0.settings } }
    set { requested.withLock { $0.settings = newValue } }
  }

  /// The metadata of the next files (`metadata`).
  ///
  /// The output adds the creation date, the microphone and the program unless these are set, if the file type supports
  /// it.
  public var fileMetadata: MovieMetadata {
    get { requested.withLock { $0.metadata } }
    set { requested.withLock { $0.metadata = newValue } }
  }

  /// Starts or continues a recording; see ``CaptureFileOutput/startRecording(to:recordingDelegate:)``.
  public func startRecording(to path: String, recordingDelegate delegate: any CaptureFileOutputRecordingDelegate) {
    start(path, AudioContainer(path: path), delegate)
  }

  /// Starts a recording, or continues the current recording in another file.
  ///
  /// - Parameters:
  ///   - path: The path of the file, with any extension. An existing file is not overwritten.
  ///   - outputFileType: The file type.
  ///   - delegate: The delegate, which also receives all errors. The output holds it until the end of the recording.
  public func startRecording(
    to path: String, outputFileType: AudioContainer,
    recordingDelegate delegate: any CaptureFileOutputRecordingDelegate
  ) {
    start(path, outputFileType, delegate)
  }

  /// Reports to a delegate that a recording cannot start.
  package func refuseRecording(
    to path: String, _ error: CaptureError, recordingDelegate delegate: any CaptureFileOutputRecordingDelegate
  ) {
    recording.start(path, of: self, delegate) { (_) throws(CaptureError) in throw error }
  }

  private func start(
    _ path: String, _ container: AudioContainer?, _ delegate: any CaptureFileOutputRecordingDelegate
  ) {
    recording.start(path, of: self, delegate) { (connections) throws(CaptureError) in
      guard !connections.isEmpty else {
        throw CaptureError(
          .sessionNotRunning, subject: path, reason: "no microphone of a running session is connected to the output"
        )
      }
      guard let container else {
        throw CaptureError(
          .unsupportedRecording, subject: path, reason: "unknown sound file extension",
          hint: "use ." + AudioContainer.pathExtensions.joined(separator: ", ."))
      }
      var options = MovieWritingOptions()
      options.metadata = fileMetadata.filled(from: MovieMetadata(ofRecordingFrom: connections))
      return RecordedFile.Kind(type: .sound(container), options: options, audioOptions: settings)
    }
  }

  /// Waits until the recorder has room for sound; see ``MovieRecorder/waitForRoom(for:until:)``.
  package func waitForRoom(until deadline: UInt64) -> Bool { recording.waitForRoom(for: .audio, until: deadline) }
}
