public import OpenCaptureSystem

/// What a processor did in a pipeline so far.
public struct StageStatistics: Lockable, Sendable, Hashable {
  /// The name of the processor.
  public let name: String
  /// Frames that it worked on, those included with which it failed.
  public let frameCount: Int
  /// How often it failed: with a frame, with preparing for a format, or at the end.
  public let failureCount: Int
  /// Frames that passed it by because it could not be prepared for their format.
  public let bypassedCount: Int
  /// Frames that it didn't see because it was too slow; 0 unless it works beside the stream.
  public let droppedCount: Int
  /// What it found out about frames that had left the pipeline, or that there were none of.
  public let lostObjectCount: Int
  /// How long it took for a frame, preparation left out; nil before its first.
  public let latency: LatencySummary?

  /// Makes statistics; what isn't said is 0.
  public init(
    name: String, frameCount: Int = 0, failureCount: Int = 0, bypassedCount: Int = 0, droppedCount: Int = 0,
    lostObjectCount: Int = 0, latency: LatencySummary? = nil
  ) {
    (self.name, self.frameCount, self.failureCount) = (name, frameCount, failureCount)
    (self.bypassedCount, self.droppedCount) = (bypassedCount, droppedCount)
    (self.lostObjectCount, self.latency) = (lostObjectCount, latency)
  }
}

/// How long something took, over many times.
///
/// The extremes are exact; median and p99 are at most 1/32 above the true value, and never outside the extremes.
public struct LatencySummary: Sendable, Hashable {
  /// The shortest time.
  public let minimum: Duration
  /// The time that half of all took at most.
  public let median: Duration
  /// The time that 99% of all took at most.
  public let p99: Duration
  /// The longest time.
  public let maximum: Duration

  /// Makes a summary of what was measured.
  public init(minimum: Duration, median: Duration, p99: Duration, maximum: Duration) {
    (self.minimum, self.median, self.p99, self.maximum) = (minimum, median, p99, maximum)
  }
}
