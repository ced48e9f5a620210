public import OpenCaptureMediaSamples
public import OpenCaptureProcessing

/// A frame that was not delivered, and why.
public struct DroppedFrame: Sendable, Hashable {
  /// The reason for dropping a frame (`kCMSampleBufferDroppedFrameReason…`).
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// A newer frame arrived while this one waited for a slow consumer.
    case late = "FrameWasLate"
    /// The queue of waiting frames was full, or the camera had no free buffer.
    case outOfBuffers = "OutOfBuffers"
    /// The source's frame numbers have a gap: frames were lost before they reached the session.
    case discontinuity = "Discontinuity"
  }

  /// The reason for dropping the frame.
  public let reason: Reason
  /// The timing of the frame; for a ``Reason/discontinuity``, that of the first frame after the gap.
  public let timing: SampleTiming
  /// The frame's number in the source; for several frames, the number of the last one.
  public let sequenceNumber: UInt64?
  /// The format of the frame.
  public let formatDescription: FormatDescription
  /// The number of frames that this report stands for, at least 1.
  public package(set) var count: Int

  /// Creates a report.
  public init(
    _ reason: Reason, timing: SampleTiming, sequenceNumber: UInt64?, formatDescription: FormatDescription,
    count: Int = 1
  ) {
    self.reason = reason
    self.timing = timing
    self.sequenceNumber = sequenceNumber
    self.formatDescription = formatDescription
    self.count = count
  }

  /// Creates a report with the timing, number and format of a sample.
  package init(_ reason: Reason, _ sample: SampleBuffer, count: Int = 1) {
    self.init(
      reason, timing: sample.timing, sequenceNumber: sample.sequenceNumber, formatDescription: sample.format,
      count: count)
  }

  /// The frame as a sample buffer without an image.
  ///
  /// The attachment `Attachments.Key.droppedFrameReason` holds the raw value of the ``Reason``.
  /// `Attachments.Key.droppedFrameCount` holds the count.
  public var sampleBuffer: SampleBuffer {
    var attachments = Attachments()
    attachments.set(.string(reason.rawValue), for: .droppedFrameReason, mode: .shouldNotPropagate)
    attachments.set(.integer(Int64(count)), for: .droppedFrameCount, mode: .shouldNotPropagate)
    return SampleBuffer(
      ofLostFrame: formatDescription, timing: timing, sequenceNumber: sequenceNumber, attachments: attachments)
  }
}

/// The number of dropped frames, by reason.
public struct DropCounts: Sendable, Hashable {
  /// The number of frames replaced by a newer frame.
  public package(set) var late = 0
  /// The number of frames dropped because no buffer or queue space was free.
  public package(set) var outOfBuffers = 0
  /// The number of frames lost before they reached the session.
  public package(set) var discontinuity = 0

  /// Creates counts; each is zero by default.
  public init(late: Int = 0, outOfBuffers: Int = 0, discontinuity: Int = 0) {
    self.late = late
    self.outOfBuffers = outOfBuffers
    self.discontinuity = discontinuity
  }

  /// The sum of all counts.
  public var total: Int { late + outOfBuffers + discontinuity }

  package mutating func add(_ count: Int, _ reason: DroppedFrame.Reason) {
    switch reason {
    case .late: late += count
    case .outOfBuffers: outOfBuffers += count
    case .discontinuity: discontinuity += count
    }
  }
}

/// A queue of drop reports waiting for a consumer.
///
/// When the queue is full, a report is added to the last one with the same reason.
struct DropReportQueue: Sendable {
  static let limit = 64

  private var reports: [(frame: DroppedFrame, connection: CaptureConnection)] = []

  init() { reports.reserveCapacity(Self.limit) }

  var isEmpty: Bool { reports.isEmpty }

  mutating func append(_ frame: DroppedFrame, from connection: CaptureConnection) {
    let isFull = reports.count >= Self.limit
    if isFull, let index = reports.lastIndex(where: { $0.frame.reason == frame.reason }) {
      reports[index].frame.count += frame.count
    } else {
      // With three reasons, at most two reports above the limit are kept.
      reports.append((frame, connection))
    }
  }

  /// Removes and returns the oldest report, or nil if the queue is empty.
  mutating func take() -> (frame: DroppedFrame, connection: CaptureConnection)? {
    reports.isEmpty ? nil : reports.removeFirst()
  }
}

/// The number of frames that an output delivered and dropped, and their latency.
public struct CaptureOutputStatistics: Sendable, Hashable {
  /// The number of frames delivered to the consumer.
  public package(set) var deliveredCount = 0
  /// The number of dropped frames, by reason.
  public package(set) var dropped = DropCounts()
  /// The number of frames that could not be decoded or converted to the requested format, and are not delivered.
  public package(set) var undecodableCount = 0
  /// The time that frames waited for the consumer; nil before the first frame.
  public package(set) var latency: LatencySummary?

  /// Creates statistics with all counts zero.
  public init() {}

  package mutating func add(_ other: Self) {
    deliveredCount += other.deliveredCount
    undecodableCount += other.undecodableCount
    dropped.late += other.dropped.late
    dropped.outOfBuffers += other.dropped.outOfBuffers
    dropped.discontinuity += other.dropped.discontinuity
    latency = other.latency ?? latency
  }
}
