/// When a camera that went is connected to again: at once, and then after ever longer, so that one that is ill isn't kept
/// from getting well.
struct ReconnectionPlan: Sendable, Hashable {
  /// In nanoseconds: between one failure and the next attempt, and how long a stream lasts that was no failure.
  private static let delays: [UInt64] = [0, 1_000_000_000, 2_000_000_000, 4_000_000_000, 5_000_000_000]
  private static let success: UInt64 = 10_000_000_000

  private var failures = 0
  private var start: UInt64?
  /// When it may be tried next, in nanoseconds of the monotonic clock.
  private(set) var next: UInt64 = 0

  /// Takes note that frames come.
  mutating func connected(at now: UInt64) { start = now }

  /// Takes note that a stream ended, or that there was none.
  mutating func failed(at now: UInt64) {
    if let start, now >= start + Self.success { failures = 0 }
    start = nil
    next = now + Self.delays[min(failures, Self.delays.count - 1)]
    failures += 1
  }
}
