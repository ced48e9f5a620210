import AVFoundation

/// One request for photos.
final class PhotoCapture: NSObject, AVCapturePhotoCaptureDelegate {
  private var photos: [AVCapturePhoto] = []
  private var failure: Error?
  private var continuation: CheckedContinuation<[AVCapturePhoto], Error>?

  /// Waits for all photos that an output takes for the settings.
  func photos(of output: AVCapturePhotoOutput, with settings: AVCapturePhotoSettings) async throws
    -> [AVCapturePhoto]
  {
    try await withCheckedThrowingContinuation { continuation in
      self.continuation = continuation
      output.capturePhoto(with: settings, delegate: self)
    }
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?
  ) {
    if let error = error { failure = error } else { photos.append(photo) }
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: Error?
  ) {
    if let error = error ?? failure {
      continuation?.resume(throwing: error)
    } else {
      continuation?.resume(returning: photos)
    }
  }
}

extension AVCapturePhotoOutput {
  /// Takes the photos that settings ask for.
  func photos(with settings: AVCapturePhotoSettings) async throws -> [AVCapturePhoto] {
    let capture = PhotoCapture()
    // The output doesn't keep its delegate.
    defer { withExtendedLifetime(capture) {} }
    return try await capture.photos(of: self, with: settings)
  }

  /// Settings for three photos: darker than they should be, as they should be, and lighter.
  func bracketSettings() -> AVCapturePhotoBracketSettings {
    let biases = [-1, 0, 1].prefix(maxBracketedCapturePhotoCount)
    return AVCapturePhotoBracketSettings(
      rawPixelFormatType: 0, processedFormat: [AVVideoCodecKey: AVVideoCodecType.jpeg],
      bracketedSettings: biases.map { bias in
        AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: Float(bias))
      })
  }
}
