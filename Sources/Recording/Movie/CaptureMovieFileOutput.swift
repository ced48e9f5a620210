public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureMovies
import OpenCaptureSession
import OpenCaptureSystem

/// Records pictures and sound to a movie (`AVCaptureMovieFileOutput`).
///
///     let output = CaptureMovieFileOutput()
///     try session.addOutput(output)
///     session.startRunning()
///     output.startRecording(to: "party.mp4", recordingDelegate: delegate)
///     …
///     output.stopRecording()
///
/// The movie begins with the first picture for which there is sound, where there is a microphone. Pictures keep their
/// times; sound is kept at its own by resampling, whatever the microphone's clock does. A camera never waits: pictures
/// that come while too many wait for the encoder are left out, and counted; sound never is. A lost camera ends the movie
/// with its error, a lost microphone is silence from then on. What was written can be played up to its last fragment
/// whatever becomes of the program.
public final class CaptureMovieFileOutput: CaptureFileOutput {
  /// What the session keeps about the output.
  public let link = CaptureOutputLink()

  /// What it records.
  public let recording = FileRecording(label: "capture.movie-file-output")

  private struct Wishes: Lockable {
    var fragmentInterval = MediaTime(value: 10, timescale: 1)
    var metadata = MovieMetadata()
    var video: (settings: MovieWritingOptions, connection: ObjectIdentifier)?
    var audio: (settings: AudioWritingOptions, connection: ObjectIdentifier)?
  }

  private let wishes = Locked(Wishes())

  /// Makes an output.
  public init() { link.recordsMovies = true }

  /// Pictures and sound.
  public var mediaTypes: [MediaType] { [.video, .audio] }

  /// After how much of a movie what is there is made playable, up to 2147 s; default 10 s (`movieFragmentInterval`).
  ///
  /// With `MediaTime.invalid` MP4 and QuickTime movies are lost unless they end as they should.
  public var movieFragmentInterval: MediaTime {
    get { wishes.withLock { $0.fragmentInterval } }
    set { wishes.withLock { $0.fragmentInterval = newValue } }
  }

  /// What movies say of themselves, from the next one on (`metadata`).
  ///
  /// Where it says nothing of when the movie was begun, with which camera and by which program, the output does.
  @_disfavoredOverload public var metadata: MovieMetadata {
    get { saidOfFiles }
    set { saidOfFiles = newValue }
  }

  /// As ``metadata``, under a name that no other module has.
  package var saidOfFiles: MovieMetadata {
    get { wishes.withLock { $0.metadata } }
    set { wishes.withLock { $0.metadata = newValue } }
  }

  /// The codecs that movies can be written in (`availableVideoCodecTypes`).
  public var availableVideoCodecTypes: [VideoCodecType] { MovieContainer.mp4.codecs }

  /// Says how the pictures of a connection are written, from the next recording on; default by the best encoder there is.
  ///
  /// - Parameters:
  ///   - settings: What they say of fragments, of metadata and of existing files doesn't count. With
  ///     `MovieWritingOptions.passesEncodedFramesThrough` pictures are recorded as the camera encodes them, which costs
  ///     almost nothing. Nil for the default.
  ///   - connection: One of the output's.
  @_disfavoredOverload public func setOutputSettings(
    _ settings: MovieWritingOptions?, for connection: CaptureConnection
  ) {
    wishes.withLock { $0.video = settings.map { ($0, ObjectIdentifier(connection)) } }
  }

  /// Says how the sound of a connection is written, from the next recording on; default in the container's best codec.
  ///
  /// - Parameters:
  ///   - settings: Nil for the default.
  ///   - connection: One of the output's.
  public func setAudioSettings(_ settings: AudioWritingOptions?, for connection: CaptureConnection) {
    wishes.withLock { $0.audio = settings.map { ($0, ObjectIdentifier(connection)) } }
  }

  /// What was said of how a connection's pictures are compressed; nil where nothing was.
  package func videoSettings(for connection: CaptureConnection) -> MovieWritingOptions? {
    wishes.withLock { $0.video.flatMap { $0.connection == ObjectIdentifier(connection) ? $0.settings : nil } }
  }

  /// What was said of how a connection's sound is compressed; nil where nothing was.
  package func audioSettings(for connection: CaptureConnection) -> AudioWritingOptions? {
    wishes.withLock { $0.audio.flatMap { $0.connection == ObjectIdentifier(connection) ? $0.settings : nil } }
  }

  /// How many pictures of the recording came while too many waited for the encoder, and were left out.
  public var lateFrameCount: Int { recording.progress.lateCount }

  /// How many pictures could not be decoded, or had no time of their own.
  public var damagedFrameCount: Int { recording.progress.damagedCount }

  /// How many pictures were recorded.
  public var recordedFrameCount: Int { recording.progress.pictureCount }

  /// What encodes the pictures of the recording, as FFmpeg calls it, and libx264's preset or the graphics processor's
  /// device file, such as `libx264 (veryfast)`; nil before its first picture, and where they are recorded as the camera
  /// encodes them.
  public var videoEncoder: String? { recording.progress.encoder }

  /// Waits until there is room for a picture; see ``MovieRecorder/waitForRoom(for:until:)``.
  package func waitForRoom(until deadline: UInt64) -> Bool { recording.waitForRoom(for: .video, until: deadline) }

  /// Begins to record, or goes on in another file; see ``CaptureFileOutput/startRecording(to:recordingDelegate:)``.
  @_disfavoredOverload public func startRecording(
    to path: String, recordingDelegate delegate: any CaptureFileOutputRecordingDelegate
  ) {
    recording.start(path, of: self, delegate) { (connections) throws(CaptureError) in
      try kind(path, connections)
    }
  }

  /// What is written of connections to a file of this name.
  private func kind(
    _ path: String, _ connections: [CaptureConnection]
  ) throws(CaptureError) -> RecordedFile.Kind {
    guard connections.contains(where: { $0.mediaType == .video }) else {
      throw CaptureError(
        .sessionNotRunning, subject: path, reason: "no camera of a session that runs leads to the movie")
    }
    guard let container = MovieContainer(path: path) else {
      throw CaptureError(
        .unsupportedRecording, subject: path, reason: "the name doesn't say which kind of movie it should be",
        remedy: "end it in ." + MovieContainer.pathExtensions.joined(separator: ", ."))
    }
    let ids = Set(connections.map { ObjectIdentifier($0) })
    let known = MovieMetadata(ofRecordingFrom: connections)
    return wishes.withLock { wishes in
      var options =
        wishes.video.flatMap { ids.contains($0.connection) ? $0.settings : nil } ?? MovieWritingOptions()
      options.movieFragmentInterval = wishes.fragmentInterval
      options.replacesExistingFile = false
      options.metadata = wishes.metadata.filled(from: known)
      let sound = wishes.audio.flatMap { ids.contains($0.connection) ? $0.settings : nil } ?? AudioWritingOptions()
      return .movie(container, options, sound)
    }
  }
}
