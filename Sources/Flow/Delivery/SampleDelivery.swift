public import Dispatch
import Glibc
public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// A receiver that passes samples from the source's thread to a closure on a queue, one at a time.
///
/// In steady state no memory is allocated: a dispatch source wakes the queue, not one closure per sample. Each
/// wake-up handles one sample, so that a slow consumer leaves time for other work on its queue.
public final class SampleDelivery: SampleReceiver {
  /// An event for the consumer.
  public enum Event: Sendable {
    /// A sample and its connection.
    case sample(SampleBuffer, CaptureConnection)
    /// A report of dropped frames and their connection, if reports are requested.
    case dropped(DroppedFrame, CaptureConnection)
    /// The end of the stream, with the error that caused it. Samples can follow if the session starts again.
    case ended(CaptureError?)
  }

  /// A function that handles events on the queue.
  public typealias Consumer = @Sendable (SampleDelivery, Event) -> Void

  /// The longest time that ``discard(from:)`` waits for a busy consumer, in nanoseconds.
  private static let discardTimeout: UInt64 = 200_000_000

  private let state: Monitor<DeliveryState>
  /// Marked unsafe because the compiler does not know that dispatch sources may be used from any thread.
  private nonisolated(unsafe) let wake: any DispatchSourceUserDataAdd

  /// Creates a delivery and starts it.
  ///
  /// - Parameters:
  ///   - queue: The serial queue that calls the consumer.
  ///   - capacity: The number of samples that may wait for the consumer. The default is the newest sample only.
  ///   - reportsDrops: Whether the consumer receives drop reports. Drops are always counted. The default is false.
  ///   - consumer: The function that handles the events, one at a time.
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

  /// The number of delivered and dropped samples, and their latency.
  public var statistics: CaptureOutputStatistics { state.withLock { $0.statistics } }

  /// Whether no event is waiting for the consumer or being processed.
  package var isIdle: Bool { state.withLock { $0.isIdle } }

  /// Waits until no event is waiting or being processed; returns false at the deadline of the monotonic clock.
  package func waitUntilIdle(until deadline: UInt64) -> Bool {
    state.wait(until: deadline) { $0.isIdle ? true : nil } != nil
  }

  private static var thread: UInt { UInt(pthread_self()) }
}

// MARK: From the source

extension SampleDelivery {
  /// Queues a sample from the source.
  public func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
    if canWait { _ = state.wait { $0.hasRoom(for: connection) ? true : nil } }
    let pending = DeliveryState.Pending(sample: sampleBuffer, connection: connection, arrival: MonotonicClock.now())
    switch state.withLock({ $0.offer(pending) }) {
    case .rejected, .dropped(isReported: false): break
    case .dropped(isReported: true): wake.add(data: 1)
    case .queued(replacing: let old):
      wake.add(data: 1)
      // Released outside the lock, because returning a buffer can call a driver.
      withExtendedLifetime(old) {}
    }
  }

  /// Records frames lost by the source.
  public func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {
    if state.withLock({ $0.record(dropped, from: connection) }) { wake.add(data: 1) }
  }

  /// Waits until no event is waiting or being processed, or the connection becomes inactive.
  public func finish(_ connection: CaptureConnection) {
    _ = state.wait { $0.isDone(with: connection) ? true : nil }
  }

  /// Notifies the consumer of the end, after the waiting samples.
  public func end(_ error: CaptureError?) {
    if state.withLock({ $0.end(error) }) { wake.add(data: 1) }
  }

  /// Removes the samples of the given connections and waits for one that the consumer is processing.
  ///
  /// The wait ends after 0.2 s, because the consumer may be waiting for the caller. Calls by the consumer do not
  /// wait.
  public func discard(from connections: [CaptureConnection]) {
    let removed = state.update { $0.discard(from: connections) }
    withExtendedLifetime(removed) {}
    let thread = Self.thread
    _ = state.wait(until: MonotonicClock.now() + Self.discardTimeout) { state in
      state.isBusy(with: connections, seenFrom: thread) ? nil : true
    }
  }

  /// Stops accepting samples and removes those that wait.
  public func close() {
    let removed = state.update { $0.close() }
    withExtendedLifetime(removed) {}
  }
}

// MARK: On the queue

extension SampleDelivery {
  /// Passes one sample to the consumer, after the waiting drop reports.
  func deliverNext(to consumer: (SampleDelivery, Event) -> Void) {
    while let event = state.update({ $0.next(on: Self.thread, at: MonotonicClock.now()) }) {
      consumer(self, event)
      let hasMore = state.update { $0.finishEvent() }
      if case .dropped = event { continue }
      if hasMore { wake.add(data: 1) }
      return
    }
  }
}

// MARK: Called by the consumer

extension SampleDelivery {
  /// Counts the current sample as one that could not be converted to the requested format.
  public func countUndecodable() { state.withLock { $0.countUndecodable() } }

  /// Counts the current sample as dropped because the consumer has no free buffer.
  public func countDropped(_ dropped: DroppedFrame) { state.withLock { $0.countDropped(dropped) } }

  /// Marks the consumer as waiting for another queue, so that callers do not wait for the consumer.
  package func pause() { state.update { $0.pause() } }

  /// Marks the consumer as busy on this thread and returns whether its sample is still needed.
  package func resume() -> Bool { state.update { $0.resume(on: Self.thread) } }
}
