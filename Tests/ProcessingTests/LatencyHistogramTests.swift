import Fixtures
@testable import OpenCaptureProcessing
import Testing

@Suite("Latency histogram")
struct LatencyHistogramTests {
  @Test("Quantiles are at most 1/32 above the true ones", arguments: [10.0, 1e3, 1e6, 1e9, 1e15])
  func quantiles(_ scale: Double) throws {
    var random = SeededGenerator(seed: 5)
    let values = (0..<1001).map { _ in UInt64(Double.random(in: 0..<1, using: &random) * scale) }.sorted()
    var histogram = LatencyHistogram()
    for value in values.shuffled(using: &random) { histogram.record(value) }
    let summary = try #require(histogram.summary)
    #expect(summary.minimum == .nanoseconds(Int64(values[0])))
    #expect(summary.maximum == .nanoseconds(Int64(values[1000])))
    for (quantile, exact) in [(summary.median, values[500]), (summary.p99, values[990])] {
      #expect(quantile >= .nanoseconds(Int64(exact)))
      #expect(quantile <= .nanoseconds(Int64(exact + exact / 32)))
    }
  }

  @Test("Any duration can be recorded", arguments: [0, 1, 31, 32, 63, 64, 65, UInt64.max / 2, .max])
  func extremes(_ value: UInt64) throws {
    var histogram = LatencyHistogram()
    histogram.record(value)
    let summary = try #require(histogram.summary)
    #expect(summary.median == .nanoseconds(Int64(clamping: value)))
    #expect(summary.p99 == summary.minimum && summary.p99 == summary.maximum)
  }

  @Test("An empty histogram has no summary")
  func empty() {
    #expect(LatencyHistogram().summary == nil)
  }
}
