public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// A queue of samples for a task or thread that requests them.
public final class SampleSubscription: SampleReceiver {
  private typealias Event = SampleDelivery.Event
  private typealias Waiter = CheckedContinuation<Event, Never>

  private struct State: Lockable {
    var delivery: DeliveryState
    /// The task that waits for an event; nil if none is waiting.
    var waiter: Waiter?

    mutating func next() -> Event? { delivery.next(on: 0, at: MonotonicClock.now()) }

    /// Removes and returns the waiting task and the event for it; nil if one of them is missing.
    mutating func takeWaiter() -> (waiter: Waiter, event: Event)? {
      guard waiter != nil, let event = next(), let waiter = waiter.take() else { return nil }
      return (waiter, event)
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

  /// Creates a subscription with a custom conversion, which runs on the subscriber's thread.
  ///
  /// A ``CaptureError`` of the conversion ends the subscription. After another error, the sample is skipped and
  /// counted.
  package init(
    capacity: SampleCapacity = .newest, converting conversion: @escaping SampleConversion,
    onEnd: @escaping @Sendable (CaptureOutputStatistics) -> Void = { _ in }
  ) {
    state = Monitor(State(delivery: DeliveryState(capacity, endsOnce: true)))
    self.conversion = conversion
    self.onEnd = onEnd
  }

  deinit { onEnd(statistics) }

  /// The number of delivered and dropped samples, and their latency.
  public var statistics: CaptureOutputStatistics { state.withLock { $0.delivery.statistics } }

  // MARK: From the source

  /// Queues a sample from the source, or passes it to the waiting task.
  public func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
    if canWait { _ = state.wait { $0.delivery.hasRoom(for: connection) ? true : nil } }
    let pending = DeliveryState.Pending(sample: sampleBuffer, connection: connection, arrival: MonotonicClock.now())
    var offer = DeliveryState.Offer.rejected
    resumeWaiter { offer = $0.offer(pending) }
    // Released outside the lock, because returning a buffer can call a driver.
    withExtendedLifetime(offer) {}
  }

  /// Counts frames lost by the source.
  public func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {
    state.withLock { _ = $0.delivery.record(dropped, from: connection) }
  }

  /// Waits until the queue is empty or the connection becomes inactive.
  public func finish(_ connection: CaptureConnection) {
    _ = state.wait { $0.delivery.isDrained(of: connection) ? true : nil }
  }

  /// Removes the queued samples of the given connections.
  public func discard(from connections: [CaptureConnection]) {
    let removed = state.update { $0.delivery.discard(from: connections) }
    withExtendedLifetime(removed) {}
  }

  /// Ends the subscription after the queued samples.
  public func end(_ error: CaptureError?) { resumeWaiter { _ = $0.end(error) } }

  /// Changes the state, and passes the next event to a waiting task.
  private func resumeWaiter(after change: (inout DeliveryState) -> Void) {
    let next = state.update { state in
      change(&state.delivery)
      return state.takeWaiter()
    }
    if let next { next.waiter.resume(returning: next.event) }
  }

  // MARK: From a task

  /// Returns the next sample, or nil after the end of the stream or the cancellation of the task.
  ///
  /// - Throws: ``CaptureError`` if the source failed.
  public func next() async throws(CaptureError) -> SampleBuffer? {
    while true {
      let event = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in wait(continuation) }
      } onCancel: {
        end(nil)
      }
      guard let sample = try sample(of: event) else { return nil }
      if let converted = try convert(sample) { return converted }
    }
  }

  /// Waits for the next sample; returns nil after the end of the stream.
  ///
  /// Do not call this from a task, because tasks share few threads.
  ///
  /// - Throws: ``CaptureError`` if the source failed.
  public func waitForNext() throws(CaptureError) -> SampleBuffer? {
    while true {
      guard let event = state.wait({ $0.next() }) else { return nil }
      // Wakes a source that waits for room.
      state.update { _ in }
      guard let sample = try sample(of: event) else { return nil }
      if let converted = try convert(sample) { return converted }
    }
  }

  private func wait(_ continuation: Waiter) {
    let (next, other) = state.update { state in
      // If two loops iterate one sequence, the one that waited first ends.
      let other = state.waiter
      state.waiter = continuation
      return (state.takeWaiter(), other)
    }
    other?.resume(returning: .ended(nil))
    if let next { next.waiter.resume(returning: next.event) }
  }

  /// Returns the sample of an event, or nil at the end of the stream.
  private func sample(of event: Event) throws(CaptureError) -> SampleBuffer? {
    switch event {
    case .sample(let sample, _): return sample
    case .ended(let error?): throw error
    case .ended(nil), .dropped: return nil
    }
  }

  private func convert(_ sample: SampleBuffer) throws(CaptureError) -> SampleBuffer? {
    defer { resumeWaiter { _ = $0.finishEvent() } }
    do { return try conversion(sample) } catch {
      let isFull = (error as? MediaError)?.code == .poolExhausted
      state.withLock { state in
        if isFull {
          state.delivery.countDropped(DroppedFrame(.outOfBuffers, sample))
        } else {
          state.delivery.countUndecodable()
        }
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

  /// Creates an iterator; all iterators of a sequence share its frames.
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
