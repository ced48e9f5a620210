import Glibc

/// A clock that nobody sets.
package enum MonotonicClock {
  /// Seconds since some time in the past.
  package static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
