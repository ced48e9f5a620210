import OpenCaptureMovies
import OpenCapturePictures
import OpenCaptureSession

/// An accepted request and its state.
struct PendingPhotoRequest: Sendable {
  let settings: CapturePhotoSettings
  let resolved: CaptureResolvedPhotoSettings
  let bracket: [any CaptureBracketedStillImageSettings]
  let device: CaptureDevice?
  let preparation: PhotoPreparation
  let plan: PhotoRequestRequirements
  /// The exposure that was set for the frames; nil if none was set.
  var exposure: PictureExposure?
  /// The created photos that are not reported yet.
  var photos: [Int: CapturePhoto] = [:]
  /// The movie of a Live Photo; nil for others.
  var movie: LivePhotoMovie?
  var movieOutcome = LivePhotoMovie.Outcome()
  /// Reports events to the requester, on the output's queue.
  let tell: @Sendable (PhotoEvent) -> Void

  func job(_ frame: Int, _ sample: SampleBuffer, _ time: WallTime) -> PhotoJob {
    PhotoJob(
      settings: settings, resolved: resolved, bracket: bracket, device: device, frame: frame, sample: sample,
      time: time, exposure: exposure, contentIdentifier: movie?.metadata.contentIdentifier)
  }

  /// Returns the event for a step; a photo is returned only once.
  mutating func event(_ step: PhotoStep) -> PhotoEvent {
    switch step {
    case .willBegin: .willBegin
    case .willCapture: .willCapture
    case .didCapture: .didCapture
    case .didProcess(let number, let error):
      .didProcess(photos.removeValue(forKey: number) ?? .empty(number, settings, resolved, bracket, device), error)
    case .didRecordMovie: .didRecordMovie(movie?.path ?? "")
    case .didProcessMovie(let error): .didProcessMovie(movie?.path ?? "", movieOutcome, error)
    case .didFinish(let error): .didFinish(error)
    }
  }
}

/// A step of a request, with its results.
enum PhotoEvent: Sendable {
  case willBegin
  case willCapture
  case didCapture
  case didProcess(CapturePhoto, CaptureError?)
  case didRecordMovie(String)
  case didProcessMovie(String, LivePhotoMovie.Outcome, CaptureError?)
  case didFinish(CaptureError?)
}
