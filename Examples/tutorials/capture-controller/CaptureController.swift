import AVFoundation

/// A controller of a camera app: a session, its camera and its outputs.
final class CaptureController: NSObject {
  enum Failure: Error { case noCamera, noPhoto, rejected(String) }

  let session = AVCaptureSession()
  let photoOutput = AVCapturePhotoOutput()
  let movieOutput = AVCaptureMovieFileOutput()
  let metadataOutput = AVCaptureMetadataOutput()
  private(set) var activeInput: AVCaptureDeviceInput?
  /// Called on the main queue with the codes and faces of a frame.
  var detected: ([AVMetadataObject]) -> Void = { _ in }
  private var photoContinuation: CheckedContinuation<Data, Error>?
  private var movieContinuation: CheckedContinuation<Void, Error>?

  /// Adds the back camera, the microphone and the outputs in one change.
  func setUp() throws {
    session.beginConfiguration()
    // Also after an error: a session that stays in configuration never starts.
    defer { session.commitConfiguration() }
    if session.canSetSessionPreset(.hd1280x720) { session.sessionPreset = .hd1280x720 }
    activeInput = try add(Self.camera(at: .back))
    // A movie without sound is better than none.
    if let microphone = AVCaptureDevice.default(for: .audio) { _ = try? add(microphone) }
    for output in [photoOutput, movieOutput, metadataOutput] as [AVCaptureOutput] {
      guard session.canAddOutput(output) else { throw Failure.rejected("\(type(of: output))") }
      session.addOutput(output)
    }
  }

  private func add(_ device: AVCaptureDevice) throws -> AVCaptureDeviceInput {
    let input = try AVCaptureDeviceInput(device: device)
    guard session.canAddInput(input) else { throw Failure.rejected(device.localizedName) }
    session.addInput(input)
    return input
  }

  private static func camera(at position: AVCaptureDevice.Position) throws -> AVCaptureDevice {
    let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position)
    guard let camera = camera else { throw Failure.noCamera }
    return camera
  }

  /// Switches between the back and the front camera.
  func switchCameras() throws {
    guard let old = activeInput else { throw Failure.noCamera }
    let other = try Self.camera(at: old.device.position == .back ? .front : .back)
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    // The session has room for one camera only.
    session.removeInput(old)
    do { activeInput = try add(other) } catch {
      session.addInput(old)
      throw error
    }
  }

  /// Changes the camera while it is locked for configuration.
  func configure(_ body: (AVCaptureDevice) throws -> Void) throws {
    guard let device = activeInput?.device else { throw Failure.noCamera }
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    try body(device)
  }

  /// Focuses and exposes at a point in device coordinates, from (0, 0) to (1, 1).
  func focusAndExpose(at point: CGPoint, _ focusMode: AVCaptureDevice.FocusMode = .autoFocus) throws {
    try configure { device in
      // A point takes effect when the mode is set after it.
      if device.isFocusPointOfInterestSupported, device.isFocusModeSupported(focusMode) {
        device.focusPointOfInterest = point
        device.focusMode = focusMode
      }
      if device.isExposurePointOfInterestSupported, device.isExposureModeSupported(.continuousAutoExposure) {
        device.exposurePointOfInterest = point
        device.exposureMode = .continuousAutoExposure
      }
    }
  }

  /// Returns to continuous focus and exposure at the center.
  func resetFocusAndExposure() throws {
    try focusAndExpose(at: CGPoint(x: 0.5, y: 0.5), .continuousAutoFocus)
  }

  /// Selects the format with the highest frame rate, which replaces the session's preset.
  func useHighestFrameRate() throws {
    try configure { device in
      var best: (format: AVCaptureDevice.Format, range: AVFrameRateRange)?
      for format in device.formats {
        for range in format.videoSupportedFrameRateRanges
        where range.maxFrameRate > best?.range.maxFrameRate ?? 0 { best = (format, range) }
      }
      guard let best = best else { return }
      device.activeFormat = best.format
      device.activeVideoMinFrameDuration = best.range.minFrameDuration
      device.activeVideoMaxFrameDuration = best.range.minFrameDuration
    }
  }

  /// Takes a photo and returns its file.
  func takePhoto(flashMode: AVCaptureDevice.FlashMode) async throws -> Data {
    // Settings are for one photo; a second one needs new settings.
    let settings = AVCapturePhotoSettings()
    if photoOutput.supportedFlashModes.contains(flashMode) { settings.flashMode = flashMode }
    return try await withCheckedThrowingContinuation { continuation in
      photoContinuation = continuation
      photoOutput.capturePhoto(with: settings, delegate: self)
    }
  }

  /// Records a movie of one second.
  func recordMovie(to file: URL) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, Error>) in
      movieContinuation = continuation
      movieOutput.startRecording(to: file, recordingDelegate: self)
    }
  }

  /// Starts to detect codes and faces.
  func startDetecting() {
    // Types that are not available raise an exception.
    metadataOutput.metadataObjectTypes = [AVMetadataObject.ObjectType.qr, .face]
      .filter(metadataOutput.availableMetadataObjectTypes.contains)
    metadataOutput.setMetadataObjectsDelegate(self, queue: .main)
  }
}

extension CaptureController: AVCapturePhotoCaptureDelegate, AVCaptureFileOutputRecordingDelegate,
  AVCaptureMetadataOutputObjectsDelegate
{
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?
  ) {
    if let data = photo.fileDataRepresentation() {
      photoContinuation?.resume(returning: data)
    } else {
      photoContinuation?.resume(throwing: error ?? Failure.noPhoto)
    }
  }

  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) { DispatchQueue.main.asyncAfter(deadline: .now() + 1) { output.stopRecording() } }

  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
    error: Error?
  ) {
    if let error = error { movieContinuation?.resume(throwing: error) } else { movieContinuation?.resume() }
  }

  func metadataOutput(
    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
    from connection: AVCaptureConnection
  ) { detected(metadataObjects) }
}
