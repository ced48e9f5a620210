public import OpenCaptureMediaSamples

/// Which range of one timeline becomes which of another.
public struct CMTimeMapping: Sendable, Hashable {
  /// The range that is taken; invalid where nothing is.
  public var source: CMTimeRange
  /// The range that it becomes.
  public var target: CMTimeRange

  /// Makes an invalid mapping.
  public init() { self.init(source: .invalid, target: .invalid) }

  /// Makes a mapping.
  public init(source: CMTimeRange, target: CMTimeRange) { (self.source, self.target) = (source, target) }

  /// No mapping.
  public static let invalid = CMTimeMapping()
}

/// Makes a mapping.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: source, target: target)
}

/// Makes a mapping of nothing to a range.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: .invalid, target: target)
}

/// The time of a range that is nearest to a time.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard time.isValid, range.isValid else { return .invalid }
  return min(max(time, range.start), range.end)
}

/// A duration stretched as one range is to another; invalid where one has no length.
public func CMTimeMapDurationFromRangeToRange(
  _ duration: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
  let (from, to) = (fromRange.duration, toRange.duration)
  guard from.isNumeric, to.isNumeric, from.value > 0 else { return .invalid }
  if from == to { return duration }
  // to / from, as a fraction that holds where its parts fit.
  let (numerator, one) = to.value.multipliedReportingOverflow(by: Int64(from.timescale))
  let (denominator, other) = from.value.multipliedReportingOverflow(by: Int64(to.timescale))
  guard !one, !other else { return duration * (to.seconds / from.seconds) }
  return duration.multiplied(by: numerator, over: denominator)
}

/// Where a time of one range is in another, as far from its beginning as the other is longer.
public func CMTimeMapTimeFromRangeToRange(
  _ time: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
  let offset = CMTimeMapDurationFromRangeToRange(
    time - fromRange.start, fromRange: fromRange, toRange: toRange)
  return toRange.start + offset
}

/// Where a time is in a range that repeats itself.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
  guard time.isNumeric, foldRange.start.isNumeric, foldRange.duration.isNumeric, foldRange.duration.value > 0
  else { return .invalid }
  let offset = time - foldRange.start
  let rounds = (offset.seconds / foldRange.duration.seconds).rounded(.down)
  guard let count = Int64(exactly: rounds) else { return .invalid }
  let rest = offset - foldRange.duration.multiplied(by: count, over: 1)
  // Seconds are rounded, and may say one round too many or too few.
  if rest.value < 0 { return foldRange.start + rest + foldRange.duration }
  return foldRange.start + (rest < foldRange.duration ? rest : rest - foldRange.duration)
}
