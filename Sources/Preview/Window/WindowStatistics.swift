import OpenCaptureSystem
public import OpenCaptureProcessing

/// What a window showed, and what it didn't.
public struct WindowStatistics: Lockable, Sendable {
  /// Frames that were on the screen.
  public internal(set) var shownCount = 0
  /// Frames that weren't, because a newer one came first.
  public internal(set) var replacedCount = 0
  /// How long frames took from ``PreviewWindow/show(_:)`` to the screen; nil before the first.
  public var latency: LatencySummary? { latencies.summary }
  /// How long frames of cameras took from their time stamps to the screen; nil where there were none.
  public var captureLatency: LatencySummary? { ages.summary }
  /// How often drawing failed.
  public internal(set) var failureCount = 0
  /// Why drawing failed the last time; nil where it hasn't, or succeeded since.
  public internal(set) var failure: String?

  private var latencies = LatencyHistogram()
  private var ages = LatencyHistogram()

  /// What is older, in nanoseconds, has its time from another clock: a file's.
  private static let oldest: UInt64 = 10_000_000_000

  /// Takes note that a frame is on the screen for the first time.
  ///
  /// - Parameters:
  ///   - now: When that is, in nanoseconds of the monotonic clock.
  ///   - arrival: When it came.
  ///   - stamp: Its time stamp, in nanoseconds; nil where it has none.
  mutating func noteShown(at now: UInt64, arrival: UInt64, stamp: UInt64?) {
    shownCount += 1
    latencies.record(now &- arrival)
    if let stamp, stamp <= now, now - stamp < Self.oldest { ages.record(now - stamp) }
  }

  /// Takes note of how drawing went.
  mutating func note(_ error: (any Error)?) {
    failure = error.map { "\($0)" }
    if error != nil { failureCount += 1 }
  }
}
