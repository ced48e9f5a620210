public import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A clock.
public final class CMClock: Sendable {
  private let clock: MonotonicClock

  /// Creates a clock from a monotonic clock.
  package init(_ clock: MonotonicClock) { self.clock = clock }

  /// The monotonic system clock, `CLOCK_MONOTONIC`, which gives the times of cameras and microphones.
  public static let hostTimeClock = CMClock(.system)

  /// The current time of the clock.
  public var time: CMTime { CMTime(value: Int64(clamping: clock.nanoseconds()), timescale: 1_000_000_000) }

  /// Returns whether another clock can run at a different rate; true for every clock except this one.
  public func mightDrift(relativeTo otherClock: CMClock) -> Bool { self !== otherClock }

  /// Converts a time of this clock to the same instant of another clock.
  public func convertTime(_ time: CMTime, to otherClock: CMClock) -> CMTime {
    self === otherClock ? time : time + (otherClock.time - self.time)
  }

  /// Converts a host time to nanoseconds.
  public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    UInt64(clamping: hostTime.convertScale(1_000_000_000).value)
  }

  /// Converts nanoseconds to a host time.
  public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
    CMTime(value: Int64(clamping: systemUnits), timescale: 1_000_000_000)
  }
}

/// Returns the monotonic system clock.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// Returns the current time of a clock.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// Returns whether one clock can run at a different rate than another.
public func CMClockMightDrift(_ clock: CMClock, otherClock: CMClock) -> Bool {
  clock.mightDrift(relativeTo: otherClock)
}

/// Converts a host time to nanoseconds.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
  CMClock.convertHostTimeToSystemUnits(hostTime)
}

/// Converts nanoseconds to a host time.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
  CMClock.convertSystemUnitsToHostTime(hostTime)
}

/// Converts a time of one clock to the same instant of another clock.
public func CMSyncConvertTime(_ time: CMTime, from fromClock: CMClock, to toClock: CMClock) -> CMTime {
  fromClock.convertTime(time, to: toClock)
}

/// Returns the current time of a clock.
public func CMSyncGetTime(_ clock: CMClock) -> CMTime { clock.time }
