import OpenCaptureSession

/// How far one request is, by what was told of it: each step once, in order, whatever happens.
struct PhotoProgress: Sendable {
  /// How many photos are expected.
  let photoCount: Int
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

  private static let before: [PhotoStep] = [.willBegin, .willCapture, .didCapture]

  init(photoCount: Int) { self.photoCount = photoCount }

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
    guard toldPhotos == photoCount, !holdsEnd else { return steps }
    isFinished = true
    return steps + [.didFinish(failure)]
  }
}
