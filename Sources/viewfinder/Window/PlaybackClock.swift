import OpenCaptureSystem

/// The playback position of a movie, which can be paused and moved.
struct PlaybackClock: Lockable, Hashable {
  /// The duration in seconds; nil if unknown.
  let duration: Double?
  private(set) var isPaused = false
  /// The position in seconds at ``since``.
  private var start = 0.0
  /// The time of the last change on the monotonic clock, in seconds.
  private var since: Double

  /// Starts at the beginning.
  init(duration: Double?, at now: Double = MonotonicClock.seconds()) {
    self.duration = duration
    since = now
  }

  /// Returns the position in seconds.
  func position(at now: Double = MonotonicClock.seconds()) -> Double {
    isPaused ? start : start + max(0, now - since)
  }

  /// Returns the time on the monotonic clock at which a position is reached, unless paused.
  func time(of position: Double) -> Double { since + position - start }

  /// Pauses, or continues.
  mutating func togglePause(at now: Double = MonotonicClock.seconds()) {
    start = position(at: now)
    since = now
    isPaused.toggle()
  }

  /// Moves to a position, and keeps the pause.
  mutating func move(to position: Double, at now: Double = MonotonicClock.seconds()) {
    start = max(0, duration.map { min($0, position) } ?? position)
    since = now
  }

  /// Returns the position and the duration, such as `0:05 / 1:30`, and whether playback is paused.
  func words(at now: Double = MonotonicClock.seconds()) -> String {
    let place = duration.map { min($0, position(at: now)) } ?? position(at: now)
    let words = Self.clock(place) + (duration.map { " / " + Self.clock($0) } ?? "")
    return isPaused ? words + "  paused" : words
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(max(0, min(1e9, seconds)))
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
