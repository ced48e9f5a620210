import OpenCaptureMediaSamples
public import OpenCaptureProcessing

/// What an output did so far.
public struct CaptureOutputStatistics: Sendable, Hashable {
  /// Frames that were handed to the consumer.
  public package(set) var deliveredCount = 0
  /// Frames that were not, by reason.
  public package(set) var dropped = DropCounts()
  /// Frames that couldn't be decoded or converted to what was asked for; they aren't delivered.
  public package(set) var undecodableCount = 0
  /// How long frames waited here for the consumer; nil before the first.
  public package(set) var latency: LatencySummary?

  /// Nothing yet.
  public init() {}
}

extension CaptureOutputStatistics {
  package mutating func add(_ other: Self) {
    deliveredCount += other.deliveredCount
    undecodableCount += other.undecodableCount
    dropped.late += other.dropped.late
    dropped.outOfBuffers += other.dropped.outOfBuffers
    dropped.discontinuity += other.dropped.discontinuity
    latency = other.latency ?? latency
  }
}
