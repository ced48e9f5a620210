/// The decision whether a camera streams: with viewers, while recording, and for a while afterwards.
struct CameraIdlePolicy {
  /// The action to take.
  enum Action: Sendable, Hashable {
    /// Let the camera stream.
    case run
    /// Decide again after this many seconds.
    case wait(Double)
    /// Stop the camera.
    case rest
  }

  /// The time without viewers after which the camera stops, in seconds; nil to stream always.
  let timeout: Double?
  /// Whether the page has viewers.
  private var isWatched = false
  /// The number of photos and movies in progress.
  private var takenCount = 0
  /// The time since which the camera has not been needed.
  private var unneededSince: Double

  /// Starts without viewers.
  init(timeout: Double?, at time: Double) {
    self.timeout = timeout
    unneededSince = time
  }

  /// Records whether the page has viewers.
  mutating func setWatched(_ isWatched: Bool, at time: Double) {
    self.isWatched = isWatched
    unneededSince = time
  }

  /// Records the start of a photo or a movie.
  mutating func beginCapturing(at time: Double) {
    takenCount += 1
    unneededSince = time
  }

  /// Records the end of a photo or a movie.
  mutating func endCapturing(at time: Double) {
    takenCount -= 1
    unneededSince = time
  }

  /// Returns the action at a time in seconds.
  func action(at time: Double) -> Action {
    guard let timeout, !isWatched, takenCount == 0 else { return .run }
    let left = unneededSince + timeout - time
    return left > 0 ? .wait(left) : .rest
  }
}
