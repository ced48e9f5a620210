public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureMovies
import OpenCaptureSession
public import OpenCaptureSystem

/// An output that records video and sound to a movie (`AVCaptureMovieFileOutput`).
///
///     let output = CaptureMovieFileOutput()
///     try session.add(output)
///     session.startRunning()
///     output.startRecording(to: "party.mp4", recordingDelegate: delegate)
///     …
///     output.stopRecording()
///
/// With a microphone, the movie begins with the first frame that has sound. Frames keep their timestamps. Sound is
/// resampled to stay in sync with them. The camera never waits: if the encoder is too slow, video frames are dropped
/// and counted, but sound is not. If the camera is lost or leaves the session, the movie ends with an error. If the
/// microphone is lost, the sound is silent from then on. After a crash of the program, the movie can be played up to
/// its last fragment.
public final class CaptureMovieFileOutput: CaptureFileOutput, IdentityHashable {
  /// The session's data about the output.
  public let link = CaptureOutputLink()

  /// The current recording.
  public let recording = FileRecording(label: "capture.movie-file-output")

  private struct RequestedSettings: Lockable {
    var fragmentInterval = MediaTime(value: 10, timescale: 1)
    var metadata = MovieMetadata()
    var video: (settings: MovieWritingOptions, connection: ObjectIdentifier)?
    var audio: (settings: AudioWritingOptions, connection: ObjectIdentifier)?
  }

  private let requested = Locked(RequestedSettings())

  /// Creates an output.
  public init() { link.recordsMovies = true }

  /// The media types, video and audio.
  public var mediaTypes: [MediaType] { [.video, .audio] }

  /// The interval after which a movie is made playable up to that point (`movieFragmentInterval`; default: 10 s).
  ///
  /// The maximum is 2147 s. With `MediaTime.invalid`, an MP4 or QuickTime movie is lost unless its recording ends
  /// regularly.
  public var movieFragmentInterval: MediaTime {
    get { requested.withLock { $0.fragmentInterval } }
    set { requested.withLock { $0.fragmentInterval = newValue } }
  }

  /// The metadata of the next movies (`metadata`).
  ///
  /// The output adds the creation date, the camera and the program unless these are set.
  public var fileMetadata: MovieMetadata {
    get { requested.withLock { $0.metadata } }
    set { requested.withLock { $0.metadata = newValue } }
  }

  /// The available video codecs (`availableVideoCodecTypes`).
  public var availableVideoCodecTypes: [VideoCodecType] { MovieContainer.mp4.codecs }

  /// Sets the video settings of a connection for the next recordings (default: the best available encoder).
  ///
  /// - Parameters:
  ///   - settings: The settings, or nil for the default. Those for fragments, metadata and existing files are ignored.
  ///     With `MovieWritingOptions.passesEncodedFramesThrough`, the camera's encoded frames are recorded, at nearly no
  ///     cost.
  ///   - connection: A connection of the output.
  public func setVideoSettings(_ settings: MovieWritingOptions?, for connection: CaptureConnection) {
    requested.withLock { $0.video = settings.map { ($0, ObjectIdentifier(connection)) } }
  }

  /// Sets the sound settings of a connection for the next recordings (default: the container's best codec).
  ///
  /// - Parameters:
  ///   - settings: The settings, or nil for the default.
  ///   - connection: A connection of the output.
  public func setAudioSettings(_ settings: AudioWritingOptions?, for connection: CaptureConnection) {
    requested.withLock { $0.audio = settings.map { ($0, ObjectIdentifier(connection)) } }
  }

  /// Returns the video settings of a connection, or nil if none are set.
  package func videoSettings(for connection: CaptureConnection) -> MovieWritingOptions? {
    requested.withLock { $0.video.flatMap { $0.connection == ObjectIdentifier(connection) ? $0.settings : nil } }
  }

  /// Returns the sound settings of a connection, or nil if none are set.
  package func audioSettings(for connection: CaptureConnection) -> AudioWritingOptions? {
    requested.withLock { $0.audio.flatMap { $0.connection == ObjectIdentifier(connection) ? $0.settings : nil } }
  }

  /// The number of video frames dropped because the encoder was too slow.
  public var lateFrameCount: Int { recording.progress.lateCount }

  /// The number of video frames that could not be decoded or had no valid timestamp.
  public var damagedFrameCount: Int { recording.progress.damagedCount }

  /// The number of recorded video frames.
  public var recordedFrameCount: Int { recording.progress.pictureCount }

  /// The video encoder as named by FFmpeg, with libx264's preset or the device file of the GPU.
  ///
  /// An example is `libx264 (veryfast)`. The value is nil before the first frame, and if the camera's encoded frames
  /// are recorded.
  public var videoEncoder: String? { recording.progress.encoder }

  /// Waits until the recorder has room for a video frame; see ``MovieRecorder/waitForRoom(for:until:)``.
  package func waitForRoom(until deadline: UInt64) -> Bool { recording.waitForRoom(for: .video, until: deadline) }

  /// Starts or continues a recording; see ``CaptureFileOutput/startRecording(to:recordingDelegate:)``.
  public func startRecording(to path: String, recordingDelegate delegate: any CaptureFileOutputRecordingDelegate) {
    recording.start(path, of: self, delegate) { (connections) throws(CaptureError) in
      guard connections.contains(where: { $0.mediaType == .video }) else {
        throw CaptureError(
          .sessionNotRunning, subject: path,
          reason: "no camera of a running session is connected to the movie output")
      }
      guard let container = MovieContainer(path: path) else {
        throw CaptureError(
          .unsupportedRecording, subject: path, reason: "unknown movie file extension",
          hint: "use ." + MovieContainer.pathExtensions.joined(separator: ", ."))
      }
      var options = connections.compactMap { videoSettings(for: $0) }.first ?? MovieWritingOptions()
      options.movieFragmentInterval = movieFragmentInterval
      options.replacesExistingFile = false
      options.metadata = fileMetadata.filled(from: MovieMetadata(ofRecordingFrom: connections))
      let audioOptions = connections.compactMap { audioSettings(for: $0) }.first ?? AudioWritingOptions()
      return RecordedFile.Kind(type: .movie(container), options: options, audioOptions: audioOptions)
    }
  }
}
