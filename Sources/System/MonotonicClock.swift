import Glibc

/// A clock that never goes back; driver timestamps, latencies and deadlines use it.
///
/// Tests replace it by one of their own. A function rather than a `Clock`, because reading an `any Clock` allocates
/// its instant.
public struct MonotonicClock: Sendable {
  /// Nanoseconds since a fixed moment; never decreases.
  public let nanoseconds: @Sendable () -> UInt64

  /// Makes a clock that reads the time from `nanoseconds`.
  public init(nanoseconds: @escaping @Sendable () -> UInt64) { self.nanoseconds = nanoseconds }

  /// The system's clock, `CLOCK_MONOTONIC`.
  public static let system = MonotonicClock { now() }

  /// Returns nanoseconds of the system's clock.
  package static func now() -> UInt64 { clockTime(CLOCK_MONOTONIC) }

  package static func seconds() -> Double { Double(now()) / 1e9 }
}

/// A clock of the calling thread's processor time.
package enum ThreadClock {
  /// Returns the nanoseconds since the thread began.
  package static func now() -> UInt64 { clockTime(CLOCK_THREAD_CPUTIME_ID) }
}

private func clockTime(_ clock: clockid_t) -> UInt64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
