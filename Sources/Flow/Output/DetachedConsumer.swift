public import OpenCaptureProcessing
import OpenCaptureSystem

/// Lets a consumer work on a thread of its own, in order, while what finds things works on the frames behind.
///
/// For what takes long for each frame and loses none, such as writing a movie. Few frames wait: whoever hands over more is
/// held up.
public final class DetachedConsumer<Consumer: FrameConsumer>: FrameConsumer {
  private struct State: Lockable {
    var waiting: [Frame] = []
    /// Whether no more comes, and whether what came is to be brought to its end.
    var end: (isOver: Bool, finishes: Bool) = (false, false)
    /// What the consumer failed with; told once, at the next call.
    var failure: (any Error)?
    /// The consumer, once the thread is done with it.
    var consumer: Consumer?
    var isDone = false

    /// The next frame; nil within where no more comes, nil where that isn't known yet.
    var next: Frame?? {
      if let frame = waiting.first { return .some(frame) }
      return end.isOver ? .some(nil) : nil
    }

    mutating func tellFailure() throws {
      if let failure = failure.take() { throw failure }
    }
  }

  /// How many frames wait at most.
  private static var limit: Int { 2 }

  private let state = Monitor(State())

  /// Begins to wait for frames.
  ///
  /// - Parameters:
  ///   - consumer: Takes them.
  ///   - name: What debuggers call the thread; default `consumer`.
  /// - Throws: ``CaptureError`` where the system gives no thread.
  public init(_ consumer: Consumer, name: String = "consumer") throws(CaptureError) {
    let state = state
    let thread = NamedThread(name: name) { Self.run(consumer, state) }
    guard thread != nil else {
      throw CaptureError(.outOfMemory, subject: name, reason: "the system gives no thread")
    }
  }

  deinit { state.update { $0.end.isOver = true } }

  private static func run(_ consumer: Consumer, _ state: Monitor<State>) {
    var consumer = consumer
    do {
      while let frame = state.wait({ $0.next }) ?? nil {
        try consumer.take(frame)
        // Whoever waits for room hears of it once the work is done, so that no more than that is under way.
        _ = state.update { $0.waiting.removeFirst() }
      }
      if state.withLock({ $0.end.finishes }) { try consumer.finish() }
    } catch {
      // What waits is let go of, outside of the lock: to give a buffer back can call a driver.
      let unwanted = state.update { state in
        defer { (state.failure, state.waiting, state.consumer, state.isDone) = (error, [], consumer, true) }
        return state.waiting
      }
      return withExtendedLifetime(unwanted) {}
    }
    state.update { state in (state.consumer, state.isDone) = (consumer, true) }
  }

  /// Hands over a frame; waits while there is no room for it.
  ///
  /// - Throws: What the consumer threw at a frame before, after which it takes no more.
  public func take(_ frame: Frame) throws {
    _ = state.wait { $0.isDone || $0.failure != nil || $0.waiting.count < Self.limit ? true : nil }
    try state.update { state in
      try state.tellFailure()
      if !state.isDone { state.waiting.append(frame) }
    }
  }

  /// Waits until all frames are taken and brought to their end.
  ///
  /// - Throws: What the consumer throws.
  public func finish() throws {
    state.update { $0.end = (true, true) }
    _ = state.wait { $0.isDone ? true : nil }
    try state.withLock { try $0.tellFailure() }
  }

  /// The consumer as it is at the end; nil as long as it may take something.
  public var finished: Consumer? { state.withLock { $0.consumer } }
}
