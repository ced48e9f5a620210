import OpenCaptureMediaSamples
import OpenCaptureProcessing
import OpenCaptureSystem

/// The waiting samples of one consumer, the sample in processing and the counts, without threads, locks or time.
struct DeliveryState: Lockable, Sendable {
  /// A sample in the queue.
  struct Pending: Sendable {
    let sample: SampleBuffer
    let connection: CaptureConnection
    /// The time of arrival, in nanoseconds.
    let arrival: UInt64
  }

  /// The activity of the consumer.
  enum Phase: Sendable {
    /// The consumer is waiting for a sample.
    case idle
    /// The consumer is processing an event of a connection, or with nil the end of the stream, on a thread.
    case busy(CaptureConnection?, thread: UInt)
    /// The consumer is waiting for another queue with a result of this connection. Callers must not wait for the
    /// consumer.
    case paused(CaptureConnection)
    /// The consumer is processing its last event.
    case closing(CaptureConnection?, thread: UInt)
    /// The consumer receives no more events.
    case closed
  }

  private(set) var phase = Phase.idle
  /// Whether the consumer has a sample that is not counted yet.
  private var isDelivering = false
  private var counts = CaptureOutputStatistics()
  private var samples: SampleQueue<Pending>
  private var reports = DropReportQueue()
  /// The end of the stream, which is reported after the waiting samples.
  private var end: Result<Void, CaptureError>?
  private var latencies = LatencyHistogram()
  private let reportsDrops: Bool
  /// Whether the end is final: no samples follow, and each request after the waiting samples returns it.
  private let endsOnce: Bool

  init(_ capacity: SampleCapacity, reportsDrops: Bool = false, endsOnce: Bool = false) {
    samples = SampleQueue(capacity)
    self.reportsDrops = reportsDrops
    self.endsOnce = endsOnce
  }

  /// The number of delivered and dropped samples, and the time that they waited.
  var statistics: CaptureOutputStatistics {
    var statistics = counts
    statistics.latency = latencies.summary
    return statistics
  }

  // MARK: From the source

  /// The result of offering a sample.
  enum Offer: Sendable {
    /// The delivery is closed, or the connection is inactive.
    case rejected
    /// The sample is queued. The associated value is the sample that it replaced.
    case queued(replacing: Pending?)
    /// The sample was dropped. `isReported` is true if the consumer must be notified.
    case dropped(isReported: Bool)
  }

  mutating func offer(_ pending: Pending) -> Offer {
    guard !isOver, pending.connection.isActive else { return .rejected }
    switch samples.offer(pending) {
    case .accepted: return .queued(replacing: nil)
    case .replaced(let old):
      record(DroppedFrame(.late, old.sample), from: old.connection)
      return .queued(replacing: old)
    case .refused:
      record(DroppedFrame(.outOfBuffers, pending.sample), from: pending.connection)
      return .dropped(isReported: reportsDrops)
    }
  }

  /// Records dropped frames and returns whether the consumer must be notified.
  @discardableResult
  mutating func record(_ dropped: DroppedFrame, from connection: CaptureConnection) -> Bool {
    counts.dropped.add(dropped.count, dropped.reason)
    guard reportsDrops else { return false }
    reports.append(dropped, from: connection)
    return true
  }

  /// Records the end of the stream and returns whether the consumer must be notified.
  mutating func end(_ error: CaptureError?) -> Bool {
    guard !isOver else { return false }
    end = error.map { .failure($0) } ?? .success(())
    return true
  }

  // MARK: From the consumer

  /// Returns the next event for an idle consumer, which is busy until ``finishEvent()`` except at a final end.
  mutating func next(on thread: UInt, at now: UInt64) -> SampleDelivery.Event? {
    guard case .idle = phase else { return nil }
    if let report = reports.take() {
      phase = .busy(report.connection, thread: thread)
      return .dropped(report.frame, report.connection)
    }
    if let pending = samples.take() {
      phase = .busy(pending.connection, thread: thread)
      isDelivering = true
      latencies.record(now &- pending.arrival)
      return .sample(pending.sample, pending.connection)
    }
    guard let end else { return nil }
    if !endsOnce {
      self.end = nil
      phase = .busy(nil, thread: thread)
    }
    switch end {
    case .success: return .ended(nil)
    case .failure(let error): return .ended(error)
    }
  }

  /// Marks the consumer as idle, counts the delivery of a sample, and returns whether another event is waiting.
  mutating func finishEvent() -> Bool {
    countDelivery()
    phase = isClosed ? .closed : .idle
    return !isClosed && (samples.count > 0 || end != nil)
  }

  /// Counts the current sample as undecodable rather than delivered.
  mutating func countUndecodable() {
    isDelivering = false
    counts.undecodableCount += 1
  }

  /// Counts the current sample as dropped rather than delivered, because the consumer had no free buffer.
  mutating func countDropped(_ dropped: DroppedFrame) {
    isDelivering = false
    counts.dropped.add(dropped.count, dropped.reason)
  }

  /// Marks the consumer as waiting for another queue, so that callers do not wait for the consumer.
  mutating func pause() {
    switch phase {
    case .busy(let connection, _): phase = connection.map(Phase.paused) ?? .idle
    case .closing: phase = .closed
    case .idle, .paused, .closed: break
    }
  }

  /// Marks the consumer as busy on the given thread and returns whether its sample is still needed.
  mutating func resume(on thread: UInt) -> Bool {
    guard case .paused(let connection) = phase else { return false }
    phase = .busy(connection, thread: thread)
    return true
  }

  private mutating func countDelivery() {
    if isDelivering { counts.deliveredCount += 1 }
    isDelivering = false
  }

  // MARK: Ending the delivery

  /// Removes and returns the samples of the given connections, which the caller releases outside of any lock.
  mutating func discard(from connections: [CaptureConnection]) -> [Pending] {
    if case .paused(let connection) = phase, connections.contains(where: { $0 === connection }) {
      phase = .idle
      isDelivering = false
    }
    return samples.remove { pending in connections.contains { $0 === pending.connection } }
  }

  /// Closes the delivery, counts the sample in processing, and removes and returns the waiting samples.
  mutating func close() -> [Pending] {
    switch phase {
    case .idle: phase = .closed
    case .paused:
      phase = .closed
      isDelivering = false
    case .busy(let connection, let thread):
      phase = .closing(connection, thread: thread)
      countDelivery()
    case .closing, .closed: break
    }
    end = nil
    return samples.remove { _ in true }
  }

  // MARK: Conditions to wait for

  private var isClosed: Bool {
    switch phase {
    case .closing, .closed: true
    case .idle, .busy, .paused: false
    }
  }

  /// Whether no more samples are accepted.
  private var isOver: Bool { isClosed || (endsOnce && end != nil) }

  /// Whether a sample can be offered without being dropped because the queue is full; true also for a rejected one.
  func hasRoom(for connection: CaptureConnection) -> Bool { !samples.isFull || isOver || !connection.isActive }

  /// Whether no sample is queued, or the connection sends no more.
  func isDrained(of connection: CaptureConnection) -> Bool { samples.count == 0 || isOver || !connection.isActive }

  /// Whether no sample of the connection is queued or with the consumer, and none will be.
  func isDone(with connection: CaptureConnection) -> Bool {
    if case .busy = phase, connection.isActive { return false }
    return isDrained(of: connection)
  }

  /// Whether the consumer is processing a sample of one of the connections on a thread other than the given one.
  func isBusy(with connections: [CaptureConnection], seenFrom thread: UInt) -> Bool {
    switch phase {
    case .busy(let connection, let busyThread), .closing(let connection, let busyThread):
      busyThread != thread && connections.contains { $0 === connection }
    case .idle, .paused, .closed: false
    }
  }

  /// Whether no event is waiting or being processed.
  var isIdle: Bool {
    switch phase {
    case .idle, .closed: samples.count == 0 && reports.isEmpty && end == nil
    case .busy, .paused, .closing: false
    }
  }
}
