public import OpenCaptureSystem

/// What a processor did in a pipeline so far.
public struct StageStatistics: Lockable, Sendable, Hashable {
  /// The name of the processor.
  public let name: String
  /// Frames that it worked on, those included with which it failed.
  public let frameCount: Int
  /// Frames with which it failed.
  public let failureCount: Int
  /// Frames that it didn't see because it was too slow; 0 unless it is detached.
  public let droppedCount: Int
  /// How long it took; nil before its first frame.
  public let latency: LatencySummary?

  package init(name: String, frameCount: Int, failureCount: Int, droppedCount: Int, latency: LatencySummary?) {
    (self.name, self.frameCount, self.failureCount) = (name, frameCount, failureCount)
    (self.droppedCount, self.latency) = (droppedCount, latency)
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
}
