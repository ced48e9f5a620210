public import OpenCaptureProcessing
public import OpenCaptureSystem

/// A destination of processed frames, such as a file, lines of text or a window.
///
/// One thread at a time calls it, in presentation order.
public protocol FrameConsumer: Sendable {
  /// Takes a frame.
  ///
  /// - Throws: ``CaptureError`` with `cannotWrite` if the destination cannot be written, or the error of drawing.
  mutating func take(_ frame: Frame) throws

  /// Completes the output after the last frame. Does nothing by default.
  ///
  /// - Throws: The same errors as ``take(_:)``.
  mutating func finish() throws
}

extension FrameConsumer {
  /// Does nothing.
  public func finish() {}
}

/// A frame consumer that runs another consumer in order on its own thread, while processors work on later frames.
///
/// Use it for slow work that must not lose frames, such as writing a movie. Few frames wait, so the caller blocks
/// while the queue is full.
public final class DetachedConsumer<Consumer: FrameConsumer>: FrameConsumer {
  private struct State: Lockable {
    var waiting: [Frame] = []
    /// Whether no more frames follow, and whether the consumer's `finish()` must be called.
    var end: (isOver: Bool, finishes: Bool) = (false, false)
    /// The error of the consumer, which the next call throws once.
    var failure: (any Error)?
    /// The consumer, after the thread has finished with it.
    var consumer: Consumer?
    var isDone = false

    /// The next frame; the inner value is nil at the end, and the outer value while more frames may follow.
    var next: Frame?? {
      if let frame = waiting.first { return .some(frame) }
      return end.isOver ? .some(nil) : nil
    }

    mutating func throwFailure() throws {
      if let failure = failure.take() { throw failure }
    }
  }

  /// The largest number of waiting frames.
  private static var limit: Int { 2 }

  private let state = Monitor(State())

  /// Creates a consumer and starts its thread.
  ///
  /// - Parameters:
  ///   - consumer: The consumer to run.
  ///   - name: The name of the thread. The default is `consumer`.
  /// - Throws: ``CaptureError`` if the system cannot start a thread.
  public init(_ consumer: Consumer, name: String = "consumer") throws(CaptureError) {
    let state = state
    let thread = NamedThread(name: name) { Self.run(consumer, state) }
    guard thread != nil else { throw CaptureError(.outOfMemory, subject: name, reason: "cannot start a thread") }
  }

  deinit { state.update { $0.end.isOver = true } }

  private static func run(_ consumer: Consumer, _ state: Monitor<State>) {
    var consumer = consumer
    var failure: (any Error)?
    do {
      while let frame = state.wait({ $0.next }) ?? nil {
        try consumer.take(frame)
        // Callers waiting for space are woken after the work, so that no more frames than the limit are in flight.
        _ = state.update { $0.waiting.removeFirst() }
      }
      if state.withLock({ $0.end.finishes }) { try consumer.finish() }
    } catch {
      failure = error
    }
    // Waiting frames are released outside of the lock, because returning a buffer can call a driver.
    let unused = state.update { state in
      defer {
        state.failure = failure
        state.waiting = []
        state.consumer = consumer
        state.isDone = true
      }
      return state.waiting
    }
    withExtendedLifetime(unused) {}
  }

  /// Queues a frame; blocks while the queue is full.
  ///
  /// - Throws: The consumer's error for an earlier frame. The consumer takes no more frames after that.
  public func take(_ frame: Frame) throws {
    _ = state.wait { $0.isDone || $0.failure != nil || $0.waiting.count < Self.limit ? true : nil }
    try state.update { state in
      try state.throwFailure()
      if !state.isDone { state.waiting.append(frame) }
    }
  }

  /// Waits until the consumer has taken all frames and finished.
  ///
  /// - Throws: The consumer's error.
  public func finish() throws {
    state.update { $0.end = (true, true) }
    _ = state.wait { $0.isDone ? true : nil }
    try state.withLock { try $0.throwFailure() }
  }

  /// The consumer in its final state; nil while it may still take frames.
  public var finished: Consumer? { state.withLock { $0.consumer } }
}
