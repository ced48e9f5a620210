public import CoreVideo
public import OpenCaptureMediaSamples

/// From a time on, for a duration; the end isn't part of it.
public struct CMTimeRange: Sendable, Hashable {
  /// When it begins.
  public var start: CMTime
  /// How long it lasts.
  public var duration: CMTime

  /// Makes an invalid range.
  public init() { self.init(start: .invalid, duration: .invalid) }

  /// Makes the range from a time on, for a duration.
  public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }

  /// Makes the range from one time to another.
  public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

  /// At the beginning, for no time.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// No range.
  public static let invalid = CMTimeRange()

  /// The first time after it.
  public var end: CMTime { start + duration }

  /// Whether it is a range: it has a beginning, and a duration that isn't negative and belongs to no epoch.
  public var isValid: Bool {
    start.isValid && duration.isValid && duration.epoch == 0 && !duration.isNegativeInfinity
      && !(duration.isNumeric && duration.value < 0)
  }

  /// Whether nobody knows when it begins, or how long it lasts.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

  /// Whether it is a range of no time.
  public var isEmpty: Bool { isValid && duration == .zero }

  /// Whether a time is in it.
  public func containsTime(_ time: CMTime) -> Bool { isValid && time.isValid && start <= time && time < end }

  /// Whether all of another range is in it; one of no time is where its time is.
  public func containsTimeRange(_ range: CMTimeRange) -> Bool {
    guard isValid, range.isValid else { return false }
    return range.isEmpty ? containsTime(range.start) : start <= range.start && range.end <= end
  }

  /// From where the first of two ranges begins to where the last ends; invalid where one is.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isValid, otherRange.isValid else { return .invalid }
    return CMTimeRange(start: min(start, otherRange.start), end: max(end, otherRange.end))
  }

  /// What two ranges share; ``zero`` where they share nothing, invalid where one is.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isValid, otherRange.isValid else { return .invalid }
    let (start, end) = (max(start, otherRange.start), min(end, otherRange.end))
    return start < end ? CMTimeRange(start: start, end: end) : .zero
  }
}

/// Makes the range from a time on, for a duration.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}

/// Makes the range from one time to another.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, end: end)
}

/// The first time after a range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// From where the first of two ranges begins to where the last ends.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.union(otherRange)
}

/// What two ranges share.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.intersection(otherRange)
}

/// Whether two ranges are the same.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }

/// Whether a time is in a range.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }

/// Whether all of another range is in a range.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
  range.containsTimeRange(otherRange)
}

/// A text for people who look for mistakes.
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> CFString? {
  let times = [range.start, range.duration].compactMap { CMTimeCopyDescription(allocator: nil, time: $0) }
  return "{\(times.joined(separator: ", "))}"
}

/// Prints a range for people who look for mistakes.
public func CMTimeRangeShow(_ range: CMTimeRange) {
  print(CMTimeRangeCopyDescription(allocator: nil, range: range) ?? "")
}

/// Whether it is a range.
public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }

/// Whether it is no range.
public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }

/// Whether it is a range of no time.
public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }

/// Whether nobody knows when a range begins, or how long it lasts.
public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }
