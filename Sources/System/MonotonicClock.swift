import Glibc

/// The clock that nobody sets, which drivers' stamps, latencies and deadlines are measured with; tests put one of their
/// own in.
///
/// A function rather than a `Clock`: reading an `any Clock` allocates its instant.
public struct MonotonicClock: Sendable {
  /// Nanoseconds since some fixed moment; never goes back.
  public let nanoseconds: @Sendable () -> UInt64

  /// Makes a clock that reads as `nanoseconds` says.
  public init(nanoseconds: @escaping @Sendable () -> UInt64) { self.nanoseconds = nanoseconds }

  /// The system's: `CLOCK_MONOTONIC`.
  public static let system = MonotonicClock { now() }

  /// Nanoseconds on the system's clock.
  package static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Seconds on the system's clock.
  package static func seconds() -> Double { Double(now()) / 1e9 }
}
