import OpenCapture
import OpenCaptureCommandSupport

/// A controller that takes photos and movies of a window's camera.
final class WindowCaptureController: Sendable {
  private struct State: Lockable {
    var photos: CapturePhotoOutput?
    var movie: CaptureMovieFileOutput?
    var microphone: CaptureDeviceInput?
  }

  private let camera: LiveCamera
  private let overlay: WindowOverlay
  private let folder: InputPath
  private let rotation: VideoRotation
  private let captureController: CaptureController
  private let state: Locked<State>
  private let microphones = MicrophoneCatalog()

  init(_ camera: LiveCamera, _ overlay: WindowOverlay, in folder: InputPath, turned rotation: VideoRotation) {
    self.camera = camera
    self.overlay = overlay
    self.folder = folder
    self.rotation = rotation
    let state = Locked(State())
    self.state = state
    captureController = CaptureController(in: folder) { file in
      Self.disconnect(state, from: camera.session)
      overlay.say(file.error.map { "recording ended: \($0)" } ?? "recorded: \(file.path)")
    }
  }

  /// Whether a movie is being recorded.
  var isRecording: Bool { captureController.recording != nil }

  /// The progress of the recording in one line; nil if none is running.
  var status: String? { captureController.recording.map { "● " + RecordingStatus.words($0) } }

  // MARK: Photos

  /// Takes and writes a photo, and shows its name.
  func takePhoto() {
    do {
      let output = try photoOutput()
      _ = try PhotoDestination.folder(folder).prepared()
      var settings = CapturePhotoSettings(format: .compressed(.jpeg))
      settings.embeddedThumbnailDimensions = VideoDimensions(width: 160, height: 160)
      captureController.takePhoto(output, settings) { [overlay] result in
        switch result {
        case .success(let path): overlay.say("photo: \(path.text)")
        case .failure(let error): overlay.say("photo failed: \(error)")
        }
      }
    } catch {
      overlay.say("photo failed: \(error)")
    }
  }

  private func photoOutput() throws(CaptureError) -> CapturePhotoOutput {
    let known = state.withLock { $0.photos }
    let output = if let known { known } else { try addPhotoOutput() }
    // Each camera has its own connection.
    output.connection(with: .video)?.videoRotation = rotation
    return output
  }

  private func addPhotoOutput() throws(CaptureError) -> CapturePhotoOutput {
    let output = CapturePhotoOutput()
    output.isResponsiveCaptureEnabled = true
    output.isZeroShutterLagEnabled = true
    try camera.session.add(output)
    state.withLock { $0.photos = output }
    return output
  }

  // MARK: Movies

  /// Starts or stops recording a movie.
  func toggleRecording() {
    if isRecording { return captureController.endMovie() }
    do { try begin() } catch { overlay.say("recording failed: \(error)") }
  }

  private func begin() throws {
    let movie = CaptureMovieFileOutput()
    let device = camera.device
    let microphone = try microphones.device(nil, beside: device, called: device.uniqueID)
      .flatMap { try? CaptureDeviceInput(device: $0) }
    _ = try PhotoDestination.folder(folder).prepared()
    if let microphone {
      do throws(CaptureError) { try camera.session.add(microphone) } catch {
        overlay.say("recording without sound: \(error)")
      }
    }
    do throws(CaptureError) { try camera.session.add(movie) } catch {
      if let microphone { camera.session.removeInput(microphone) }
      throw error
    }
    state.withLock { state in
      state.movie = movie
      state.microphone = microphone
    }
    movie.connection(with: .video)?.videoRotation = rotation
    // The first access starts the level measurement.
    _ = movie.connection(with: .audio)?.audioChannels.map(\.averagePowerLevel)
    captureController.beginMovie(movie)
  }

  /// Removes a movie's output and microphone from the session.
  private static func disconnect(_ state: Locked<State>, from session: CaptureSession) {
    let (movie, microphone) = state.withLock { ($0.movie.take(), $0.microphone.take()) }
    if let movie { session.removeOutput(movie) }
    if let microphone { session.removeInput(microphone) }
  }

  /// Stops recording, and waits until the movie and all photos are written.
  ///
  /// - Returns: The failures of all movies.
  func finish() -> [FileFailure] { captureController.finish() }
}
