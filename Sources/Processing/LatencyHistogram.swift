import OpenCaptureSystem

/// A histogram of durations with buckets of logarithmic width and a fixed size.
///
/// Follows HdrHistogram (Gil Tene): each power of two is divided into 32 equal buckets, so that a bucket's width is
/// at most 1/32 of its values.
package struct LatencyHistogram: Sendable {
  private static let subdivisionBits = 5
  private static let bucketCount = (64 - subdivisionBits + 1) << subdivisionBits

  private var buckets = [UInt32](repeating: 0, count: bucketCount)
  private var minimum = UInt64.max
  private var maximum: UInt64 = 0
  package private(set) var count = 0

  /// Makes an empty histogram.
  package init() {}

  /// Counts a duration in nanoseconds.
  package mutating func record(_ nanoseconds: UInt64) {
    let bucket = Self.bucket(of: nanoseconds)
    buckets[bucket] = max(buckets[bucket], buckets[bucket] &+ 1)
    count += 1
    minimum = min(minimum, nanoseconds)
    maximum = max(maximum, nanoseconds)
  }

  /// The extremes and quantiles; nil for an empty histogram.
  package var summary: LatencySummary? {
    guard count > 0 else { return nil }
    return LatencySummary(
      minimum: Duration(nanoseconds: minimum), median: Duration(nanoseconds: quantile(0.5)),
      p99: Duration(nanoseconds: quantile(0.99)), maximum: Duration(nanoseconds: maximum))
  }

  /// Returns the largest value in the bucket of a quantile.
  private func quantile(_ share: Double) -> UInt64 {
    let rank = Int((share * Double(count)).rounded(.up))
    var seen = 0
    for (index, bucket) in buckets.enumerated() {
      seen += Int(bucket)
      if seen >= rank { return max(minimum, min(maximum, Self.largestValue(in: index))) }
    }
    return maximum
  }

  private static func bucket(of value: UInt64) -> Int {
    let shift = max(0, 63 - value.leadingZeroBitCount - subdivisionBits)
    return shift << subdivisionBits + Int(value >> UInt64(shift))
  }

  private static func largestValue(in bucket: Int) -> UInt64 {
    let shift = max(0, bucket >> subdivisionBits - 1)
    let mantissa = UInt64(bucket - shift << subdivisionBits)
    return (mantissa + 1) << UInt64(shift) &- 1
  }
}

extension Duration {
  fileprivate init(nanoseconds: UInt64) { self = .nanoseconds(Int64(clamping: nanoseconds)) }
}

/// A timer for consecutive operations, which reads the clock once per operation.
struct LapTimer {
  private let clock: MonotonicClock
  private var start: UInt64

  init(_ clock: MonotonicClock) {
    self.clock = clock
    start = clock.nanoseconds()
  }

  /// Restarts the current lap, so that the time since its start does not count.
  mutating func restart() { start = clock.nanoseconds() }

  /// Ends a lap and starts the next one; returns its nanoseconds.
  mutating func lap() -> UInt64 {
    let end = clock.nanoseconds()
    defer { start = end }
    return end &- start
  }
}
