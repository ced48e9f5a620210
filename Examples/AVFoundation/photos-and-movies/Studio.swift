import AVFoundation

/// A session that takes photos, or photos and movies.
final class Studio {
  enum Mode { case photos, movies }

  enum StudioError: Error { case noCamera, noMicrophone, refused }

  let session = AVCaptureSession()
  let photoOutput = AVCapturePhotoOutput()
  let movieOutput = AVCaptureMovieFileOutput()

  /// The camera, the microphone, and an output for photos, which are to be as good as can be.
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
      guard session.canAddInput(input) else { throw StudioError.refused }
      session.addInput(input)
    }
    guard session.canAddOutput(photoOutput) else { throw StudioError.refused }
    session.addOutput(photoOutput)
    photoOutput.maxPhotoQualityPrioritization = .quality
    photoOutput.isLivePhotoCaptureEnabled = photoOutput.isLivePhotoCaptureSupported
  }

  /// Live Photos aren't taken beside movies: each mode has its outputs.
  func change(to mode: Mode) throws {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    switch mode {
    case .photos:
      session.removeOutput(movieOutput)
      session.sessionPreset = .hd1280x720
      photoOutput.isLivePhotoCaptureEnabled = photoOutput.isLivePhotoCaptureSupported
    case .movies:
      guard session.canAddOutput(movieOutput) else { throw StudioError.refused }
      session.addOutput(movieOutput)
      session.sessionPreset = .vga640x480
    }
  }
}
