package import OpenCaptureMediaSamples
package import OpenCaptureSystem

/// Says by the clock on the wall when something was captured, of its stamp by the clock that nobody sets.
package struct CaptureClock: Sendable {
  /// A stamp that is farther than this from now isn't of that clock; in nanoseconds.
  private static let farthest: Int64 = 600_000_000_000

  private let monotonic: MonotonicClock
  private let wall: @Sendable () -> WallTime

  package init(
    _ monotonic: MonotonicClock = .system, wall: @escaping @Sendable () -> WallTime = { WallTime.now }
  ) {
    (self.monotonic, self.wall) = (monotonic, wall)
  }

  /// When it was; now, where that isn't known.
  package func wallTime(of stamp: MediaTime) -> WallTime {
    let (now, time) = (Int64(clamping: monotonic.nanoseconds()), wall())
    let nanoseconds = stamp.convertScale(1_000_000_000)
    guard nanoseconds.isNumeric else { return time }
    let age = now.subtractingReportingOverflow(nanoseconds.value)
    guard !age.overflow, age.partialValue.magnitude <= Self.farthest.magnitude else { return time }
    return WallTime(
      nanosecondsSince1970: time.nanosecondsSince1970.subtractingReportingOverflow(age.partialValue).partialValue,
      secondsFromGMT: time.secondsFromGMT)
  }
}
