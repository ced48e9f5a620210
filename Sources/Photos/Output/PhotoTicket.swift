import OpenCaptureMovies
import OpenCapturePictures
import OpenCaptureSession

/// A request that was made, and all that belongs to it.
struct PhotoTicket: Sendable {
  let settings: CapturePhotoSettings
  let resolved: CaptureResolvedPhotoSettings
  let bracket: [any CaptureBracketedStillImageSettings]
  let device: CaptureDevice?
  let preparation: PhotoPreparation
  let plan: PhotoPlan
  /// How frames are exposed, where that was set for them.
  var exposure: PictureExposure?
  /// Photos that are made, and not yet told of.
  var photos: [Int: CapturePhoto] = [:]
  /// The movie of a Live Photo; nil where there is none.
  var movie: LiveMovie?
  var movieOutcome = LiveMovie.Outcome()
  /// Tells whoever asked, on the output's queue.
  let tell: @Sendable (PhotoEvent) -> Void

  func job(_ frame: Int, _ sample: SampleBuffer, _ time: WallTime) -> PhotoJob {
    PhotoJob(
      settings: settings, resolved: resolved, bracket: bracket, device: device, frame: frame, sample: sample,
      time: time, exposure: exposure, contentIdentifier: movie?.metadata.contentIdentifier)
  }

  /// What a step is told with; the photo goes along once.
  mutating func event(_ step: PhotoStep) -> PhotoEvent {
    switch step {
    case .willBegin: .willBegin
    case .willCapture: .willCapture
    case .didCapture: .didCapture
    case .didProcess(let number, let error):
      .didProcess(
        photos.removeValue(forKey: number) ?? .empty(number, settings, resolved, bracket, device), error)
    case .didRecordMovie: .didRecordMovie(movie?.path ?? "")
    case .didProcessMovie(let error): .didProcessMovie(movie?.path ?? "", movieOutcome, error)
    case .didFinish(let error): .didFinish(error)
    }
  }
}
