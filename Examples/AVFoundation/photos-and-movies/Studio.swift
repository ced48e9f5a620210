import AVFoundation

/// A session with a mode for photos and a mode for movies.
final class Studio {
  enum Mode { case photos, movies }

  enum StudioError: Error { case noCamera, noMicrophone, rejected }

  let session = AVCaptureSession()
  let photoOutput = AVCapturePhotoOutput()
  let movieOutput = AVCaptureMovieFileOutput()

  /// Adds the camera, the microphone, and an output for photos of the highest quality.
  func configure() throws {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    session.sessionPreset = .hd1280x720
    guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back) else {
      throw StudioError.noCamera
    }
    guard let microphone = AVCaptureDevice.default(for: .audio) else { throw StudioError.noMicrophone }
    for device in [camera, microphone] {
      let input = try AVCaptureDeviceInput(device: device)
      guard session.canAddInput(input) else { throw StudioError.rejected }
      session.addInput(input)
    }
    guard session.canAddOutput(photoOutput) else { throw StudioError.rejected }
    session.addOutput(photoOutput)
    photoOutput.maxPhotoQualityPrioritization = .quality
    photoOutput.isLivePhotoCaptureEnabled = photoOutput.isLivePhotoCaptureSupported
  }

  /// Changes the outputs to those of a mode, because Live Photos exclude movies.
  func change(to mode: Mode) throws {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    switch mode {
    case .photos:
      session.removeOutput(movieOutput)
      session.sessionPreset = .hd1280x720
      photoOutput.isLivePhotoCaptureEnabled = photoOutput.isLivePhotoCaptureSupported
    case .movies:
      guard session.canAddOutput(movieOutput) else { throw StudioError.rejected }
      session.addOutput(movieOutput)
      session.sessionPreset = .vga640x480
    }
  }
}
