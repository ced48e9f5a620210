package import OpenCaptureIsolation
import OpenCaptureSystem

/// The rate of signs of life, at most one per second.
package final class Heartbeat: Sendable {
  /// The time of the last sign in nanoseconds.
  private let last = Locked(Int(MonotonicClock.now()))

  package init() {}

  /// Returns a check of a worker whether its work is over, which sends signs of life and is always false.
  package static func sender(through replies: ReplySender) -> @Sendable () -> Bool {
    let heartbeat = Heartbeat()
    return {
      if heartbeat.isDue { replies.send(.alive) }
      return false
    }
  }

  /// Whether a second has passed since the last sign; if so, counts a new one.
  package var isDue: Bool {
    last.withLock { last in
      let now = Int(MonotonicClock.now())
      guard now - last >= 1_000_000_000 else { return false }
      last = now
      return true
    }
  }
}
