import AVFoundation

/// The delegate of one capture, so that several captures can be in progress at once.
final class PhotoCaptureProcessor: NSObject, AVCapturePhotoCaptureDelegate {
  private let file: URL
  private let view: CameraView
  private let completed: (Result<[String], Error>) -> Void
  private var steps: [String] = []
  private var failure: Error?

  /// Makes a delegate that calls `completed` once, with the names of the steps.
  init(savingTo file: URL, _ view: CameraView, completed: @escaping (Result<[String], Error>) -> Void) {
    self.file = file
    self.view = view
    self.completed = completed
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {
    steps.append("begin")
    if resolvedSettings.livePhotoMovieDimensions.width > 0 { view.show(view.liveLabel, true) }
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {
    steps.append("shutter")
    view.flash()
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?
  ) {
    steps.append("photo")
    do { try photo.fileDataRepresentation()?.write(to: file) } catch { failure = error }
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
    resolvedSettings: AVCaptureResolvedPhotoSettings
  ) { view.show(view.liveLabel, false) }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL, duration: CMTime,
    photoDisplayTime: CMTime, resolvedSettings: AVCaptureResolvedPhotoSettings, error: Error?
  ) { steps.append("movie") }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: Error?
  ) {
    // The last call of a capture, which repeats the error of an earlier step.
    if let error = error ?? failure { completed(.failure(error)) } else { completed(.success(steps)) }
  }
}
