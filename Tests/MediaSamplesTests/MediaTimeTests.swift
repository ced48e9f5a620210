import Fixtures
import OpenCaptureMediaSamples
import Testing

@Suite("MediaTime")
struct MediaTimeTests {
  @Test("The same instant in different timescales is equal, hashes alike and keeps its order")
  func equality() {
    let half = MediaTime(value: 1, timescale: 2)
    let samples = MediaTime(value: 300, timescale: 600)
    #expect(half == samples)
    #expect(Set([half, samples]).count == 1)
    #expect(MediaTime(value: 1001, timescale: 30_000) < MediaTime(value: 1, timescale: 29))
    #expect(MediaTime(value: 1001, timescale: 30_000) > MediaTime(value: 1, timescale: 30))
  }

  @Test("Comparison is exact even if doubles are not")
  func exactComparison() {
    let large = MediaTime(value: .max, timescale: .max)
    let slightlyLess = MediaTime(value: .max - 1, timescale: .max)
    #expect(large.seconds == slightlyLess.seconds)
    #expect(slightlyLess < large)
  }

  @Test("Special times have the order of CMTimeCompare")
  func order() {
    let ascending: [MediaTime] = [
      .negativeInfinity, MediaTime(value: .min, timescale: 1), .zero, MediaTime(value: .max, timescale: 1),
      .indefinite, .positiveInfinity, .invalid,
    ]
    for (low, high) in zip(ascending, ascending.dropFirst()) { #expect(low < high) }
    for time in ascending { #expect(time == time) }
  }

  @Test("A timescale of 0 or below makes an invalid time", arguments: [0, -1, Int32.min])
  func badTimescale(_ timescale: Int32) {
    #expect(!MediaTime(value: 1, timescale: timescale).isValid)
    #expect(!MediaTime(value: 1, timescale: 2).convertScale(timescale).isValid)
    #expect(!MediaTime(seconds: 1, preferredTimescale: timescale).isValid)
  }

  @Test("The difference between a time and itself is zero, even for the least time", arguments: [1, 3, Int32.max])
  func differenceOfExtremes(timescale: Int32) {
    for value in [Int64.min, Int64.min + 1, -1, Int64.max] {
      let time = MediaTime(value: value, timescale: timescale)
      #expect(time - time == .zero)
      #expect(
        MediaTime.positiveInfinity - time == .positiveInfinity && time - .positiveInfinity == .negativeInfinity)
    }
    #expect(
      MediaTime(value: -1, timescale: 1) - MediaTime(value: .min, timescale: 1)
        == MediaTime(value: .max, timescale: 1))
    #expect(!(MediaTime.positiveInfinity - .positiveInfinity).isValid && !(MediaTime.zero - .invalid).isValid)
  }

  @Test("A thousand NTSC frames add up exactly")
  func exactSum() {
    let frame = MediaTime(value: 1001, timescale: 30_000)
    let sum = (0..<1000).reduce(MediaTime.zero) { sum, _ in sum + frame }
    #expect(sum == MediaTime(value: 1_001_000, timescale: 30_000))
    #expect(sum == frame * 1000)
    #expect(!sum.hasBeenRounded)
  }

  @Test("The sum of different timescales uses their least common multiple")
  func commonTimescale() {
    let sum = MediaTime(value: 1, timescale: 600) + MediaTime(value: 1, timescale: 1001)
    #expect(sum.value == 1601)
    #expect(sum.timescale == 600_600)
    #expect((sum - MediaTime(value: 1, timescale: 1001)) == MediaTime(value: 1, timescale: 600))
  }

  @Test("A sum that no 31-bit timescale can represent is rounded to nearest and marked")
  func roundedSum() {
    let a = MediaTime(value: 1, timescale: 2_147_483_647)
    let b = MediaTime(value: 1, timescale: 2_147_483_629)
    let sum = a + b
    #expect(sum.hasBeenRounded)
    #expect(sum.timescale == .max)
    #expect(sum.value == 2)
    #expect((sum + .zero).hasBeenRounded)
  }

  @Test("Overflow reduces precision first, then becomes infinite")
  func overflow() {
    let large = MediaTime(value: .max, timescale: 600)
    let doubled = large + MediaTime(value: .max - 1, timescale: 600)
    #expect(doubled.isNumeric && doubled.hasBeenRounded)
    #expect(abs(doubled.seconds / (2 * large.seconds) - 1) < 1e-9)
    #expect((MediaTime(value: .max, timescale: 1) * 2).isPositiveInfinity)
    #expect((MediaTime(value: .min, timescale: 1) * 2).isNegativeInfinity)
    #expect((-MediaTime(value: .min, timescale: 1)).isPositiveInfinity)
    #expect((-MediaTime(value: .min, timescale: 2)) == MediaTime(value: 1 << 62, timescale: 1))
  }

  @Test("Infinities, indefinite and invalid times combine as in CMTimeAdd")
  func absorption() {
    let one = MediaTime(value: 1, timescale: 1)
    #expect((one + .positiveInfinity).isPositiveInfinity)
    #expect((MediaTime.negativeInfinity + one).isNegativeInfinity)
    #expect((MediaTime.positiveInfinity + .positiveInfinity).isPositiveInfinity)
    #expect(!(MediaTime.positiveInfinity - .positiveInfinity).isValid)
    #expect((one - .indefinite).isIndefinite)
    #expect((MediaTime.indefinite + .positiveInfinity).isPositiveInfinity)
    #expect((MediaTime.negativeInfinity + .indefinite).isNegativeInfinity)
    #expect(!(MediaTime.invalid + .indefinite).isValid)
    #expect((MediaTime.positiveInfinity * -1).isNegativeInfinity)
    #expect(!(MediaTime.positiveInfinity * 0).isValid)
    #expect(MediaTime.indefinite.seconds.isNaN)
  }

  @Test("Epochs order times, and a duration leads from one time of an epoch to another")
  func epochs() {
    func time(_ value: Int64, epoch: Int64) -> MediaTime {
      var time = MediaTime(value: value, timescale: 30)
      time.epoch = epoch
      return time
    }
    #expect(time(9, epoch: 1) < time(1, epoch: 2))
    #expect(time(1, epoch: 1) != time(1, epoch: 2))
    #expect(time(1, epoch: 1) + time(2, epoch: 0) == time(3, epoch: 1))
    #expect(time(0, epoch: 0) - time(2, epoch: 1) == time(-2, epoch: 1))
    #expect(time(5, epoch: 1) - time(2, epoch: 1) == time(3, epoch: 0))
    #expect(!(time(5, epoch: 1) - time(2, epoch: 2)).isValid)
    #expect(time(1, epoch: 3).convertScale(60) == time(1, epoch: 3))
    #expect((-time(1, epoch: 3)).epoch == 3 && (time(1, epoch: 3) * 0.3).epoch == 3)
    #expect(Set([time(1, epoch: 1), time(1, epoch: 2), time(1, epoch: 1)]).count == 2)
  }

  @Test("Ticks can be set, and a time with an invalid timescale is invalid until the timescale is valid")
  func setting() {
    var time = MediaTime(value: 1, timescale: 30)
    time.value = 15
    #expect(time.seconds == 0.5)
    time.timescale = 0
    #expect(!time.isValid && time.seconds.isNaN && (time + .zero) == .invalid && time == .invalid)
    time.timescale = 15
    #expect(time == MediaTime(value: 1, timescale: 1))
  }

  @Test("A finite time times zero is zero, and an infinite one is invalid")
  func timesZero() {
    for factor in [0.0, -0.0] {
      #expect(MediaTime(value: 1, timescale: 30) * factor == .zero)
      #expect(MediaTime(value: .min, timescale: .max) * factor == .zero)
      #expect((MediaTime(value: 1, timescale: 30) * factor).timescale == 30)
      #expect(!(MediaTime.positiveInfinity * factor).isValid)
    }
    #expect((MediaTime(value: .max, timescale: 1) * Double.leastNonzeroMagnitude).value == 0)
  }

  @Test("A fraction of a time is exact if the timescale can grow")
  func fraction() {
    let second = MediaTime(value: 1, timescale: 1)
    #expect(second.multiplied(by: 1001, over: 30_000) == MediaTime(value: 1001, timescale: 30_000))
    #expect(second.multiplied(by: 1, over: -3) == MediaTime(value: -1, timescale: 3))
    #expect(!second.multiplied(by: 1, over: 0).isValid)
    #expect(MediaTime(value: 600, timescale: 600).multiplied(by: 1, over: 2).timescale == 600)
    let extreme = MediaTime(value: .min, timescale: .max).multiplied(by: .min, over: .min)
    #expect(extreme == MediaTime(value: .min, timescale: .max))
  }

  @Test(
    "Each rounding method rounds as its name says",
    arguments: [
      (MediaTimeRoundingMethod.roundHalfAwayFromZero, 2, -2, 1), (.roundTowardZero, 1, -1, 1),
      (.roundAwayFromZero, 2, -2, 2), (.quickTime, 1, -1, 1), (.roundTowardPositiveInfinity, 2, -1, 2),
      (.roundTowardNegativeInfinity, 1, -2, 1),
    ] as [(MediaTimeRoundingMethod, Int64, Int64, Int64)])
  func rounding(_ method: MediaTimeRoundingMethod, _ up: Int64, _ down: Int64, _ third: Int64) {
    #expect(MediaTime(value: 15, timescale: 10).convertScale(1, method: method).value == up)
    #expect(MediaTime(value: -15, timescale: 10).convertScale(1, method: method).value == down)
    #expect(MediaTime(value: 4, timescale: 3).convertScale(1, method: method).value == third)
    #expect(MediaTime(value: 4, timescale: 2).convertScale(1, method: method).value == 2)
  }

  @Test("QuickTime's rounding goes away from zero for a finer timescale")
  func quickTime() {
    let third = MediaTime(value: 1, timescale: 3)
    #expect(third.convertScale(10, method: .quickTime).value == 4)
    #expect(third.convertScale(2, method: .quickTime).value == 0)
  }

  @Test("Rescaling marks rounded times, and overflows to infinity")
  func rescale() {
    #expect(!MediaTime(value: 1, timescale: 2).convertScale(600).hasBeenRounded)
    #expect(MediaTime(value: 1, timescale: 3).convertScale(100).hasBeenRounded)
    #expect(MediaTime(value: .max, timescale: 1).convertScale(2).isPositiveInfinity)
    #expect(MediaTime(value: .min, timescale: 1).convertScale(2).isNegativeInfinity)
    #expect(MediaTime.indefinite.convertScale(600).isIndefinite)
  }

  @Test("Seconds become the nearest tick, or use a coarser timescale on overflow")
  func seconds() {
    #expect(MediaTime(seconds: 0.5, preferredTimescale: 600).value == 300)
    #expect(!MediaTime(seconds: 0.5, preferredTimescale: 600).hasBeenRounded)
    #expect(MediaTime(seconds: 0.001, preferredTimescale: 600).hasBeenRounded)
    #expect(MediaTime(seconds: -1.0 / 3, preferredTimescale: 600).value == -200)
    #expect(MediaTime(seconds: 1e18, preferredTimescale: 600).timescale < 600)
    #expect(MediaTime(seconds: 1e30, preferredTimescale: 600).isPositiveInfinity)
    #expect(MediaTime(seconds: -.infinity, preferredTimescale: 600).isNegativeInfinity)
    #expect(!MediaTime(seconds: .nan, preferredTimescale: 600).isValid)
    #expect((MediaTime(value: 300, timescale: 600) * 0.5) == MediaTime(value: 150, timescale: 600))
  }

  @Test("A factor multiplies exactly, or rounds once if required")
  func factor() {
    let odd = MediaTime(value: 1 << 53 | 1, timescale: 1)
    #expect(odd * 1.0 == odd)
    #expect(odd * -2.0 == MediaTime(value: -(1 << 54) - 2, timescale: 1))
    #expect((odd * 0.5).hasBeenRounded)
    #expect((odd * 0.5).value == (1 << 52) + 1)
    #expect(!(MediaTime(value: 300, timescale: 600) * 0.25).hasBeenRounded)
    #expect(MediaTime(value: 7, timescale: 600) * 1e-300 == .zero)
    #expect((MediaTime(value: 7, timescale: 600) * 1e300).isPositiveInfinity)
    #expect((MediaTime(value: 6, timescale: 600) * 0x1p63).isNumeric)
    #expect((MediaTime(value: -7, timescale: 600) * .infinity).isNegativeInfinity)
    #expect(!(MediaTime(value: 7, timescale: 600) * .nan).isValid)
    #expect((MediaTime.positiveInfinity * -0.5).isNegativeInfinity)
    #expect(!(MediaTime.positiveInfinity * 0.0).isValid)
    #expect((MediaTime(value: .max, timescale: 600) * 2.0).hasBeenRounded == false)
    #expect((MediaTime(value: 1, timescale: 3).convertScale(100) * 2.0).hasBeenRounded)
  }

  @Test("Arithmetic with random times agrees with exact fractions")
  func randomArithmetic() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<5000 {
      let a = MediaTime(value: .random(in: -1_000_000...1_000_000, using: &random), timescale: random.timescale())
      let b = MediaTime(value: .random(in: -1_000_000...1_000_000, using: &random), timescale: random.timescale())
      let sum = a + b
      let exact = a.value * Int64(b.timescale) + b.value * Int64(a.timescale)
      #expect(sum.value * Int64(a.timescale) * Int64(b.timescale) == exact * Int64(sum.timescale))
      #expect(sum - b == a)
      #expect((a < b) == (a - b < .zero))
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func timescale() -> Int32 { .random(in: 1...1500, using: &self) }
}
