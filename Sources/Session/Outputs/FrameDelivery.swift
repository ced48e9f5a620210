import OpenCaptureSystem
import Dispatch
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureProcessing

/// Takes frames on the source's thread and hands them to a consumer on a queue, one at a time.
///
/// What waits and what is dropped, ``FrameQueue`` decides. In steady state nothing is allocated: the queue is woken by a
/// dispatch source rather than by a closure a frame. One frame is handled per turn, so that a slow consumer leaves room
/// for what else is on its queue.
final class FrameDelivery: Sendable {
  struct Pending: Sendable {
    let sample: SampleBuffer
    let connection: CaptureConnection
    let arrival: UInt64
  }

  enum Event: Sendable {
    case frame(SampleBuffer, CaptureConnection)
    case dropped(DroppedFrame, CaptureConnection)
  }

  private struct State: Lockable {
    var frames: FrameQueue<Pending>
    var reports = DropReports<CaptureConnection>()
    /// The connection whose frame is with the consumer now, and the thread that it is on.
    var inFlight: (connection: CaptureConnection, thread: UInt)?
    /// The connection whose finds wait to be reported.
    var paused: CaptureConnection?
    var isClosed = false
    var statistics = CaptureOutputStatistics()
    var latencies = LatencyHistogram()
  }

  /// How long ``discard(from:)`` waits for a consumer that is busy with such a frame.
  private static let patience: UInt64 = 200_000_000

  private let state: Monitor<State>
  /// Unsafe only to the compiler: dispatch sources may be used from any thread.
  private nonisolated(unsafe) let wake: any DispatchSourceUserDataAdd
  private let reportsDrops: Bool

  /// Begins to deliver.
  ///
  /// - Parameters:
  ///   - queue: Where the consumer is called; a serial one.
  ///   - capacity: How many frames may wait.
  ///   - reportsDrops: Whether the consumer wants to know of drops; they are counted anyway.
  ///   - consumer: Takes frames, one at a time.
  init(
    on queue: DispatchQueue, capacity: FrameQueue<Pending>.Capacity, reportsDrops: Bool,
    consumer: @escaping @Sendable (FrameDelivery, Event) -> Void
  ) {
    state = Monitor(State(frames: FrameQueue(capacity)))
    self.reportsDrops = reportsDrops
    wake = DispatchSource.makeUserDataAddSource(queue: queue)
    wake.setEventHandler { [weak self] in self?.deliverNext(to: consumer) }
    wake.activate()
  }

  deinit { wake.cancel() }

  /// Takes a frame from the source.
  func receive(_ sample: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
    let pending = Pending(sample: sample, connection: connection, arrival: MonotonicClock.now())
    if canWait { waitForRoom(connection) }
    let (dropped, isAccepted) = state.withLock { state -> (Pending?, Bool) in
      guard !state.isClosed, connection.isActive else { return (nil, false) }
      switch state.frames.offer(pending) {
      case .accepted: return (nil, true)
      case .replaced(let old):
        note(DroppedFrame(.late, old.sample), old.connection, &state)
        return (old, true)
      case .refused:
        note(DroppedFrame(.outOfBuffers, sample), connection, &state)
        return (nil, reportsDrops)
      }
    }
    if isAccepted { wake.add(data: 1) }
    // Let go of outside the lock: giving a buffer back can call a driver.
    withExtendedLifetime(dropped) {}
  }

  /// Takes note of frames that the source lost.
  func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {
    state.withLock { note(dropped, connection, &$0) }
    if reportsDrops { wake.add(data: 1) }
  }

  private func note(_ dropped: DroppedFrame, _ connection: CaptureConnection, _ state: inout State) {
    state.statistics.dropped.add(dropped.count, dropped.reason)
    if reportsDrops { state.reports.append(dropped, from: connection) }
  }

  /// Waits until there is room, or the connection is no more.
  private func waitForRoom(_ connection: CaptureConnection) {
    _ = state.wait { state in !state.frames.isFull || state.isClosed || !connection.isActive ? true : nil }
  }

  /// Waits until nothing waits for the consumer any more, nor is with it, or the connection is no more.
  func waitUntilIdle(_ connection: CaptureConnection) {
    _ = state.wait { state in
      (state.frames.count == 0 && state.inFlight == nil) || state.isClosed || !connection.isActive ? true : nil
    }
  }

  /// Hands one frame to the consumer, and the reports that wait before it; called on the queue.
  func deliverNext(to consumer: (FrameDelivery, Event) -> Void) {
    while let report = state.withLock({ $0.reports.take() }) {
      consumer(self, .dropped(report.frame, report.origin))
    }
    let now = MonotonicClock.now()
    let next = state.update { state -> (pending: Pending, hasMore: Bool)? in
      guard let pending = state.frames.take() else { return nil }
      state.inFlight = (pending.connection, Self.thread)
      state.statistics.deliveredCount += 1
      state.latencies.record(now &- pending.arrival)
      return (pending, state.frames.count > 0)
    }
    guard let next else { return }
    consumer(self, .frame(next.pending.sample, next.pending.connection))
    state.update { $0.inFlight = nil }
    if next.hasMore { wake.add(data: 1) }
  }

  private static var thread: UInt { UInt(pthread_self()) }

  /// Counts a frame that was taken but could not be made what the consumer asked for.
  func noteUndecodable() {
    state.withLock { state in
      state.statistics.deliveredCount -= 1
      state.statistics.undecodableCount += 1
    }
  }

  /// Counts a frame that was taken but for which the consumer left no buffer.
  func noteDropped(_ dropped: DroppedFrame) {
    state.withLock { state in
      state.statistics.deliveredCount -= 1
      state.statistics.dropped.add(dropped.count, dropped.reason)
    }
  }

  /// Forgets frames of these connections, and waits for one that is with the consumer; not where that calls this.
  ///
  /// A consumer that waits for the caller is not waited for longer than ``patience``.
  func discard(from connections: [CaptureConnection]) {
    let removed = state.update { state -> [Pending] in
      if let paused = state.paused, connections.contains(where: { $0 === paused }) { state.paused = nil }
      return state.frames.remove { pending in connections.contains { $0 === pending.connection } }
    }
    withExtendedLifetime(removed) {}
    _ = state.wait(until: MonotonicClock.now() + Self.patience) { state in
      guard let inFlight = state.inFlight, inFlight.thread != Self.thread else { return true }
      return connections.contains { $0 === inFlight.connection } ? nil : true
    }
  }

  /// Takes note that the consumer waits for its turn elsewhere, so that nobody should wait for it.
  func pause() {
    state.update { state in
      state.paused = state.inFlight?.connection
      state.inFlight = nil
    }
  }

  /// Takes note that the consumer goes on, on this thread; false where its frame is not wanted any more.
  func resume() -> Bool {
    state.update { state in
      guard let connection = state.paused.take() else { return false }
      state.inFlight = (connection, Self.thread)
      return true
    }
  }

  /// Takes no frames any more, and forgets those that wait.
  func close() {
    let removed = state.update { state in
      state.isClosed = true
      return state.frames.remove { _ in true }
    }
    withExtendedLifetime(removed) {}
  }

  /// Whether nothing waits for the consumer, nor is with it.
  var isIdle: Bool {
    state.withLock { $0.frames.count == 0 && $0.inFlight == nil && $0.paused == nil && $0.reports.isEmpty }
  }

  var statistics: CaptureOutputStatistics {
    state.withLock { state in
      var statistics = state.statistics
      statistics.latency = state.latencies.summary
      return statistics
    }
  }
}
