import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// Takes photos of what a window shows, and records it; as the keys say, beside the view.
final class WindowShutter: Sendable {
  private struct State: Lockable {
    var photos: CapturePhotoOutput?
    var movie: CaptureMovieFileOutput?
    var microphone: CaptureDeviceInput?
  }

  private let camera: WindowCamera
  private let board: WindowBoard
  private let folder: InputPath
  private let rotation: VideoRotation
  private let shutter: Shutter
  private let state: Locked<State>
  private let microphones = KeptMicrophones(catalog: MicrophoneCatalog())

  init(_ camera: WindowCamera, _ board: WindowBoard, in folder: InputPath, turned rotation: VideoRotation) {
    (self.camera, self.board, self.folder, self.rotation) = (camera, board, folder, rotation)
    let state = Locked(State())
    self.state = state
    shutter = Shutter(in: folder) { file in
      Self.disconnect(state, from: camera.session)
      board.say(file.error.map { "the recording ended: \($0)" } ?? "recorded: \(file.path)")
    }
  }

  /// Whether a movie is being recorded.
  var isRecording: Bool { shutter.recording != nil }

  /// How far the recording is, in a line; nil where there is none.
  var status: String? { shutter.recording.map { "● " + RecordingStatus.words($0) } }

  // MARK: Photos

  /// Takes a photo, writes it, and says so.
  func takePhoto() {
    do {
      let output = try photoOutput()
      _ = try PhotoPlace.folder(folder).prepared()
      var settings = CapturePhotoSettings(format: .compressed(.jpeg))
      settings.embeddedThumbnailDimensions = VideoDimensions(width: 160, height: 160)
      shutter.takePhoto(output, settings) { [board] result in
        switch result {
        case .success(let path): board.say("photo: \(path.text)")
        case .failure(let error): board.say("no photo: \(error)")
        }
      }
    } catch {
      board.say("no photo: \(error)")
    }
  }

  private func photoOutput() throws(CaptureError) -> CapturePhotoOutput {
    let known = state.withLock { $0.photos }
    let output = if let known { known } else { try addPhotoOutput() }
    // Another camera has another connection.
    output.connection(with: .video)?.videoRotation = rotation
    return output
  }

  private func addPhotoOutput() throws(CaptureError) -> CapturePhotoOutput {
    let output = CapturePhotoOutput()
    output.isResponsiveCaptureEnabled = true
    output.isZeroShutterLagEnabled = true
    try camera.session.addOutput(output)
    state.withLock { $0.photos = output }
    return output
  }

  // MARK: Movies

  /// Begins a movie, or ends the one that is being recorded.
  func toggleRecording() {
    if isRecording { return shutter.endMovie() }
    do { try begin() } catch { board.say("no recording: \(error)") }
  }

  private func begin() throws {
    let movie = CaptureMovieFileOutput()
    let device = camera.device
    let microphone = try microphones.catalog.device(nil, beside: device, called: device.uniqueID)
      .flatMap { try? CaptureDeviceInput(device: $0) }
    _ = try PhotoPlace.folder(folder).prepared()
    try connect(movie, microphone)
    state.withLock { ($0.movie, $0.microphone) = (movie, microphone) }
    movie.connection(with: .video)?.videoRotation = rotation
    // Asked for once, so that it is measured from the beginning.
    _ = movie.connection(with: .audio)?.audioChannels.map(\.averagePowerLevel)
    shutter.beginMovie(movie)
  }

  /// Adds the output, with sound where that can be had.
  private func connect(_ movie: CaptureMovieFileOutput, _ microphone: CaptureDeviceInput?) throws(CaptureError) {
    if let microphone {
      do throws(CaptureError) {
        try camera.session.addInput(microphone)
      } catch {
        board.say("without sound: \(error)")
      }
    }
    do throws(CaptureError) {
      try camera.session.addOutput(movie)
    } catch {
      if let microphone { camera.session.removeInput(microphone) }
      throw error
    }
  }

  /// Takes what a movie was recorded with out of the session.
  private static func disconnect(_ state: Locked<State>, from session: CaptureSession) {
    let (movie, microphone) = state.withLock { state in
      defer { (state.movie, state.microphone) = (nil, nil) }
      return (state.movie, state.microphone)
    }
    if let movie { session.removeOutput(movie) }
    if let microphone { session.removeInput(microphone) }
  }

  /// Ends what is being recorded, and waits until that and all photos are written.
  ///
  /// - Returns: What failed of all movies.
  func finish() -> [FileFailure] { shutter.finish() }
}
