import OpenCaptureSession

/// The progress of one request; each step is reported exactly once and in order.
struct PhotoProgress: Sendable {
  let photoCount: Int
  private var movie: Movie
  /// The number of reported steps that precede the photos.
  private var reportedStepCount = 0
  /// The number of reported photos.
  private var reportedPhotoCount = 0
  /// The results of photos by number; nil inside for success.
  private var results: [Int: CaptureError?] = [:]
  private var failure: CaptureError?
  /// Whether the end must wait until the camera is restored.
  private var holdsEnd = false
  /// Whether all steps were reported.
  private(set) var isFinished = false

  /// The number of photos that are not yet created.
  var waitingCount: Int { photoCount - results.count }

  /// Whether the movie is still being recorded or written.
  var waitsForMovie: Bool { if case .done = movie { false } else { true } }

  private enum Movie: Sendable {
    /// No movie was requested, or all its steps were reported.
    case done
    case expected
    /// All media were recorded.
    case recorded(isReported: Bool)
    /// The movie was written or failed.
    case processed(CaptureError?, isRecordingReported: Bool)
  }

  private static let stepsBeforePhotos: [PhotoStep] = [.willBegin, .willCapture, .didCapture]

  init(photoCount: Int, hasMovie: Bool = false) {
    self.photoCount = photoCount
    movie = hasMovie ? .expected : .done
  }

  /// Reports the first `count` steps as far as they are not yet reported.
  private mutating func report(stepCount count: Int) -> [PhotoStep] {
    guard reportedStepCount < count else { return [] }
    defer { reportedStepCount = count }
    return Array(Self.stepsBeforePhotos[reportedStepCount..<count])
  }

  mutating func begin() -> [PhotoStep] { report(stepCount: 1) }

  mutating func willCapture() -> [PhotoStep] { report(stepCount: 2) }

  /// Records that the last frame was captured, and reports photos created before.
  mutating func didCapture() -> [PhotoStep] { report(stepCount: 3) + reportResults() }

  /// Records the result of a photo, unless it has one.
  mutating func process(_ index: Int, _ error: CaptureError?) -> [PhotoStep] {
    guard (0..<photoCount).contains(index), results[index] == nil else { return [] }
    results[index] = .some(error)
    failure = failure ?? error
    return reportResults()
  }

  /// Records that all media of the movie were recorded.
  mutating func recordMovie() -> [PhotoStep] {
    guard case .expected = movie else { return [] }
    movie = .recorded(isReported: false)
    return reportResults()
  }

  /// Records the result of the movie, unless it has one.
  mutating func processMovie(_ error: CaptureError?) -> [PhotoStep] {
    switch movie {
    case .expected: movie = .processed(error, isRecordingReported: false)
    case .recorded(let isReported): movie = .processed(error, isRecordingReported: isReported)
    case .processed, .done: return []
    }
    failure = failure ?? error
    return reportResults()
  }

  /// Reports the steps of the movie: the written movie follows the photos, the recording may precede them.
  private mutating func reportMovie() -> [PhotoStep] {
    switch movie {
    case .recorded(isReported: false):
      movie = .recorded(isReported: true)
      return [.didRecordMovie]
    case .processed(let error, let isReported) where reportedPhotoCount == photoCount:
      movie = .done
      return (isReported ? [] : [.didRecordMovie]) + [.didProcessMovie(error)]
    case .processed(let error, isRecordingReported: false):
      movie = .processed(error, isRecordingReported: true)
      return [.didRecordMovie]
    default: return []
    }
  }

  /// Delays the end, because the camera has to be restored first.
  mutating func holdEnd() { holdsEnd = true }

  /// Records that the camera was restored.
  mutating func releaseEnd() -> [PhotoStep] {
    holdsEnd = false
    return reportResults()
  }

  /// Reports photos in order, then the movie, then the end.
  private mutating func reportResults() -> [PhotoStep] {
    guard reportedStepCount == Self.stepsBeforePhotos.count, !isFinished else { return [] }
    var steps: [PhotoStep] = []
    while let result = results[reportedPhotoCount] {
      steps.append(.didProcess(reportedPhotoCount, result))
      reportedPhotoCount += 1
    }
    steps += reportMovie()
    guard reportedPhotoCount == photoCount, case .done = movie, !holdsEnd else { return steps }
    isFinished = true
    return steps + [.didFinish(failure)]
  }
}

/// A step of a request, in the order of the delegate's calls.
enum PhotoStep: Sendable, Hashable {
  /// The request was accepted and its settings are resolved.
  case willBegin
  /// The next suitable frame becomes the photo, or the first of a bracket.
  case willCapture
  /// The last frame of the request was captured.
  case didCapture
  /// A photo was created or failed.
  case didProcess(Int, CaptureError?)
  /// All media of a Live Photo's movie were recorded.
  case didRecordMovie
  /// The movie of a Live Photo was written or failed.
  case didProcessMovie(CaptureError?)
  /// The request has finished.
  case didFinish(CaptureError?)
}
