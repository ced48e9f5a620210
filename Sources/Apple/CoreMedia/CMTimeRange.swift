public import CoreVideo
public import OpenCaptureMediaSamples

/// A time range from a start time to an end time, which is not part of the range.
public struct CMTimeRange: Sendable, Hashable {
  /// The start time.
  public var start: CMTime
  /// The duration.
  public var duration: CMTime

  /// Creates a range from a start time and a duration; the default is an invalid range.
  public init(start: CMTime = .invalid, duration: CMTime = .invalid) {
    self.start = start
    self.duration = duration
  }

  /// Creates a range from a start time to an end time.
  public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

  /// An empty range at time zero.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// An invalid range.
  public static let invalid = CMTimeRange()

  /// The end time, which is not part of the range.
  public var end: CMTime { start + duration }

  /// Whether the range is valid.
  ///
  /// A valid range has a start time and a duration that is not negative and has epoch 0.
  public var isValid: Bool {
    start.isValid && duration.isValid && duration.epoch == 0 && !duration.isNegativeInfinity
      && !(duration.isNumeric && duration.value < 0)
  }

  /// Whether the start time or the duration is unknown.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

  /// Whether the duration is zero.
  public var isEmpty: Bool { isValid && duration == .zero }

  /// Returns whether a time is within the range.
  public func containsTime(_ time: CMTime) -> Bool { isValid && time.isValid && start <= time && time < end }

  /// Returns whether another range is within this range.
  ///
  /// An empty range is within this range if its start time is.
  public func containsTimeRange(_ range: CMTimeRange) -> Bool {
    guard isValid, range.isValid else { return false }
    return range.isEmpty ? containsTime(range.start) : start <= range.start && range.end <= end
  }

  /// Returns the range from the earlier start to the later end; invalid if a range is invalid.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isValid, otherRange.isValid else { return .invalid }
    return CMTimeRange(start: min(start, otherRange.start), end: max(end, otherRange.end))
  }

  /// Returns the intersection; ``zero`` if the ranges do not overlap, invalid if a range is invalid.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isValid, otherRange.isValid else { return .invalid }
    let start = max(self.start, otherRange.start)
    let end = min(self.end, otherRange.end)
    return start < end ? CMTimeRange(start: start, end: end) : .zero
  }
}

/// An empty range at time zero; the older form of ``CMTimeRange/zero``.
public let kCMTimeRangeZero: CMTimeRange = .zero
/// An invalid range; the older form of ``CMTimeRange/invalid``.
public let kCMTimeRangeInvalid: CMTimeRange = .invalid
/// An invalid mapping; the older form of ``CMTimeMapping/invalid``.
public let kCMTimeMappingInvalid: CMTimeMapping = .invalid

/// The key of the start time in a dictionary.
public let kCMTimeRangeStartKey: CFString = "start"
/// The key of the duration in a dictionary.
public let kCMTimeRangeDurationKey: CFString = "duration"

/// Returns a range as a dictionary, for storage.
public func CMTimeRangeCopyAsDictionary(_ range: CMTimeRange, allocator: CFAllocator?) -> CFDictionary? {
  var dictionary: CFDictionary = [:]
  dictionary[kCMTimeRangeStartKey] = CMTimeCopyAsDictionary(range.start, allocator: nil)
  dictionary[kCMTimeRangeDurationKey] = CMTimeCopyAsDictionary(range.duration, allocator: nil)
  return dictionary
}

/// Creates a range from a dictionary; invalid if the dictionary has no range.
public func CMTimeRangeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeRange {
  CMTimeRange(
    start: CMTimeMakeFromDictionary(dictionaryRepresentation[kCMTimeRangeStartKey] as? CFDictionary),
    duration: CMTimeMakeFromDictionary(dictionaryRepresentation[kCMTimeRangeDurationKey] as? CFDictionary))
}

/// Creates a range from a start time and a duration.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}

/// Creates a range from a start time to an end time.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, end: end)
}

/// Returns the end time of a range, which is not part of the range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// Returns the range from the earlier start to the later end.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.union(otherRange)
}

/// Returns the intersection of two ranges.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.intersection(otherRange)
}

/// Returns whether two ranges are equal.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }

/// Returns whether a time is within a range.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }

/// Returns whether another range is within a range.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
  range.containsTimeRange(otherRange)
}

/// Returns a description for debugging.
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> CFString? {
  let times = [range.start, range.duration].compactMap { CMTimeCopyDescription(allocator: nil, time: $0) }
  return "{\(times.joined(separator: ", "))}"
}

/// Prints a range for debugging.
public func CMTimeRangeShow(_ range: CMTimeRange) {
  print(CMTimeRangeCopyDescription(allocator: nil, range: range) ?? "")
}

/// Returns whether a range is valid.
public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }

/// Returns whether a range is invalid.
public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }

/// Returns whether the duration of a range is zero.
public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }

/// Returns whether the start time or the duration of a range is unknown.
public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }

/// A mapping of a time range on one timeline to a range on another.
public struct CMTimeMapping: Sendable, Hashable {
  /// The range on the first timeline; invalid for an empty mapping.
  public var source: CMTimeRange
  /// The range on the second timeline.
  public var target: CMTimeRange

  /// Creates a mapping; the default is an invalid mapping.
  public init(source: CMTimeRange = .invalid, target: CMTimeRange = .invalid) {
    self.source = source
    self.target = target
  }

  /// An invalid mapping.
  public static let invalid = CMTimeMapping()
}

/// Creates a mapping.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: source, target: target)
}

/// Creates a mapping without a source.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: .invalid, target: target)
}

/// Returns the time within a range that is nearest to a time.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard time.isValid, range.isValid else { return .invalid }
  return min(max(time, range.start), range.end)
}

/// Scales a duration by the ratio of two ranges; invalid if a range has no length.
public func CMTimeMapDurationFromRangeToRange(
  _ duration: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
  let from = fromRange.duration
  let to = toRange.duration
  guard from.isNumeric, to.isNumeric, from.value > 0 else { return .invalid }
  if from == to { return duration }
  // The ratio to / from is a fraction if its parts do not overflow.
  let (numerator, numeratorOverflows) = to.value.multipliedReportingOverflow(by: Int64(from.timescale))
  let (denominator, denominatorOverflows) = from.value.multipliedReportingOverflow(by: Int64(to.timescale))
  guard !numeratorOverflows, !denominatorOverflows else { return duration * (to.seconds / from.seconds) }
  return duration.multiplied(by: numerator, over: denominator)
}

/// Maps a time of one range to the corresponding time of another.
public func CMTimeMapTimeFromRangeToRange(
  _ time: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
  toRange.start
    + CMTimeMapDurationFromRangeToRange(time - fromRange.start, fromRange: fromRange, toRange: toRange)
}

/// Maps a time into a range that repeats.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
  guard time.isNumeric, foldRange.start.isNumeric, foldRange.duration.isNumeric, foldRange.duration.value > 0
  else { return .invalid }
  let offset = time - foldRange.start
  let repetitions = (offset.seconds / foldRange.duration.seconds).rounded(.down)
  guard let count = Int64(exactly: repetitions) else { return .invalid }
  let rest = offset - foldRange.duration.multiplied(by: count, over: 1)
  // Seconds are rounded, so the number of repetitions can be off by one.
  if rest.value < 0 { return foldRange.start + rest + foldRange.duration }
  return foldRange.start + (rest < foldRange.duration ? rest : rest - foldRange.duration)
}
