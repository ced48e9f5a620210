public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// The statistics of a processor in a pipeline.
public struct StageStatistics: Lockable, Sendable, Hashable {
  /// The name of the processor.
  public let name: String
  /// The number of frames that the processor received, including failures.
  public let frameCount: Int
  /// The number of failures: of frames, of preparation, and at the end.
  public let failureCount: Int
  /// The number of frames that bypassed the processor because it could not be prepared for their format.
  public let bypassedCount: Int
  /// The number of frames that the processor missed because it was too slow; 0 unless it works concurrently.
  public let droppedCount: Int
  /// The number of late objects whose frames had left the pipeline or never existed.
  public let lostObjectCount: Int
  /// The processing time per frame without preparation; nil before the first frame.
  public let latency: LatencySummary?

  /// Makes statistics (default: 0 for each count).
  public init(
    name: String, frameCount: Int = 0, failureCount: Int = 0, bypassedCount: Int = 0, droppedCount: Int = 0,
    lostObjectCount: Int = 0, latency: LatencySummary? = nil
  ) {
    self.name = name
    self.frameCount = frameCount
    self.failureCount = failureCount
    self.bypassedCount = bypassedCount
    self.droppedCount = droppedCount
    self.lostObjectCount = lostObjectCount
    self.latency = latency
  }
}

/// A summary of many durations.
///
/// The extremes are exact. Median and p99 are at most 1/32 above the true value, and never outside the extremes.
public struct LatencySummary: Sendable, Hashable {
  /// The shortest duration.
  public let minimum: Duration
  /// The duration not exceeded by half of the measurements.
  public let median: Duration
  /// The duration not exceeded by 99% of the measurements.
  public let p99: Duration
  /// The longest duration.
  public let maximum: Duration

  /// Makes a summary of measurements.
  public init(minimum: Duration, median: Duration, p99: Duration, maximum: Duration) {
    self.minimum = minimum
    self.median = median
    self.p99 = p99
    self.maximum = maximum
  }
}

/// A processor's failure, reported by a pipeline.
public struct StageFailure: Error, Sendable {
  /// The name of the processor.
  public let processor: String
  /// The processor's error.
  public let error: any Error
  /// The presentation time of the frame at which the failure is reported; at the end, that of the last frame.
  public let time: MediaTime
}

extension StageFailure: CustomStringConvertible {
  /// The processor and its error on one line.
  public var description: String { "\(processor): \(error)" }
}
