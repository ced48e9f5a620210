import Glibc

/// What latencies are measured with; tests put one of their own in.
///
/// A function rather than a `Clock`: reading an `any Clock` allocates its instant.
public struct ProcessingClock: Sendable {
  /// Nanoseconds since some fixed moment; never goes back.
  public let nanoseconds: @Sendable () -> UInt64

  /// Makes a clock that reads as `nanoseconds` says.
  public init(nanoseconds: @escaping @Sendable () -> UInt64) { self.nanoseconds = nanoseconds }

  /// The system's monotonic clock.
  public static let monotonic = ProcessingClock {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
