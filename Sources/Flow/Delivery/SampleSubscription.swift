public import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A queue of samples for a task or thread that requests them.
public final class SampleSubscription: SampleReceiver {
  private typealias Pending = DeliveryState.Pending
  private typealias Waiter = CheckedContinuation<Pending?, Never>

  /// The state of the subscriber and the stream.
  private enum Phase: Sendable {
    /// No task is waiting for a sample.
    case open
    /// A task is waiting for a sample, and the queue is empty.
    case awaited(Waiter)
    /// No more samples arrive. Queued samples are still delivered.
    case ended(CaptureError?)
  }

  private struct State: Lockable {
    var phase = Phase.open
    var samples: SampleQueue<Pending>
    var statistics = CaptureOutputStatistics()

    var isEnded: Bool { if case .ended = phase { true } else { false } }

    /// Removes and returns the waiting task, or nil if no task is waiting.
    mutating func takeWaiter() -> Waiter? {
      guard case .awaited(let waiter) = phase else { return nil }
      phase = .open
      return waiter
    }
  }

  private let state: Monitor<State>
  private let conversion: SampleConversion
  private let onEnd: @Sendable (CaptureOutputStatistics) -> Void

  /// Creates a subscription to video frames.
  ///
  /// - Parameters:
  ///   - capacity: The number of samples that may wait. The default is the newest sample only.
  ///   - settings: Returns the requested image settings; called for each sample. By default, compressed images are
  ///     decoded and others stay unchanged.
  ///   - onEnd: Called with the final statistics when the subscription is deallocated.
  public convenience init(
    capacity: SampleCapacity = .newest, settings: @escaping @Sendable () -> VideoSettings = { VideoSettings() },
    onEnd: @escaping @Sendable (CaptureOutputStatistics) -> Void = { _ in }
  ) {
    self.init(capacity: capacity, converting: SampleConverter.conversion(to: settings), onEnd: onEnd)
  }

  /// Creates a subscription with a custom conversion.
  ///
  /// - Parameters:
  ///   - capacity: The number of samples that may wait. The default is the newest sample only.
  ///   - conversion: Converts each sample on the subscriber's thread. If it throws a ``CaptureError``, the
  ///     subscription ends. After another error, the sample is skipped and counted.
  ///   - onEnd: Called with the final statistics when the subscription is deallocated.
  package init(
    capacity: SampleCapacity = .newest, converting conversion: @escaping SampleConversion,
    onEnd: @escaping @Sendable (CaptureOutputStatistics) -> Void = { _ in }
  ) {
    state = Monitor(State(samples: SampleQueue(capacity)))
    self.conversion = conversion
    self.onEnd = onEnd
  }

  deinit { onEnd(statistics) }

  /// The number of delivered and dropped samples.
  public var statistics: CaptureOutputStatistics { state.withLock { $0.statistics } }

  // MARK: From the source

  /// Queues a sample from the source, or passes it to the waiting task.
  public func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
    if canWait {
      _ = state.wait { !$0.samples.isFull || $0.isEnded || !connection.isActive ? true : nil }
    }
    let pending = Pending(sample: sampleBuffer, connection: connection, arrival: MonotonicClock.now())
    var replaced: Pending?
    let waiter = state.update { state -> Waiter? in
      guard !state.isEnded, connection.isActive else { return nil }
      if let waiter = state.takeWaiter() {
        state.statistics.deliveredCount += 1
        return waiter
      }
      switch state.samples.offer(pending) {
      case .accepted: break
      case .replaced(let old):
        state.statistics.dropped.add(1, .late)
        replaced = old
      case .refused: state.statistics.dropped.add(1, .outOfBuffers)
      }
      return nil
    }
    waiter?.resume(returning: pending)
    // Released outside the lock, because returning a buffer can call a driver.
    withExtendedLifetime(replaced) {}
  }

  /// Counts frames lost by the source.
  public func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {
    state.withLock { $0.statistics.dropped.add(dropped.count, dropped.reason) }
  }

  /// Waits until the queue is empty or the connection becomes inactive.
  public func finish(_ connection: CaptureConnection) {
    _ = state.wait { $0.samples.count == 0 || $0.isEnded || !connection.isActive ? true : nil }
  }

  /// Removes the queued samples of the given connections.
  public func discard(from connections: [CaptureConnection]) {
    let removed = state.update { state in
      state.samples.remove { pending in connections.contains { $0 === pending.connection } }
    }
    withExtendedLifetime(removed) {}
  }

  /// Ends the subscription.
  ///
  /// Queued samples are still delivered.
  public func end(_ error: CaptureError?) {
    let waiter = state.update { state in
      let waiter = state.takeWaiter()
      if !state.isEnded { state.phase = .ended(error) }
      return waiter
    }
    waiter?.resume(returning: nil)
  }

  // MARK: From a task

  /// Returns the next sample, or nil after the end of the stream or the cancellation of the task.
  ///
  /// - Throws: ``CaptureError`` if the source failed.
  public func next() async throws(CaptureError) -> SampleBuffer? {
    while true {
      let pending = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in wait(continuation) }
      } onCancel: {
        end(nil)
      }
      guard let pending else {
        if case .ended(let error?) = state.withLock({ $0.phase }) { throw error }
        return nil
      }
      if let sample = try convert(pending.sample) { return sample }
    }
  }

  /// Returns the next sample, or nil after the end of the stream.
  ///
  /// Blocks the calling thread.
  ///
  /// Do not call this from a task, because tasks share few threads.
  ///
  /// - Throws: ``CaptureError`` if the source failed.
  public func waitForNext() throws(CaptureError) -> SampleBuffer? {
    while true {
      _ = state.wait { $0.samples.count > 0 || $0.isEnded ? true : nil }
      let (pending, end) = state.update { state -> (Pending?, CaptureError?) in
        if let pending = state.samples.take() {
          state.statistics.deliveredCount += 1
          return (pending, nil)
        }
        if case .ended(let error) = state.phase { return (nil, error) }
        return (nil, nil)
      }
      if let end { throw end }
      guard let pending else { return nil }
      if let sample = try convert(pending.sample) { return sample }
    }
  }

  private func wait(_ continuation: Waiter) {
    let (ready, waiter) = state.update { state -> (Pending?, Waiter?) in
      if let pending = state.samples.take() {
        state.statistics.deliveredCount += 1
        return (pending, continuation)
      }
      if state.isEnded { return (nil, continuation) }
      // If two loops iterate one sequence, the one that waited first ends.
      let other = state.takeWaiter()
      state.phase = .awaited(continuation)
      return (nil, other)
    }
    waiter?.resume(returning: ready)
  }

  private func convert(_ sample: SampleBuffer) throws(CaptureError) -> SampleBuffer? {
    do { return try conversion(sample) } catch {
      state.withLock { state in
        state.statistics.deliveredCount -= 1
        let isFull = (error as? MediaError)?.code == .poolExhausted
        if isFull { state.statistics.dropped.add(1, .outOfBuffers) } else { state.statistics.undecodableCount += 1 }
      }
      if let error = error as? CaptureError { throw error }
      return nil
    }
  }
}

/// An asynchronous sequence of the frames of a video data output.
///
/// The sequence ends when the session stops. It throws when the source fails. The output's
/// `alwaysDiscardsLateVideoFrames` decides whether frames that arrive while the loop is busy wait or are dropped.
/// Use one loop at a time.
public struct CaptureSampleBuffers: AsyncSequence, Sendable {
  /// The type of the delivered samples.
  public typealias Element = SampleBuffer
  /// The error that ends the sequence if the source fails.
  public typealias Failure = CaptureError

  private let subscription: SampleSubscription

  /// Creates a sequence of the samples of a subscription.
  public init(_ subscription: SampleSubscription) { self.subscription = subscription }

  /// Creates an iterator.
  ///
  /// All iterators of a sequence share its frames.
  public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  /// An iterator that takes one frame after another.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let subscription: SampleSubscription

    /// Returns the next frame, or nil after the session stopped or the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(CaptureError)
      -> SampleBuffer?
    {
      try await subscription.next()
    }

    /// Returns the next frame, or nil after the session stopped or the task was cancelled.
    public mutating func next() async throws(CaptureError) -> SampleBuffer? { try await subscription.next() }
  }
}

/// A receiver that forwards to a subscription without keeping it alive.
package final class WeakSubscription: SampleReceiver {
  package weak let subscription: SampleSubscription?

  package init(_ subscription: SampleSubscription) { self.subscription = subscription }

  package func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
    subscription?.receive(sampleBuffer, from: connection, canWait: canWait)
  }

  package func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {
    subscription?.receive(dropped, from: connection)
  }

  package func finish(_ connection: CaptureConnection) { subscription?.finish(connection) }

  package func discard(from connections: [CaptureConnection]) { subscription?.discard(from: connections) }

  package func end(_ error: CaptureError?) { subscription?.end(error) }
}
