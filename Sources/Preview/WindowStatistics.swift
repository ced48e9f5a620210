import OpenCaptureSystem
public import OpenCaptureProcessing

/// Counters and latencies of a window.
public struct WindowStatistics: Lockable, Sendable {
  /// The number of frames displayed.
  public internal(set) var shownCount = 0
  /// The number of frames replaced by a newer one before display.
  public internal(set) var replacedCount = 0
  /// The latency from ``PreviewWindow/show(_:)`` to the screen; nil before the first frame.
  public var latency: LatencySummary? { latencies.summary }
  /// The latency from the time stamp of a camera's frame to the screen; nil without such frames.
  public var captureLatency: LatencySummary? { ages.summary }
  /// The number of errors while drawing.
  public internal(set) var failureCount = 0
  /// The error of the last drawing; nil if it succeeded.
  public internal(set) var failure: String?

  private var latencies = LatencyHistogram()
  private var ages = LatencyHistogram()

  /// The largest plausible age of a frame, in nanoseconds; older time stamps are of another clock, such as a file's.
  private static let maximumAge: UInt64 = 10_000_000_000

  /// Records the first display of a frame, with times in nanoseconds of the monotonic clock.
  mutating func recordDisplayedFrame(at now: UInt64, arrival: UInt64, stamp: UInt64?) {
    shownCount += 1
    latencies.record(now &- arrival)
    if let stamp, stamp <= now, now - stamp < Self.maximumAge { ages.record(now - stamp) }
  }

  /// Records the result of drawing.
  mutating func recordDrawingResult(_ error: (any Error)?) {
    failure = error.map { "\($0)" }
    if error != nil { failureCount += 1 }
  }
}
