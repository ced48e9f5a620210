/// Whether a camera has to stream: where somebody looks, something is recorded, or nobody has looked for a while only.
struct CameraRest {
  /// What is to be done.
  enum Action: Sendable, Hashable {
    /// The camera streams.
    case run
    /// It is looked at again after so many seconds.
    case wait(Double)
    /// It rests.
    case rest
  }

  /// For how many seconds nobody has to have looked; nil where it never rests.
  let patience: Double?
  /// Whether somebody looks.
  private var isWatched = false
  /// How much is being taken: photos at once, and a movie.
  private var takenCount = 0
  /// Since when it isn't needed.
  private var unneededSince: Double

  /// Begins where nobody looks yet.
  init(patience: Double?, at time: Double) { (self.patience, unneededSince) = (patience, time) }

  /// Takes note of whether somebody looks.
  mutating func setWatched(_ isWatched: Bool, at time: Double) {
    self.isWatched = isWatched
    unneededSince = time
  }

  /// Takes note that something begins to be taken.
  mutating func beginTaking(at time: Double) {
    takenCount += 1
    unneededSince = time
  }

  /// Takes note that something was taken.
  mutating func endTaking(at time: Double) {
    takenCount -= 1
    unneededSince = time
  }

  /// What is to be done at a time, in seconds.
  func action(at time: Double) -> Action {
    guard let patience, !isWatched, takenCount == 0 else { return .run }
    let left = unneededSince + patience - time
    return left > 0 ? .wait(left) : .rest
  }
}
