public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureMovies
import OpenCaptureSystem

/// Records sound alone to a file (`AVCaptureAudioFileOutput`).
///
///     let output = CaptureAudioFileOutput()
///     try session.addOutput(output)
///     session.startRunning()
///     output.startRecording(to: "talk.m4a", recordingDelegate: delegate)
///     …
///     output.stopRecording()
///
/// Each frame of sound follows the one before: none is lost, and where one file ends, the next begins. What the microphone
/// lost is silence, and counted.
public final class CaptureAudioFileOutput: CaptureFileOutput {
  /// What the session keeps about the output.
  public let link = CaptureOutputLink()
  /// What it records.
  public let recording = FileRecording(label: "capture.audio-file-output")

  private struct Wishes: Lockable {
    var settings = AudioWritingOptions()
    var metadata = MovieMetadata()
  }

  private let wishes = Locked(Wishes())

  /// Makes an output.
  public init() {}

  /// Sound.
  public var mediaTypes: [MediaType] { [.audio] }

  /// The kinds of files that can be written: WAVE, FLAC, MPEG-4, Ogg, and MP3, as far as FFmpeg is installed and has
  /// encoders.
  @_disfavoredOverload public static func availableOutputFileTypes() -> [AudioContainer] {
    AudioContainer.available
  }

  /// How sound is written, from the next recording on; default in the best codec of the kind of file.
  @_disfavoredOverload public var audioSettings: AudioWritingOptions {
    get { settings }
    set { settings = newValue }
  }

  package var settings: AudioWritingOptions {
    get { wishes.withLock { $0.settings } }
    set { wishes.withLock { $0.settings = newValue } }
  }

  /// What files say of themselves, from the next one on (`metadata`).
  ///
  /// Where it says nothing of when the file was begun, with which microphone and by which program, the output does, in
  /// files that have room for it.
  @_disfavoredOverload public var metadata: MovieMetadata {
    get { saidOfFiles }
    set { saidOfFiles = newValue }
  }

  /// As ``metadata``, under a name that no other module has.
  package var saidOfFiles: MovieMetadata {
    get { wishes.withLock { $0.metadata } }
    set { wishes.withLock { $0.metadata = newValue } }
  }

  /// Begins to record, or goes on in another file; see ``CaptureFileOutput/startRecording(to:recordingDelegate:)``.
  @_disfavoredOverload public func startRecording(
    to path: String, recordingDelegate delegate: any CaptureFileOutputRecordingDelegate
  ) {
    start(path, AudioContainer(path: path), delegate)
  }

  /// Begins to record, or goes on in another file.
  ///
  /// - Parameters:
  ///   - path: The file's name, whatever its extension. What is there already is left alone.
  ///   - outputFileType: The kind of file.
  ///   - delegate: Is told of it, held until it was told of the end. Whatever goes wrong, it is told there.
  @_disfavoredOverload public func startRecording(
    to path: String, outputFileType: AudioContainer,
    recordingDelegate delegate: any CaptureFileOutputRecordingDelegate
  ) {
    start(path, outputFileType, delegate)
  }

  /// Tells a delegate why nothing is recorded.
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
          .sessionNotRunning, subject: path, reason: "no microphone of a session that runs leads to the file")
      }
      guard let container else {
        throw CaptureError(
          .unsupportedRecording, subject: path,
          reason: "the name doesn't say which kind of sound file it should be",
          remedy: "end it in ." + AudioContainer.pathExtensions.joined(separator: ", ."))
      }
      let known = MovieMetadata(ofRecordingFrom: connections)
      return .sound(container, settings, metadata.filled(from: known))
    }
  }

  /// Waits until there is room for sound; see ``MovieRecorder/waitForRoom(for:until:)``.
  package func waitForRoom(until deadline: UInt64) -> Bool { recording.waitForRoom(for: .audio, until: deadline) }
}
