import CoreMedia
import Testing

@Suite("CMTime")
struct CMTimeTests {
  private let half = CMTimeMake(value: 1, timescale: 2)

  @Test("Functions, operators and properties agree")
  func arithmetic() {
    let third = CMTime(value: 1, timescale: 3)
    #expect(CMTimeAdd(half, third) == CMTime(value: 5, timescale: 6) && half + third == CMTimeAdd(half, third))
    #expect(CMTimeAdd(half, third).timescale == 6)
    #expect(CMTimeSubtract(half, third) == half - third && CMTimeGetSeconds(half) == half.seconds)
    #expect(CMTimeMultiply(third, multiplier: 3) == CMTime(value: 1, timescale: 1))
    #expect(CMTimeMultiplyByFloat64(half, multiplier: 0.5) == CMTimeMake(value: 1, timescale: 4))
    #expect(CMTimeMultiplyByRatio(third, multiplier: 3, divisor: 2) == half)
    #expect(CMTimeMinimum(half, third) == third && CMTimeMaximum(half, third) == half)
    #expect(CMTimeAbsoluteValue(CMTimeMake(value: -1, timescale: 2)) == half)
    #expect(CMTimeCompare(third, half) == -1 && CMTimeCompare(half, third) == 1)
    #expect(CMTimeCompare(half, CMTimeMake(value: 300, timescale: 600)) == 0)
    #expect(CMTimeMakeWithSeconds(0.5, preferredTimescale: 600) == CMTime(seconds: 0.5, preferredTimescale: 600))
    #expect(CMTimeConvertScale(third, timescale: 10, method: .default).value == 3)
    #expect(CMTimeConvertScale(third, timescale: 10, method: .roundAwayFromZero).value == 4)
    #expect(CMTIME_HAS_BEEN_ROUNDED(CMTimeConvertScale(third, timescale: 10, method: .quickTime)))
  }

  @Test(
    "A product is exact if possible, and otherwise rounded to the finest timescale",
    arguments: [0.5, -0.25, 3, 1 / 3.0, 0.1, 1e-6, -1e-12, 1e-300, 1e9])
  func factors(_ factor: Double) {
    let time = CMTimeMake(value: 1_001, timescale: 30_000)
    let product = CMTimeMultiplyByFloat64(time, multiplier: factor)
    #expect(abs(product.seconds - time.seconds * factor) <= 1 / Double(Int32.max))
    let isExact = [0.5, -0.25, 3, 1e9].contains(factor)
    #expect(CMTIME_HAS_BEEN_ROUNDED(product) == !isExact)
    #expect(CMTIME_IS_INVALID(CMTimeMultiplyByFloat64(time, multiplier: .nan)))
    #expect(CMTimeMultiplyByFloat64(time, multiplier: 0) == .zero)
  }

  @Test("Flags describe a time, and setting them changes it")
  func flags() {
    #expect(CMTime().flags == [] && CMTime.invalid.flags == [] && CMTIME_IS_INVALID(CMTime()))
    #expect(half.flags == .valid && CMTIME_IS_NUMERIC(half) && CMTIME_IS_VALID(half))
    #expect(CMTime.indefinite.flags == [.valid, .indefinite] && CMTIME_IS_INDEFINITE(.indefinite))
    #expect(CMTime.positiveInfinity.flags == [.valid, .positiveInfinity])
    #expect(CMTIME_IS_POSITIVEINFINITY(.positiveInfinity) && CMTIME_IS_NEGATIVEINFINITY(.negativeInfinity))
    #expect(half.convertScale(1, method: .roundTowardZero).flags == [.valid, .hasBeenRounded])
    for time in [half, .invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
      #expect(CMTime(value: time.value, timescale: time.timescale, flags: time.flags, epoch: 0) == time)
    }
    var made = CMTime()
    made.flags = .valid
    made.value = 1
    made.timescale = 2
    #expect(made == half)
    #expect(!CMTime(value: 1, timescale: 0, flags: .valid, epoch: 0).isValid)
  }

  @Test("Sums of times that are not numbers follow Core Media's rules")
  func special() {
    #expect(CMTIME_IS_POSITIVEINFINITY(CMTimeAdd(.positiveInfinity, .indefinite)))
    #expect(CMTIME_IS_INVALID(CMTimeSubtract(.positiveInfinity, .positiveInfinity)))
    #expect(CMTIME_IS_INDEFINITE(CMTimeAdd(half, .indefinite)))
    #expect(CMTimeCompare(.indefinite, .positiveInfinity) == -1 && CMTimeCompare(.invalid, .positiveInfinity) == 1)
    #expect(CMTimeGetSeconds(.invalid).isNaN)
  }

  @Test("Epochs order times, and durations move within an epoch")
  func epochs() {
    let late = CMTimeMakeWithEpoch(value: 1, timescale: 2, epoch: 1)
    #expect(late.epoch == 1 && CMTimeCompare(half, late) == -1)
    #expect(CMTimeAdd(late, half) == CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1))
    #expect(CMTimeSubtract(late, late) == .zero)
    #expect(CMTIME_IS_INVALID(CMTimeSubtract(late, CMTimeMakeWithEpoch(value: 1, timescale: 2, epoch: 2))))
  }

  @Test("A dictionary represents a complete time")
  func dictionary() {
    for time in [half, .indefinite, .negativeInfinity, CMTimeMakeWithEpoch(value: -7, timescale: 90_000, epoch: 3)]
    {
      let dictionary = CMTimeCopyAsDictionary(time, allocator: kCFAllocatorDefault)
      #expect(CMTimeMakeFromDictionary(dictionary) == time)
    }
    #expect(CMTIME_IS_INVALID(CMTimeMakeFromDictionary(nil)))
    #expect(CMTIME_IS_INVALID(CMTimeMakeFromDictionary([kCMTimeValueKey: 1])))
  }

  @Test("Descriptions are readable")
  func description() {
    func text(_ time: CMTime) -> String? { CMTimeCopyDescription(allocator: nil, time: time) }
    #expect(text(CMTimeMake(value: 1001, timescale: 30_000)) == "{1001/30000 = 0.033}")
    #expect(text(CMTimeMake(value: -5, timescale: 4)) == "{-5/4 = -1.250}")
    #expect(text(half.convertScale(1, method: .roundTowardZero)) == "{0/1 = 0.000, rounded}")
    #expect(text(.invalid) == "{INVALID}" && text(.indefinite) == "{INDEFINITE}")
    #expect(text(.positiveInfinity) == "{+INFINITY}" && text(.negativeInfinity) == "{-INFINITY}")
  }
}
