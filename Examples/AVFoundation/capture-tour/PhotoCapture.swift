import AVFoundation

/// A delegate that collects the photos of one request.
final class PhotoCapture: NSObject, AVCapturePhotoCaptureDelegate {
  private var photos: [AVCapturePhoto] = []
  private var failure: Error?
  private var continuation: CheckedContinuation<[AVCapturePhoto], Error>?

  /// Requests photos from an output and waits for all of them.
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
  /// Takes photos with the given settings.
  func photos(with settings: AVCapturePhotoSettings) async throws -> [AVCapturePhoto] {
    let capture = PhotoCapture()
    // The output does not retain its delegate.
    defer { withExtendedLifetime(capture) {} }
    return try await capture.photos(of: self, with: settings)
  }

  /// Returns settings for three photos: one step darker, at the automatic exposure, and one step brighter.
  func bracketSettings() -> AVCapturePhotoBracketSettings {
    let biases = [-1, 0, 1].prefix(maxBracketedCapturePhotoCount)
    return AVCapturePhotoBracketSettings(
      rawPixelFormatType: 0, processedFormat: [AVVideoCodecKey: AVVideoCodecType.jpeg],
      bracketedSettings: biases.map { bias in
        AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: Float(bias))
      })
  }
}
