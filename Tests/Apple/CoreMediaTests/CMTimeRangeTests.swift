import CoreMedia
import Testing

@Suite("CMTimeRange")
struct CMTimeRangeTests {
  private func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 10) }
  private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
    CMTimeRange(start: time(start), end: time(end))
  }

  @Test("A range contains its start but not its end")
  func containing() {
    let range = CMTimeRangeMake(start: time(2), duration: time(3))
    #expect(range.end == time(5) && CMTimeRangeGetEnd(range) == time(5))
    #expect(range.containsTime(time(2)) && range.containsTime(time(4)) && !range.containsTime(time(5)))
    #expect(!CMTimeRangeContainsTime(range, time: .invalid))
    #expect(CMTimeRangeContainsTimeRange(range, otherRange: self.range(3, 5)))
    #expect(!range.containsTimeRange(self.range(3, 6)) && range.containsTimeRange(self.range(4, 4)))
    #expect(CMTimeRangeEqual(range, CMTimeRangeFromTimeToTime(start: time(2), end: time(5))))
  }

  @Test("The older constants are equal to the newer, and a range survives as a dictionary")
  func constants() throws {
    #expect(kCMTimeRangeZero == .zero && kCMTimeRangeInvalid == .invalid && kCMTimeMappingInvalid == .invalid)
    #expect(kCMTimeZero == .zero && kCMTimeInvalid == .invalid && kCMTimeIndefinite.isIndefinite)
    #expect(kCMTimePositiveInfinity == .positiveInfinity && kCMTimeNegativeInfinity == .negativeInfinity)
    let stored = try #require(CMTimeRangeCopyAsDictionary(range(2, 5), allocator: nil))
    #expect(CMTimeRangeMakeFromDictionary(stored) == range(2, 5))
    #expect(!CMTimeRangeMakeFromDictionary([:]).isValid)
  }

  @Test("Unions span both ranges, and intersections are their common part")
  func combining() {
    #expect(range(1, 3).union(range(5, 6)) == range(1, 6))
    #expect(CMTimeRangeGetUnion(range(1, 9), otherRange: range(5, 6)) == range(1, 9))
    #expect(range(1, 5).intersection(range(3, 9)) == range(3, 5))
    #expect(CMTimeRangeGetIntersection(range(1, 3), otherRange: range(3, 9)).isEmpty)
    #expect(CMTIMERANGE_IS_INVALID(range(1, 3).intersection(.invalid)))
    let endless = CMTimeRange(start: time(4), duration: .positiveInfinity)
    #expect(endless.containsTime(time(1 << 40)) && endless.intersection(range(1, 9)) == range(4, 9))
  }

  @Test("Invalid, empty and indefinite ranges are recognized")
  func kinds() {
    #expect(CMTIMERANGE_IS_VALID(.zero) && CMTIMERANGE_IS_EMPTY(.zero) && !CMTimeRange().isValid)
    #expect(!CMTimeRange(start: time(2), end: time(1)).isValid && !CMTimeRange.invalid.isEmpty)
    #expect(CMTIMERANGE_IS_INDEFINITE(CMTimeRange(start: .zero, duration: .indefinite)))
    #expect(CMTimeRangeCopyDescription(allocator: nil, range: range(1, 3)) == "{{1/10 = 0.100}, {2/10 = 0.200}}")
  }

  @Test("Times are clamped, folded and mapped between ranges")
  func mapping() {
    #expect(CMTimeClampToRange(time(9), range: range(1, 3)) == time(3))
    #expect(CMTimeFoldIntoRange(time(25), foldRange: range(2, 12)) == time(5))
    #expect(CMTimeFoldIntoRange(time(-9), foldRange: range(2, 12)) == time(11))
    #expect(CMTimeMapTimeFromRangeToRange(time(2), fromRange: range(0, 4), toRange: range(10, 18)) == time(14))
    #expect(
      CMTimeMapDurationFromRangeToRange(time(3), fromRange: range(0, 2), toRange: range(5, 6))
        == CMTime(value: 15, timescale: 100))
    #expect(
      !CMTimeMapTimeFromRangeToRange(time(2), fromRange: range(4, 4), toRange: range(1, 2)).isValid)
    let mapping = CMTimeMappingMake(source: range(0, 1), target: range(1, 2))
    #expect(mapping.target.end == time(2) && !CMTimeMapping.invalid.source.isValid)
    #expect(!CMTimeMappingMakeEmpty(target: range(0, 1)).source.isValid)
  }
}
