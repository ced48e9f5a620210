import Fixtures
import OpenCapturePhotos

/// A delegate that records its calls.
final class PhotoLog: CapturePhotoCaptureDelegate, Sendable {
  /// A call of the delegate.
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
  /// The durations of the movies of Live Photos, and the times of their stills.
  let movies = Log<(duration: MediaTime, photoDisplayTime: MediaTime)>()
  private let onStep: @Sendable (Step) -> Void

  init(onStep: @escaping @Sendable (Step) -> Void = { _ in }) { self.onStep = onStep }

  private func record(_ step: Step) {
    onStep(step)
    steps.append(step)
  }

  func photoOutput(_ output: CapturePhotoOutput, willBeginCaptureFor settings: CaptureResolvedPhotoSettings) {
    resolved.append(settings)
    record(.willBegin)
  }

  func photoOutput(_ output: CapturePhotoOutput, willCapturePhotoFor settings: CaptureResolvedPhotoSettings) {
    record(.willCapture)
  }

  func photoOutput(_ output: CapturePhotoOutput, didCapturePhotoFor settings: CaptureResolvedPhotoSettings) {
    record(.didCapture)
  }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?
  ) {
    if error == nil { photos.append(photo) }
    record(.didProcess(photo.photoCount, error?.code))
  }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: CaptureResolvedPhotoSettings
  ) { record(.didRecordMovie(path)) }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: MediaTime,
    photoDisplayTime: MediaTime, resolvedSettings: CaptureResolvedPhotoSettings, error: CaptureError?
  ) {
    if error == nil { movies.append((duration, photoDisplayTime)) }
    record(.didProcessMovie(path, error?.code))
  }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishCaptureFor settings: CaptureResolvedPhotoSettings, error: CaptureError?
  ) {
    record(.didFinish(error?.code))
  }

  /// Waits for the last call.
  func waitForEnd() throws(TimedOut) {
    try steps.wait(for: "the end of the photo") { $0.contains { if case .didFinish = $0 { true } else { false } } }
  }

  /// Returns the expected calls for the given number of photos, all of which succeed or fail.
  static func expected(photos: Int = 1, _ error: CaptureError.Code? = nil) -> [Step] {
    [.willBegin, .willCapture, .didCapture] + (1...photos).map { .didProcess($0, error) } + [.didFinish(error)]
  }
}
