import AVFoundation

/// A delegate that records the steps of one photo request.
final class PhotoProgress: NSObject, AVCapturePhotoCaptureDelegate {
  private(set) var steps: [String] = []
  private(set) var photos: [AVCapturePhoto] = []
  private(set) var livePhotoMovie: (file: URL, duration: CMTime)?
  private var failure: Error?
  private var continuation: CheckedContinuation<Void, Error>?

  /// Takes the photo, and returns after the last delegate call.
  func run(_ output: AVCapturePhotoOutput, _ settings: AVCapturePhotoSettings) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, Error>) in
      self.continuation = continuation
      output.capturePhoto(with: settings, delegate: self)
    }
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) { steps.append("begin") }

  func photoOutput(
    _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) { steps.append("expose") }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) { steps.append("exposed") }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?
  ) {
    steps.append(photo.isRawPhoto ? "raw photo" : "photo")
    if let error = error { failure = error } else { photos.append(photo) }
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
    resolvedSettings: AVCaptureResolvedPhotoSettings
  ) { steps.append("movie recorded") }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL, duration: CMTime,
    photoDisplayTime: CMTime, resolvedSettings: AVCaptureResolvedPhotoSettings, error: Error?
  ) {
    steps.append("movie written")
    if let error = error { failure = error } else { livePhotoMovie = (outputFileURL, duration) }
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: Error?
  ) {
    steps.append("done")
    if let error = error ?? failure { continuation?.resume(throwing: error) } else { continuation?.resume() }
  }
}
