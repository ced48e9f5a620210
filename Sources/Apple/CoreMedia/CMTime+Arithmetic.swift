public import OpenCaptureMediaSamples

/// The time in ticks of another timescale.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod)
  -> CMTime
{
  time.convertScale(newTimescale, method: method)
}

/// The sum of two times.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }

/// The difference of two times.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

/// So many times a time.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time * Int(multiplier) }

/// So many times a time: exact where a time can be so, else in the finest timescale that holds it.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime { time.product(multiplier) }

/// A time by a fraction.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  time.multiplied(by: Int64(multiplier), over: Int64(divisor))
}

/// −1, 0 or 1: whether the first time is before, at or after the second.
///
/// −∞ is before all numbers, these before what is indefinite, that before +∞, and that before what is invalid; numbers of an
/// epoch are before all of the next.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
  time1 < time2 ? -1 : time1 == time2 ? 0 : 1
}

/// The earlier of two times.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { min(time1, time2) }

/// The later of two times.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { max(time1, time2) }

/// The time without its sign.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime { time.magnitude }
