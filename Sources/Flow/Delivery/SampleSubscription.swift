public import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Samples that wait for a task to ask for them.
public final class SampleSubscription: SampleReceiver {
  private typealias Pending = DeliveryState.Pending
  private typealias Waiter = CheckedContinuation<Pending?, Never>

  /// What the task is doing, and what comes to it.
  private enum Phase: Sendable {
    /// Nobody waits for a sample.
    case open
    /// A task waits for a sample; none waits for it.
    case awaited(Waiter)
    /// No more samples come; what waits is still delivered.
    case ended(CaptureError?)
  }

  private struct State: Lockable {
    var phase = Phase.open
    var samples: SampleQueue<Pending>
    var statistics = CaptureOutputStatistics()

    var isEnded: Bool { if case .ended = phase { true } else { false } }

    /// Takes note that whoever waited needn't any more.
    mutating func takeWaiter() -> Waiter? {
      guard case .awaited(let waiter) = phase else { return nil }
      phase = .open
      return waiter
    }
  }

  private let state: Monitor<State>
  private let conversion: SampleConversion
  private let onEnd: @Sendable (CaptureOutputStatistics) -> Void

  /// Makes a subscription.
  ///
  /// - Parameters:
  ///   - capacity: How many samples wait while nobody asks for them; default the newest.
  ///   - settings: What pictures are made, asked for at each; default as they come, compressed ones decoded.
  ///   - onEnd: Gets what it did once nobody has it any more.
  public convenience init(
    capacity: SampleCapacity = .newest, settings: @escaping @Sendable () -> VideoSettings = { VideoSettings() },
    onEnd: @escaping @Sendable (CaptureOutputStatistics) -> Void = { _ in }
  ) {
    self.init(capacity: capacity, converting: SampleConverter.conversion(to: settings), onEnd: onEnd)
  }

  /// Makes a subscription to whatever samples are made into.
  ///
  /// - Parameters:
  ///   - capacity: How many samples wait while nobody asks for them; default the newest.
  ///   - conversion: Makes each sample what the task gets, on its thread. A ``CaptureError`` that it throws ends the
  ///     subscription; of others, the sample is left out and counted.
  ///   - onEnd: Gets what it did once nobody has it any more.
  package init(
    capacity: SampleCapacity = .newest, converting conversion: @escaping SampleConversion,
    onEnd: @escaping @Sendable (CaptureOutputStatistics) -> Void = { _ in }
  ) {
    state = Monitor(State(samples: SampleQueue(capacity)))
    (self.conversion, self.onEnd) = (conversion, onEnd)
  }

  deinit { onEnd(statistics) }

  /// What was delivered and dropped so far.
  public var statistics: CaptureOutputStatistics { state.withLock { $0.statistics } }

  // MARK: From the source

  /// Takes a sample from the source.
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
    // Let go of outside the lock: giving a buffer back can call a driver.
    withExtendedLifetime(replaced) {}
  }

  /// Counts frames that the source lost.
  public func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {
    state.withLock { $0.statistics.dropped.add(dropped.count, dropped.reason) }
  }

  /// Waits until all samples have been asked for, or the connection is no more.
  public func finish(_ connection: CaptureConnection) {
    _ = state.wait { $0.samples.count == 0 || $0.isEnded || !connection.isActive ? true : nil }
  }

  /// Forgets what waits of these connections.
  public func discard(from connections: [CaptureConnection]) {
    let removed = state.update { state in
      state.samples.remove { pending in connections.contains { $0 === pending.connection } }
    }
    withExtendedLifetime(removed) {}
  }

  /// Ends the subscription: what waits is still delivered.
  public func end(_ error: CaptureError?) {
    let waiter = state.update { state in
      let waiter = state.takeWaiter()
      if !state.isEnded { state.phase = .ended(error) }
      return waiter
    }
    waiter?.resume(returning: nil)
  }

  // MARK: From a task

  /// The next sample; nil once no more come, or the task was cancelled.
  ///
  /// - Throws: ``CaptureError`` where that is because the source failed.
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

  /// The same for a thread of one's own, which waits; not for tasks, whose threads are few.
  ///
  /// - Throws: ``CaptureError`` where that is because the source failed.
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
      // Two loops over one sequence: the one that waited first ends.
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
