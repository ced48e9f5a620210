import OpenCaptureSession

/// How far one request is, by what was told of it: each step once, in order, whatever happens.
struct PhotoProgress: Sendable {
  /// How many photos are expected.
  let photoCount: Int
  /// What became of the movie that goes with the photo.
  private var movie: Movie
  /// The last of the steps before the photos that was told, as many as there are of them.
  private var toldBefore = 0
  /// How many photos were told of.
  private var toldPhotos = 0
  /// What became of photos: nil for one that is there.
  private var results: [Int: CaptureError?] = [:]
  /// The first failure.
  private var failure: CaptureError?
  /// Whether the end isn't told yet, because the camera isn't as it was before.
  private var holdsEnd = false
  /// Whether all was told.
  private(set) var isFinished = false

  /// How many photos are still made.
  var waitingCount: Int { photoCount - results.count }

  /// Whether a movie is still seen or written.
  var waitsForMovie: Bool { if case .done = movie { false } else { true } }

  /// How far a movie is.
  private enum Movie: Sendable {
    /// There is none, or all was told of it.
    case done
    case expected
    /// All of it was seen; told of or not.
    case recorded(isTold: Bool)
    /// It is there, or isn't.
    case processed(CaptureError?, isRecordingTold: Bool)
  }

  private static let before: [PhotoStep] = [.willBegin, .willCapture, .didCapture]

  init(photoCount: Int, hasMovie: Bool = false) {
    (self.photoCount, movie) = (photoCount, hasMovie ? .expected : .done)
  }

  /// Tells the first so many steps as far as they weren't told.
  private mutating func tell(before count: Int) -> [PhotoStep] {
    guard toldBefore < count else { return [] }
    defer { toldBefore = count }
    return Array(Self.before[toldBefore..<count])
  }

  mutating func begin() -> [PhotoStep] { tell(before: 1) }

  mutating func willCapture() -> [PhotoStep] { tell(before: 2) }

  /// The last frame was captured; photos that were made before are told of now.
  mutating func didCapture() -> [PhotoStep] { tell(before: 3) + tellPhotos() }

  /// Takes note of what became of a photo; what came of it before stays.
  mutating func process(_ index: Int, _ error: CaptureError?) -> [PhotoStep] {
    guard (0..<photoCount).contains(index), results[index] == nil else { return [] }
    results[index] = .some(error)
    failure = failure ?? error
    return tellPhotos()
  }

  /// All of the movie was seen.
  mutating func recordMovie() -> [PhotoStep] {
    guard case .expected = movie else { return [] }
    movie = .recorded(isTold: false)
    return tellPhotos()
  }

  /// Takes note of what became of the movie; what came of it before stays.
  mutating func processMovie(_ error: CaptureError?) -> [PhotoStep] {
    switch movie {
    case .expected: movie = .processed(error, isRecordingTold: false)
    case .recorded(let isTold): movie = .processed(error, isRecordingTold: isTold)
    case .processed, .done: return []
    }
    failure = failure ?? error
    return tellPhotos()
  }

  /// The movie is told of behind the photos, but for that all of it was seen.
  private mutating func tellMovie() -> [PhotoStep] {
    switch movie {
    case .recorded(isTold: false):
      movie = .recorded(isTold: true)
      return [.didRecordMovie]
    case .processed(let error, let isTold) where toldPhotos == photoCount:
      movie = .done
      return (isTold ? [] : [.didRecordMovie]) + [.didProcessMovie(error)]
    case .processed(let error, isRecordingTold: false):
      movie = .processed(error, isRecordingTold: true)
      return [.didRecordMovie]
    default: return []
    }
  }

  /// Something was set at the camera, which is put back before the end is told.
  mutating func holdEnd() { holdsEnd = true }

  /// The camera is as it was before.
  mutating func releaseEnd() -> [PhotoStep] {
    holdsEnd = false
    return tellPhotos()
  }

  /// Photos are told of in their order, and the end behind the last.
  private mutating func tellPhotos() -> [PhotoStep] {
    guard toldBefore == Self.before.count, !isFinished else { return [] }
    var steps: [PhotoStep] = []
    while let result = results[toldPhotos] {
      steps.append(.didProcess(toldPhotos, result))
      toldPhotos += 1
    }
    steps += tellMovie()
    guard toldPhotos == photoCount, case .done = movie, !holdsEnd else { return steps }
    isFinished = true
    return steps + [.didFinish(failure)]
  }
}
