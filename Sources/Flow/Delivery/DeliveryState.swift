import OpenCaptureMediaSamples
import OpenCaptureProcessing
import OpenCaptureSystem

/// What waits for a consumer, what is with it now, and what was dropped: a state machine without threads, locks or time.
struct DeliveryState: Lockable, Sendable {
  /// A sample that waits.
  struct Pending: Sendable {
    let sample: SampleBuffer
    let connection: CaptureConnection
    /// In nanoseconds.
    let arrival: UInt64
  }

  /// What the consumer is doing.
  enum Phase: Sendable {
    /// Nothing: it waits for a sample.
    case idle
    /// It works on what it was handed.
    case busy(Turn)
    /// It waits for its turn elsewhere, with what it made of a sample of this connection; nobody should wait for it.
    case elsewhere(CaptureConnection)
    /// It works on what it was handed, the last.
    case closing(Turn)
    /// It takes nothing any more.
    case closed
  }

  /// What is with the consumer: which way it came, and the thread that it is on.
  struct Turn: Sendable {
    /// Nil for the end.
    let connection: CaptureConnection?
    let thread: UInt
  }

  private(set) var phase = Phase.idle
  private(set) var statistics = CaptureOutputStatistics()
  private var samples: SampleQueue<Pending>
  private var reports = DropReports<CaptureConnection>()
  /// The end that waits to be told behind the samples.
  private var end: Result<Void, CaptureError>?
  private var latencies = LatencyHistogram()
  private let reportsDrops: Bool

  init(_ capacity: SampleCapacity, reportsDrops: Bool) {
    (samples, self.reportsDrops) = (SampleQueue(capacity), reportsDrops)
  }

  // MARK: From the source

  /// What became of a sample that was offered.
  enum Offer: Sendable {
    /// Nobody takes it any more.
    case unwanted
    /// It waits, in place of this one, if that isn't nil.
    case waits(insteadOf: Pending?)
    /// It was dropped; whether the consumer is to be told.
    case dropped(isReported: Bool)
  }

  mutating func offer(_ pending: Pending) -> Offer {
    guard !isClosed, pending.connection.isActive else { return .unwanted }
    switch samples.offer(pending) {
    case .accepted: return .waits(insteadOf: nil)
    case .replaced(let old):
      note(DroppedFrame(.late, old.sample), from: old.connection)
      return .waits(insteadOf: old)
    case .refused:
      note(DroppedFrame(.outOfBuffers, pending.sample), from: pending.connection)
      return .dropped(isReported: reportsDrops)
    }
  }

  /// Takes note of frames that didn't get here; whether the consumer is to be told.
  @discardableResult
  mutating func note(_ dropped: DroppedFrame, from connection: CaptureConnection) -> Bool {
    statistics.dropped.add(dropped.count, dropped.reason)
    guard reportsDrops else { return false }
    reports.append(dropped, from: connection)
    return true
  }

  /// Takes note that no more samples come; false where nobody is to be told any more.
  mutating func end(_ error: CaptureError?) -> Bool {
    guard !isClosed else { return false }
    end = error.map { .failure($0) } ?? .success(())
    return true
  }

  // MARK: From the consumer's queue

  /// What is to be handed over now, if anything; the consumer has it then, until ``finishTurn()``.
  mutating func next(on thread: UInt, at now: UInt64) -> SampleDelivery.Event? {
    guard case .idle = phase else { return nil }
    if let report = reports.take() {
      phase = .busy(Turn(connection: report.origin, thread: thread))
      return .dropped(report.frame, report.origin)
    }
    if let pending = samples.take() {
      phase = .busy(Turn(connection: pending.connection, thread: thread))
      statistics.deliveredCount += 1
      latencies.record(now &- pending.arrival)
      return .sample(pending.sample, pending.connection)
    }
    guard let end = end.take() else { return nil }
    phase = .busy(Turn(connection: nil, thread: thread))
    switch end {
    case .success: return .ended(nil)
    case .failure(let error): return .ended(error)
    }
  }

  /// Takes note that the consumer is done with what it was handed; whether something else waits for it.
  mutating func finishTurn() -> Bool {
    switch phase {
    case .closing, .closed: phase = .closed
    case .idle, .busy, .elsewhere: phase = .idle
    }
    return !isClosed && (samples.count > 0 || end != nil)
  }

  /// Counts a sample that was handed over but could not be made what the consumer asked for.
  mutating func noteUndecodable() {
    statistics.deliveredCount -= 1
    statistics.undecodableCount += 1
  }

  /// Counts a sample that was handed over but for which the consumer left no buffer.
  mutating func noteDropped(_ dropped: DroppedFrame) {
    statistics.deliveredCount -= 1
    statistics.dropped.add(dropped.count, dropped.reason)
  }

  /// Takes note that the consumer waits for its turn elsewhere, so that nobody should wait for it.
  mutating func pause() {
    switch phase {
    case .busy(let turn): phase = turn.connection.map(Phase.elsewhere) ?? .idle
    case .closing: phase = .closed
    case .idle, .elsewhere, .closed: break
    }
  }

  /// Takes note that the consumer goes on, on this thread; false where its sample is not wanted any more.
  mutating func resume(on thread: UInt) -> Bool {
    guard case .elsewhere(let connection) = phase else { return false }
    phase = .busy(Turn(connection: connection, thread: thread))
    return true
  }

  // MARK: From whoever ends it

  /// Forgets the samples of these connections, and gives them back to be let go of outside of any lock.
  mutating func discard(from connections: [CaptureConnection]) -> [Pending] {
    if case .elsewhere(let connection) = phase, connections.contains(where: { $0 === connection }) { phase = .idle }
    return samples.remove { pending in connections.contains { $0 === pending.connection } }
  }

  /// Takes nothing any more, and forgets what waits.
  mutating func close() -> [Pending] {
    switch phase {
    case .idle, .elsewhere: phase = .closed
    case .busy(let turn): phase = .closing(turn)
    case .closing, .closed: break
    }
    end = nil
    return samples.remove { _ in true }
  }

  // MARK: What others wait for

  private var isClosed: Bool {
    switch phase {
    case .closing, .closed: true
    case .idle, .busy, .elsewhere: false
    }
  }

  /// Whether a sample can be offered that is not dropped for want of room, or isn't wanted at all.
  func hasRoom(for connection: CaptureConnection) -> Bool {
    !samples.isFull || isClosed || !connection.isActive
  }

  /// Whether nothing that came through a connection waits for the consumer or is with it, nor will be.
  func isDone(with connection: CaptureConnection) -> Bool {
    if isClosed || !connection.isActive { return true }
    guard samples.count == 0 else { return false }
    if case .busy = phase { return false }
    return true
  }

  /// Whether the consumer works on a sample of one of these connections, on another thread than this.
  func isBusy(with connections: [CaptureConnection], seenFrom thread: UInt) -> Bool {
    switch phase {
    case .busy(let turn), .closing(let turn):
      turn.thread != thread && connections.contains { $0 === turn.connection }
    case .idle, .elsewhere, .closed: false
    }
  }

  /// Whether nothing at all waits, nor is with the consumer.
  var isIdle: Bool {
    switch phase {
    case .idle, .closed: samples.count == 0 && reports.isEmpty && end == nil
    case .busy, .elsewhere, .closing: false
    }
  }

  /// How long samples waited.
  var latency: LatencySummary? { latencies.summary }
}
