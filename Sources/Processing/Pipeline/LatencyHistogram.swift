/// Counts of durations in buckets of logarithmic width: of fixed size, whatever is recorded and however often.
///
/// As HdrHistogram (Gil Tene): each power of two is cut into 32 equal buckets, so a bucket is at most 1/32 as wide
/// as the values in it.
package struct LatencyHistogram: Sendable {
  private static let subdivisionBits = 5
  private static let bucketCount = (64 - subdivisionBits + 1) << subdivisionBits

  private var buckets = [UInt32](repeating: 0, count: bucketCount)
  private var minimum = UInt64.max
  private var maximum: UInt64 = 0
  package private(set) var count = 0

  /// Makes one that counted nothing yet.
  package init() {}

  /// Counts a duration in nanoseconds.
  package mutating func record(_ nanoseconds: UInt64) {
    let bucket = Self.bucket(of: nanoseconds)
    buckets[bucket] = max(buckets[bucket], buckets[bucket] &+ 1)
    count += 1
    minimum = min(minimum, nanoseconds)
    maximum = max(maximum, nanoseconds)
  }

  /// The extremes and quantiles; nil where nothing was recorded.
  package var summary: LatencySummary? {
    guard count > 0 else { return nil }
    return LatencySummary(
      minimum: Duration(nanoseconds: minimum), median: Duration(nanoseconds: quantile(0.5)),
      p99: Duration(nanoseconds: quantile(0.99)), maximum: Duration(nanoseconds: maximum))
  }

  /// The largest value of the bucket that the quantile lies in.
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
