import OpenCaptureSystem
import OpenCaptureMediaSamples

/// The frames of a ``CaptureVideoDataOutput``, for `for try await`.
///
/// It ends when the session stops, and throws when what it comes from fails. What happens to frames that come while the
/// loop is busy, the output's ``CaptureVideoDataOutput/alwaysDiscardsLateVideoFrames`` says. For one loop at a time.
public struct CaptureSampleBuffers: AsyncSequence, Sendable {
  /// What is delivered.
  public typealias Element = SampleBuffer
  /// What it ends with where it doesn't end well.
  public typealias Failure = CaptureError

  let subscription: FrameSubscription

  /// Makes an iterator; several of one sequence share its frames.
  public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  /// Takes one frame after another.
  public struct Iterator: AsyncIteratorProtocol {
    let subscription: FrameSubscription

    /// The next frame; nil once the session stopped or the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(CaptureError)
      -> SampleBuffer?
    {
      try await subscription.next().get()
    }

    /// The next frame; nil once the session stopped or the task was cancelled.
    public mutating func next() async throws(CaptureError) -> SampleBuffer? { try await subscription.next().get() }
  }
}

/// Frames that wait for a task to ask for them.
final class FrameSubscription: Sendable {
  private typealias Outcome = Result<SampleBuffer?, CaptureError>

  private struct State: Lockable {
    var frames: FrameQueue<FrameDelivery.Pending>
    var waiter: CheckedContinuation<FrameDelivery.Pending?, Never>?
    var end: Outcome?
    var statistics = CaptureOutputStatistics()
  }

  private let state: Monitor<State>
  /// Apart from the state, so that the source isn't held up by a conversion.
  private let converter = Locked(FrameConverter())
  private let settings: @Sendable () -> VideoSettings
  private let onEnd: @Sendable (CaptureOutputStatistics) -> Void

  /// Makes a subscription; `onEnd` gets what it did once nobody has it any more.
  init(
    capacity: FrameQueue<FrameDelivery.Pending>.Capacity, settings: @escaping @Sendable () -> VideoSettings,
    onEnd: @escaping @Sendable (CaptureOutputStatistics) -> Void = { _ in }
  ) {
    state = Monitor(State(frames: FrameQueue(capacity)))
    (self.settings, self.onEnd) = (settings, onEnd)
  }

  deinit { onEnd(statistics) }

  func receive(_ sample: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
    let pending = FrameDelivery.Pending(sample: sample, connection: connection, arrival: MonotonicClock.now())
    if canWait { waitForRoom(connection) }
    var dropped: FrameDelivery.Pending?
    let waiter = state.withLock { state -> CheckedContinuation<FrameDelivery.Pending?, Never>? in
      guard state.end == nil, connection.isActive else { return nil }
      if let waiter = state.waiter.take() {
        state.statistics.deliveredCount += 1
        return waiter
      }
      switch state.frames.offer(pending) {
      case .accepted: break
      case .replaced(let old):
        state.statistics.dropped.add(1, .late)
        dropped = old
      case .refused: state.statistics.dropped.add(1, .outOfBuffers)
      }
      return nil
    }
    waiter?.resume(returning: pending)
    withExtendedLifetime(dropped) {}
  }

  func receive(_ dropped: DroppedFrame) {
    state.withLock { $0.statistics.dropped.add(dropped.count, dropped.reason) }
  }

  private func waitForRoom(_ connection: CaptureConnection) {
    _ = state.wait { state in !state.frames.isFull || state.end != nil || !connection.isActive ? true : nil }
  }

  /// Waits until all frames have been asked for, or the connection is no more.
  func waitUntilTaken(_ connection: CaptureConnection) {
    _ = state.wait { state in state.frames.count == 0 || state.end != nil || !connection.isActive ? true : nil }
  }

  func discard(from connections: [CaptureConnection]) {
    let removed = state.update { state in
      state.frames.remove { pending in connections.contains { $0 === pending.connection } }
    }
    withExtendedLifetime(removed) {}
  }

  /// Ends the sequence: what waits is still delivered.
  func end(_ error: CaptureError?) {
    let waiter = state.update { state in
      if state.end == nil { state.end = error.map { .failure($0) } ?? .success(nil) }
      return state.waiter.take()
    }
    waiter?.resume(returning: nil)
  }

  func next() async -> Result<SampleBuffer?, CaptureError> {
    while true {
      let pending = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in wait(continuation) }
      } onCancel: {
        end(nil)
      }
      guard let pending else { return state.withLock { $0.end } ?? .success(nil) }
      if let sample = convert(pending.sample) { return .success(sample) }
    }
  }

  private func wait(_ continuation: CheckedContinuation<FrameDelivery.Pending?, Never>) {
    let (ready, isOver) = state.update { state -> (FrameDelivery.Pending?, Bool) in
      if let pending = state.frames.take() {
        state.statistics.deliveredCount += 1
        return (pending, false)
      }
      if state.end != nil { return (nil, true) }
      let other = state.waiter
      state.waiter = continuation
      // Two loops over one sequence: the one that waited first ends.
      other?.resume(returning: nil)
      return (nil, false)
    }
    if ready != nil || isOver { continuation.resume(returning: ready) }
  }

  private func convert(_ sample: SampleBuffer) -> SampleBuffer? {
    let settings = settings()
    do { return try converter.withLock { try $0.convert(sample, to: settings) } } catch {
      state.withLock { state in
        state.statistics.deliveredCount -= 1
        let isFull = (error as? MediaError)?.code == .poolExhausted
        if isFull { state.statistics.dropped.add(1, .outOfBuffers) } else { state.statistics.undecodableCount += 1 }
      }
      return nil
    }
  }

  var statistics: CaptureOutputStatistics { state.withLock { $0.statistics } }
}
