import AVFoundation

/// One request for a photo, step by step.
final class PhotoProcess: NSObject, AVCapturePhotoCaptureDelegate {
  private(set) var steps: [String] = []
  private(set) var photos: [AVCapturePhoto] = []
  private(set) var livePhotoMovie: (file: URL, duration: CMTime)?
  private var failure: Error?
  private var continuation: CheckedContinuation<Void, Error>?

  /// Takes the photo, and returns when nothing more comes of it.
  func run(_ output: AVCapturePhotoOutput, _ settings: AVCapturePhotoSettings) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, Error>) in
      self.continuation = continuation
      output.capturePhoto(with: settings, delegate: self)
    }
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) { steps.append("begins") }

  func photoOutput(
    _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) { steps.append("now") }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) { steps.append("taken") }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?
  ) {
    steps.append(photo.isRawPhoto ? "raw photo" : "photo")
    if let error = error { failure = error } else { photos.append(photo) }
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
    resolvedSettings: AVCaptureResolvedPhotoSettings
  ) { steps.append("movie seen") }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL, duration: CMTime,
    photoDisplayTime: CMTime, resolvedSettings: AVCaptureResolvedPhotoSettings, error: Error?
  ) {
    steps.append("movie")
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
