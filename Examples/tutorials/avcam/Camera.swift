import AVFoundation

/// A camera whose session is used on one queue only, because its calls wait for the hardware.
final class Camera: NSObject {
  enum Failure: Error { case notAuthorized, noCamera, rejected }

  let session = AVCaptureSession()
  private(set) lazy var view = CameraView(of: session)
  private let photoOutput = AVCapturePhotoOutput()
  private let movieOutput = AVCaptureMovieFileOutput()
  private let sessionQueue = DispatchQueue(label: "session queue")
  /// Whether the app wants the session to run.
  private var isSessionRunning = false
  /// The delegates of the captures in progress by ID, because the output does not retain them.
  private(set) var capturesInProgress: [Int64: PhotoCaptureProcessor] = [:]
  private var movieContinuation: CheckedContinuation<Void, Error>?
  private var observations: [Any] = []

  /// Runs a closure on the session's queue and waits for its result without blocking a thread.
  func perform<Value>(_ body: @escaping () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      sessionQueue.async { continuation.resume(with: Result { try body() }) }
    }
  }

  /// Asks for access, then configures and starts the session.
  func start() async throws {
    var status = AVCaptureDevice.authorizationStatus(for: .video)
    // The system asks the user only once.
    if status == .notDetermined, await AVCaptureDevice.requestAccess(for: .video) { status = .authorized }
    guard status == .authorized else { throw Failure.notAuthorized }
    _ = await AVCaptureDevice.requestAccess(for: .audio)
    try await perform {
      try self.configure()
      self.observe()
      self.session.startRunning()
      self.isSessionRunning = self.session.isRunning
    }
  }

  func stop() {
    session.stopRunning()
    isSessionRunning = false
  }

  private func configure() throws {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    if session.canSetSessionPreset(.hd1280x720) { session.sessionPreset = .hd1280x720 }
    guard let camera = AVCaptureDevice.default(for: .video) else { throw Failure.noCamera }
    let input = try AVCaptureDeviceInput(device: camera)
    guard session.canAddInput(input), session.canAddOutput(photoOutput) else { throw Failure.rejected }
    session.addInput(input)
    session.addOutput(photoOutput)
    // A movie without sound is better than none.
    if let microphone = AVCaptureDevice.default(for: .audio),
      let audioInput = try? AVCaptureDeviceInput(device: microphone), session.canAddInput(audioInput)
    {
      session.addInput(audioInput)
    }
    photoOutput.maxPhotoQualityPrioritization = .quality
    photoOutput.isLivePhotoCaptureEnabled = photoOutput.isLivePhotoCaptureSupported
  }

  /// Adds an output for movies, which exclude Live Photos.
  func changeToMovies() throws {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    guard session.canAddOutput(movieOutput) else { throw Failure.rejected }
    session.addOutput(movieOutput)
  }

  /// Takes a photo, and a movie of the moments around it if that has a file; returns the steps.
  func takePhoto(to file: URL, withMovie movie: URL? = nil) async throws -> [String] {
    try await withCheckedThrowingContinuation { continuation in
      sessionQueue.async { [self] in
        let settings = AVCapturePhotoSettings()
        if photoOutput.supportedFlashModes.contains(.auto) { settings.flashMode = .auto }
        settings.photoQualityPrioritization = .balanced
        if photoOutput.isLivePhotoCaptureEnabled { settings.livePhotoMovieFileURL = movie }
        let processor = PhotoCaptureProcessor(savingTo: file, view) { [self] result in
          sessionQueue.async { self.capturesInProgress[settings.uniqueID] = nil }
          continuation.resume(with: result)
        }
        capturesInProgress[settings.uniqueID] = processor
        photoOutput.capturePhoto(with: settings, delegate: processor)
      }
    }
  }

  /// Records a movie of one second.
  func recordMovie(to file: URL) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, Error>) in
      sessionQueue.async { [self] in
        movieContinuation = continuation
        movieOutput.startRecording(to: file, recordingDelegate: self)
      }
    }
  }
}

extension Camera: AVCaptureFileOutputRecordingDelegate {
  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) {
    view.show(view.timeLabel, true)
    DispatchQueue.main.async { self.showTime(of: output) }
  }

  private func showTime(of output: AVCaptureFileOutput) {
    let seconds = output.recordedDuration.seconds
    view.timeLabel.string = String(format: "%.1f s", seconds)
    // The time in the movie counts, because a recording starts with a delay.
    if seconds >= 1 { return output.stopRecording() }
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { self.showTime(of: output) }
  }

  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
    error: Error?
  ) {
    view.show(view.timeLabel, false)
    guard let error = error else {
      movieContinuation?.resume()
      return
    }
    // A movie can be complete in spite of an error, for instance when the disk is full.
    let isComplete = (error as NSError).userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool ?? false
    if isComplete { movieContinuation?.resume() } else { movieContinuation?.resume(throwing: error) }
  }
}

// MARK: Interruptions

extension Camera {
  private func observe() {
    observations.append(
      session.observe(\.isRunning, options: [.new]) { _, change in
        print("observed: running is \(change.newValue ?? false)")
      })
    let handlers: [(Notification.Name, (Notification) -> Void)] = [
      (AVCaptureSession.runtimeErrorNotification, sessionFailed),
      (AVCaptureSession.wasInterruptedNotification, sessionWasInterrupted),
      (AVCaptureSession.interruptionEndedNotification, sessionInterruptionEnded),
    ]
    for (name, handler) in handlers {
      observations.append(
        NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { handler($0) })
    }
  }

  private func sessionFailed(_ notification: Notification) {
    guard let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError else { return }
    print("failed: \(error.localizedDescription)")
    sessionQueue.async { [self] in
      // After a reset of the media services, a session can be restarted. After other errors, the user decides.
      if error.code == .mediaServicesWereReset, isSessionRunning { session.startRunning() }
      isSessionRunning = session.isRunning
      view.show(view.resumeButton, !isSessionRunning)
    }
  }

  private func sessionWasInterrupted(_ notification: Notification) {
    let value = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
    switch value.flatMap({ AVCaptureSession.InterruptionReason(rawValue: $0) }) {
    case .videoDeviceInUseByAnotherClient, .audioDeviceInUseByAnotherClient:
      print("interrupted: another app uses the camera or the microphone")
      // The other app can be closed while this one is visible.
      view.show(view.resumeButton, true)
    case .videoDeviceNotAvailableWithMultipleForegroundApps: print("interrupted: another app is visible")
    case .videoDeviceNotAvailableDueToSystemPressure: print("interrupted: the device is too hot")
    default: print("interrupted: the camera is unavailable")
    }
  }

  private func sessionInterruptionEnded(_ notification: Notification) {
    print("interruption ended")
    view.show(view.resumeButton, false)
  }

  /// Starts an interrupted session again, which fails while the other app uses the camera.
  func resume() {
    session.startRunning()
    isSessionRunning = session.isRunning
    view.show(view.resumeButton, !isSessionRunning)
  }
}
