public import Dispatch
import Glibc
public import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Takes samples on the source's thread and hands them to a closure on a queue, one at a time.
///
/// In steady state nothing is allocated: the queue is woken by a dispatch source rather than by a closure a sample. One
/// sample is handled per turn, so that a slow consumer leaves room for what else is on its queue.
public final class SampleDelivery: SampleReceiver {
  /// What is handed over.
  public enum Event: Sendable {
    /// A sample, and the way that it came.
    case sample(SampleBuffer, CaptureConnection)
    /// Frames that were dropped, where that is to be told.
    case dropped(DroppedFrame, CaptureConnection)
    /// No more samples come, with this error or because there are none; they may, when the session starts again.
    case ended(CaptureError?)
  }

  /// Takes what is handed over, on the queue.
  public typealias Consumer = @Sendable (SampleDelivery, Event) -> Void

  /// How long ``discard(from:)`` waits for a consumer that is busy with such a sample.
  private static let patience: UInt64 = 200_000_000

  private let state: Monitor<DeliveryState>
  /// Unsafe only to the compiler: dispatch sources may be used from any thread.
  private nonisolated(unsafe) let wake: any DispatchSourceUserDataAdd

  /// Begins to deliver.
  ///
  /// - Parameters:
  ///   - queue: Where the consumer is called; a serial one.
  ///   - capacity: How many samples may wait for it; default the newest.
  ///   - reportsDrops: Whether the consumer wants to know of drops; they are counted anyway. Default false.
  ///   - consumer: Takes samples, one at a time.
  public init(
    on queue: DispatchQueue, capacity: SampleCapacity = .newest, reportsDrops: Bool = false,
    consumer: @escaping Consumer
  ) {
    state = Monitor(DeliveryState(capacity, reportsDrops: reportsDrops))
    wake = DispatchSource.makeUserDataAddSource(queue: queue)
    wake.setEventHandler { [weak self] in self?.deliverNext(to: consumer) }
    wake.activate()
  }

  deinit { wake.cancel() }

  /// What was delivered and dropped so far.
  public var statistics: CaptureOutputStatistics {
    state.withLock { state in
      var statistics = state.statistics
      statistics.latency = state.latency
      return statistics
    }
  }

  /// Whether nothing waits for the consumer, nor is with it.
  package var isIdle: Bool { state.withLock { $0.isIdle } }

  /// Waits until nothing waits for the consumer, nor is with it; false where that lasts longer than until `deadline`.
  ///
  /// - Parameter deadline: In nanoseconds of the monotonic clock.
  package func waitUntilIdle(until deadline: UInt64) -> Bool {
    state.wait(until: deadline) { $0.isIdle ? true : nil } != nil
  }

  private static var thread: UInt { UInt(pthread_self()) }
}

// MARK: From the source

extension SampleDelivery {
  /// Takes a sample from the source.
  public func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
    if canWait { _ = state.wait { $0.hasRoom(for: connection) ? true : nil } }
    let pending = DeliveryState.Pending(
      sample: sampleBuffer, connection: connection, arrival: MonotonicClock.now())
    switch state.withLock({ $0.offer(pending) }) {
    case .unwanted, .dropped(isReported: false): break
    case .dropped(isReported: true): wake.add(data: 1)
    case .waits(insteadOf: let old):
      wake.add(data: 1)
      // Let go of outside the lock: giving a buffer back can call a driver.
      withExtendedLifetime(old) {}
    }
  }

  /// Takes note of frames that the source lost.
  public func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {
    if state.withLock({ $0.note(dropped, from: connection) }) { wake.add(data: 1) }
  }

  /// Waits until nothing waits for the consumer any more, nor is with it, or the connection is no more.
  public func finish(_ connection: CaptureConnection) {
    _ = state.wait { $0.isDone(with: connection) ? true : nil }
  }

  /// Tells the consumer of the end, behind what waits.
  public func end(_ error: CaptureError?) {
    if state.withLock({ $0.end(error) }) { wake.add(data: 1) }
  }

  /// Forgets samples of these connections, and waits for one that is with the consumer; not where that calls this.
  ///
  /// A consumer that waits for the caller is not waited for longer than 0.2 s.
  public func discard(from connections: [CaptureConnection]) {
    let removed = state.update { $0.discard(from: connections) }
    withExtendedLifetime(removed) {}
    let thread = Self.thread
    _ = state.wait(until: MonotonicClock.now() + Self.patience) { state in
      state.isBusy(with: connections, seenFrom: thread) ? nil : true
    }
  }

  /// Takes no samples any more, and forgets those that wait.
  public func close() {
    let removed = state.update { $0.close() }
    withExtendedLifetime(removed) {}
  }
}

// MARK: On the queue

extension SampleDelivery {
  /// Hands one sample to the consumer, and the reports that wait before it.
  func deliverNext(to consumer: (SampleDelivery, Event) -> Void) {
    while let event = state.update({ $0.next(on: Self.thread, at: MonotonicClock.now()) }) {
      consumer(self, event)
      let hasMore = state.update { $0.finishTurn() }
      if case .dropped = event { continue }
      if hasMore { wake.add(data: 1) }
      return
    }
  }
}

// MARK: For the consumer

extension SampleDelivery {
  /// Counts the sample at hand as one that could not be made what the consumer asked for.
  public func noteUndecodable() { state.withLock { $0.noteUndecodable() } }

  /// Counts the sample at hand as one for which the consumer has no buffer.
  public func noteDropped(_ dropped: DroppedFrame) { state.withLock { $0.noteDropped(dropped) } }

  /// Takes note that the consumer waits for its turn elsewhere, so that nobody should wait for it.
  package func pause() { state.update { $0.pause() } }

  /// Takes note that the consumer goes on, on this thread; false where its sample is not wanted any more.
  package func resume() -> Bool { state.update { $0.resume(on: Self.thread) } }
}
