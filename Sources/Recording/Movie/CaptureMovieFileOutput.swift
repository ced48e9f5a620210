import Dispatch
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

  private struct State: Lockable {
    var recorder: MovieRecorder?
    var path: String?
    var isPaused = false
    var past = MovieRecorder.Progress()
    var limits = RecordingLimits()
    var fragmentInterval = MediaTime(value: 10, timescale: 1)
    var metadata = MovieMetadata()
    var video: (settings: MovieWritingOptions, connection: ObjectIdentifier)?
    var audio: (settings: AudioWritingOptions, connection: ObjectIdentifier)?
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "capture.movie-file-output")

  /// Makes an output.
  public init() { link.recordsMovies = true }

  /// Pictures and sound.
  public var mediaTypes: [MediaType] { [.video, .audio] }

  /// The recorder, while there is one.
  public var receivers: [any SampleReceiver] { state.withLock { $0.recorder }.map { [$0] } ?? [] }

  /// After how much of a movie what is there is made playable; default 10 s (`movieFragmentInterval`).
  ///
  /// With `MediaTime.invalid` MP4 and QuickTime movies are lost unless they end as they should.
  public var movieFragmentInterval: MediaTime {
    get { state.withLock { $0.fragmentInterval } }
    set { state.withLock { $0.fragmentInterval = newValue } }
  }

  /// What movies say of themselves, from the next one on (`metadata`).
  ///
  /// Where it says nothing of when the movie was begun, with which camera and by which program, the output does.
  public var metadata: MovieMetadata {
    get { state.withLock { $0.metadata } }
    set { state.withLock { $0.metadata = newValue } }
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
  public func setOutputSettings(_ settings: MovieWritingOptions?, for connection: CaptureConnection) {
    state.withLock { $0.video = settings.map { ($0, ObjectIdentifier(connection)) } }
  }

  /// Says how the sound of a connection is written, from the next recording on; default in the container's best codec.
  ///
  /// - Parameters:
  ///   - settings: Nil for the default.
  ///   - connection: One of the output's.
  public func setAudioSettings(_ settings: AudioWritingOptions?, for connection: CaptureConnection) {
    state.withLock { $0.audio = settings.map { ($0, ObjectIdentifier(connection)) } }
  }

  /// How many pictures of the recording came while too many waited for the encoder, and were left out.
  public var lateFrameCount: Int { progress.lateCount }

  /// How many pictures could not be decoded, or had no time of their own.
  public var damagedFrameCount: Int { progress.damagedCount }

  /// How many pictures were recorded.
  public var recordedFrameCount: Int { progress.pictureCount }

  /// How many frames of silence were put into the sound where some was missing.
  public var silentAudioFrameCount: Int { progress.repairs.silentFrames }

  /// How many frames of sound were left out, because they were too many for the time.
  public var skippedAudioFrameCount: Int { progress.repairs.skippedFrames }

  /// Waits until there is room for a picture; see ``MovieRecorder/waitForRoom(until:)``.
  package func waitForRoom(until deadline: UInt64) -> Bool {
    state.withLock { $0.recorder }?.waitForRoom(until: deadline) ?? true
  }

  private var progress: MovieRecorder.Progress {
    let (recorder, past) = state.withLock { ($0.recorder, $0.past) }
    return recorder?.progress ?? past
  }
}

// MARK: What every file output has

extension CaptureMovieFileOutput {
  /// The name of the file that is recorded; nil while none is.
  public var outputFilePath: String? { state.withLock { $0.path } }
  /// Whether a recording was begun and hasn't ended.
  public var isRecording: Bool { state.withLock { $0.recorder }.map { !$0.isOver } ?? false }
  /// Whether it is paused.
  public var isRecordingPaused: Bool { isRecording && state.withLock { $0.isPaused } }
  /// How long the movie is that is recorded, or was last.
  public var recordedDuration: MediaTime { progress.duration }
  /// How many bytes it has at the most, with what is yet to be written.
  public var recordedFileSize: Int64 { Int64(progress.byteCount) }

  /// How long a movie may become; `MediaTime.invalid`, the default, for as long as there is room.
  public var maxRecordedDuration: MediaTime {
    get { state.withLock { $0.limits.maximumDuration } }
    set { state.withLock { $0.limits.maximumDuration = newValue } }
  }

  /// How many bytes a movie may have; 0, the default, for as many as there is room for.
  public var maxRecordedFileSize: Int64 {
    get { state.withLock { $0.limits.maximumByteCount == .max ? 0 : Int64($0.limits.maximumByteCount) } }
    set { state.withLock { $0.limits.maximumByteCount = newValue > 0 ? Int(newValue) : .max } }
  }

  /// How many bytes must be left on the disk; default 0.
  public var minFreeDiskSpaceLimit: Int64 {
    get { state.withLock { Int64($0.limits.minimumFreeByteCount) } }
    set { state.withLock { $0.limits.minimumFreeByteCount = max(0, Int(newValue)) } }
  }

  /// Begins to record, or goes on in another file; see ``CaptureFileOutput/startRecording(to:recordingDelegate:)``.
  public func startRecording(to path: String, recordingDelegate delegate: any CaptureFileOutputRecordingDelegate) {
    let connections = link.connections.filter { $0.isEnabled && $0.isActive }
    let client = client(path, delegate, connections)
    do throws(CaptureError) {
      let order = try order(path, connections, client)
      if state.withLock({ $0.recorder })?.ask(.switchFile(order)) != true { try begin(order, connections) }
      state.withLock { $0.path = path }
    } catch {
      client.tell(.finished(error))
    }
  }

  private func begin(_ order: RecordedFile.Order, _ connections: [CaptureConnection]) throws(CaptureError) {
    let microphone = connections.first { $0.mediaType == .audio }?.input
    let format = try? microphone?.configuration(for: nil).formatDescription.audioFormat
    let recorder = try MovieRecorder(order, connections, soundFormat: format ?? nil) { [weak self] recorder in
      self?.ended(recorder)
    }
    link.needsSteadyFormat = true
    state.withLock { state in
      (state.recorder, state.isPaused) = (recorder, false)
    }
  }

  private func ended(_ recorder: MovieRecorder) {
    let wasLast = state.withLock { state in
      guard state.recorder === recorder else { return false }
      (state.recorder, state.path, state.past) = (nil, nil, recorder.progress)
      return true
    }
    if wasLast { link.needsSteadyFormat = false }
  }

  /// What is asked of the recorder.
  private func order(
    _ path: String, _ connections: [CaptureConnection], _ client: RecordingClient
  ) throws(CaptureError) -> RecordedFile.Order {
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
    return state.withLock { state in
      var options = state.video.flatMap { ids.contains($0.connection) ? $0.settings : nil } ?? MovieWritingOptions()
      options.movieFragmentInterval = state.fragmentInterval
      options.replacesExistingFile = false
      options.metadata = state.metadata.filled(from: known)
      let sound = state.audio.flatMap { ids.contains($0.connection) ? $0.settings : nil } ?? AudioWritingOptions()
      return RecordedFile.Order(
        path: Array(path.utf8), container: container, options: options, sound: sound, limits: state.limits,
        client: client)
    }
  }

  private func client(
    _ path: String, _ delegate: any CaptureFileOutputRecordingDelegate, _ connections: [CaptureConnection]
  ) -> RecordingClient {
    RecordingClient(on: queue) { [self] event in
      switch event {
      case .started(let time):
        delegate.fileOutput(self, didStartRecordingTo: path, startTime: time, from: connections)
      case .paused: delegate.fileOutput(self, didPauseRecordingTo: path, from: connections)
      case .resumed: delegate.fileOutput(self, didResumeRecordingTo: path, from: connections)
      case .finished(let error):
        delegate.fileOutput(self, didFinishRecordingTo: path, from: connections, error: error)
      }
    }
  }

  /// Ends the recording; the delegate is told when the file is whole.
  public func stopRecording() { state.withLock { $0.recorder }?.ask(.stop(nil)) }

  /// Leaves out what comes from now on.
  public func pauseRecording() {
    let recorder = state.withLock { state in
      state.isPaused = true
      return state.recorder
    }
    recorder?.ask(.pause)
  }

  /// Goes on, without a gap in the file.
  public func resumeRecording() {
    let recorder = state.withLock { state in
      state.isPaused = false
      return state.recorder
    }
    recorder?.ask(.resume)
  }
}
