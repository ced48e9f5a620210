import OpenCaptureSystem

/// Measures what is done one after another, with one reading of the clock for each.
struct LapTimer {
  private let clock: MonotonicClock
  private var start: UInt64

  /// Begins the first lap.
  init(_ clock: MonotonicClock) { (self.clock, start) = (clock, clock.nanoseconds()) }

  /// Begins this lap again: what was done since doesn't count.
  mutating func restart() { start = clock.nanoseconds() }

  /// Ends a lap, and begins the next; gives nanoseconds.
  mutating func lap() -> UInt64 {
    let end = clock.nanoseconds()
    defer { start = end }
    return end &- start
  }
}
