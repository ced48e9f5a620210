import Fixtures
import OpenCapturePhotos

/// Keeps what a delegate is told.
final class PhotoLog: CapturePhotoCaptureDelegate, Sendable {
  /// One call.
  enum Step: Sendable, Hashable {
    case willBegin, willCapture, didCapture
    case didProcess(Int, CaptureError.Code?)
    case didRecordMovie(String)
    case didProcessMovie(String, CaptureError.Code?)
    case didFinish(CaptureError.Code?)
  }

  let steps = Log<Step>()
  let photos = Log<CapturePhoto>()
  let resolved = Log<CaptureResolvedPhotoSettings>()
  /// How long movies of Live Photos are, and which of their times shows the still.
  let movies = Log<(duration: MediaTime, photoDisplayTime: MediaTime)>()
  private let onStep: @Sendable (Step) -> Void

  init(onStep: @escaping @Sendable (Step) -> Void = { _ in }) { self.onStep = onStep }

  private func note(_ step: Step) {
    onStep(step)
    steps.append(step)
  }

  func photoOutput(_ output: CapturePhotoOutput, willBeginCaptureFor settings: CaptureResolvedPhotoSettings) {
    resolved.append(settings)
    note(.willBegin)
  }

  func photoOutput(_ output: CapturePhotoOutput, willCapturePhotoFor settings: CaptureResolvedPhotoSettings) {
    note(.willCapture)
  }

  func photoOutput(_ output: CapturePhotoOutput, didCapturePhotoFor settings: CaptureResolvedPhotoSettings) {
    note(.didCapture)
  }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?
  ) {
    if error == nil { photos.append(photo) }
    note(.didProcess(photo.photoCount, error?.code))
  }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: CaptureResolvedPhotoSettings
  ) { note(.didRecordMovie(path)) }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: MediaTime,
    photoDisplayTime: MediaTime, resolvedSettings: CaptureResolvedPhotoSettings, error: CaptureError?
  ) {
    if error == nil { movies.append((duration, photoDisplayTime)) }
    note(.didProcessMovie(path, error?.code))
  }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishCaptureFor settings: CaptureResolvedPhotoSettings, error: CaptureError?
  ) {
    note(.didFinish(error?.code))
  }

  /// Waits until the end was told.
  func waitForEnd() throws(TimedOut) {
    try steps.wait(for: "the end of the photo") { $0.contains { if case .didFinish = $0 { true } else { false } } }
  }

  /// What is told of so many photos, all of which are there or fail.
  static func expected(photos: Int = 1, _ error: CaptureError.Code? = nil) -> [Step] {
    [.willBegin, .willCapture, .didCapture] + (1...photos).map { .didProcess($0, error) } + [.didFinish(error)]
  }
}
