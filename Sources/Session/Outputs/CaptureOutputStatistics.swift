import OpenCaptureMediaSamples
import OpenCaptureProcessing

/// What an output did so far.
public struct CaptureOutputStatistics: Sendable, Hashable {
  /// Frames that were handed to the consumer.
  public internal(set) var deliveredCount = 0
  /// Frames that were not, by reason.
  public internal(set) var dropped = DropCounts()
  /// Frames that couldn't be decoded or converted to what was asked for; they aren't delivered.
  public internal(set) var undecodableCount = 0
  /// How long frames waited here for the consumer; nil before the first.
  public internal(set) var latency: LatencySummary?
}
