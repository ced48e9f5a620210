public import OpenCaptureMediaSamples

/// A frame that was not delivered, and why.
public struct DroppedFrame: Sendable, Hashable {
  /// Why frames are dropped (`kCMSampleBufferDroppedFrameReason…`).
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// A newer frame came while this one waited for a slow consumer.
    case late = "FrameWasLate"
    /// The queue of waiting frames was full, or the camera had no buffer to write to.
    case outOfBuffers = "OutOfBuffers"
    /// The camera's count of frames has a gap: they were lost before they came here.
    case discontinuity = "Discontinuity"
  }

  /// Why it was dropped.
  public let reason: Reason
  /// When it would have been shown; for a ``Reason/discontinuity``, when the first frame after the gap is.
  public let timing: SampleTiming
  /// Its place in the source's count; the last one's where there are several.
  public let sequenceNumber: UInt64?
  /// What kind of frame it was.
  public let formatDescription: FormatDescription
  /// How many frames this report stands for, 1 or more.
  public package(set) var count: Int

  /// Makes a report.
  public init(
    _ reason: Reason, timing: SampleTiming, sequenceNumber: UInt64?, formatDescription: FormatDescription,
    count: Int = 1
  ) {
    (self.reason, self.timing, self.sequenceNumber) = (reason, timing, sequenceNumber)
    (self.formatDescription, self.count) = (formatDescription, count)
  }

  /// Reports a frame that is dropped here.
  package init(_ reason: Reason, _ sample: SampleBuffer) {
    self.init(
      reason, timing: sample.timing, sequenceNumber: sample.sequenceNumber,
      formatDescription: sample.formatDescription)
  }

  /// The frame as a sample buffer without a picture, with `Attachments.Key.droppedFrameReason`, a ``Reason`` as text,
  /// and `Attachments.Key.droppedFrameCount`.
  public var sampleBuffer: SampleBuffer {
    var attachments = Attachments()
    attachments.set(.string(reason.rawValue), for: .droppedFrameReason, mode: .shouldNotPropagate)
    attachments.set(.integer(Int64(count)), for: .droppedFrameCount, mode: .shouldNotPropagate)
    return SampleBuffer(
      ofLostFrame: formatDescription, timing: timing, sequenceNumber: sequenceNumber, attachments: attachments)
  }
}

/// How many frames were dropped, by reason.
public struct DropCounts: Sendable, Hashable {
  /// Those that a newer frame took the place of.
  public package(set) var late = 0
  /// Those for which there was no room.
  public package(set) var outOfBuffers = 0
  /// Those that were lost before they came here.
  public package(set) var discontinuity = 0

  /// So many; default none.
  public init(late: Int = 0, outOfBuffers: Int = 0, discontinuity: Int = 0) {
    (self.late, self.outOfBuffers, self.discontinuity) = (late, outOfBuffers, discontinuity)
  }

  /// All together.
  public var total: Int { late + outOfBuffers + discontinuity }

  package mutating func add(_ count: Int, _ reason: DroppedFrame.Reason) {
    switch reason {
    case .late: late += count
    case .outOfBuffers: outOfBuffers += count
    case .discontinuity: discontinuity += count
    }
  }
}
