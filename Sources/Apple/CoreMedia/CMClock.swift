public import OpenCaptureMediaSamples
import OpenCaptureSystem

/// What time is read from.
public final class CMClock: Sendable {
  private let clock: MonotonicClock

  /// Makes a clock of another.
  package init(_ clock: MonotonicClock) { self.clock = clock }

  /// The clock that nobody sets, `CLOCK_MONOTONIC`: what cameras' and microphones' times are by.
  public static let hostTimeClock = CMClock(.system)

  /// What time it is by it.
  public var time: CMTime { CMTime(value: Int64(clamping: clock.nanoseconds()), timescale: 1_000_000_000) }

  /// Whether it may go at another speed than another: only one that isn't the same.
  public func mightDrift(relativeTo otherClock: CMClock) -> Bool { self !== otherClock }

  /// A time of another clock that is the same instant as one of this.
  public func convertTime(_ time: CMTime, to otherClock: CMClock) -> CMTime {
    self === otherClock ? time : time + (otherClock.time - self.time)
  }

  /// The host's time in units of the system: nanoseconds here.
  public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    UInt64(clamping: hostTime.convertScale(1_000_000_000).value)
  }

  /// The host's time from units of the system: nanoseconds here.
  public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
    CMTime(value: Int64(clamping: systemUnits), timescale: 1_000_000_000)
  }
}

/// The clock that nobody sets.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// What time it is by a clock.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// Whether a clock may go at another speed than another.
public func CMClockMightDrift(_ clock: CMClock, otherClock: CMClock) -> Bool {
  clock.mightDrift(relativeTo: otherClock)
}

/// The host's time in units of the system: nanoseconds here.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
  CMClock.convertHostTimeToSystemUnits(hostTime)
}

/// The host's time from units of the system: nanoseconds here.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
  CMClock.convertSystemUnitsToHostTime(hostTime)
}

/// A time of one clock as the same instant of another.
public func CMSyncConvertTime(_ time: CMTime, from fromClock: CMClock, to toClock: CMClock) -> CMTime {
  fromClock.convertTime(time, to: toClock)
}

/// What time it is by a clock.
public func CMSyncGetTime(_ clock: CMClock) -> CMTime { clock.time }
