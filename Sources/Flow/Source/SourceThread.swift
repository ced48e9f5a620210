import OpenCaptureSystem

/// The thread of a source that makes one sample after another, until it is told to stop.
package final class SourceThread: Sendable {
  private struct State: Lockable {
    var isStopped = false
    var thread: NamedThread?
  }

  private let state = Monitor(State())

  package init() {}

  /// Begins to run `body`, once.
  ///
  /// - Parameter name: What debuggers and `top` show, its first 15 bytes.
  /// - Throws: ``CaptureError`` where the system gives no thread.
  package func start(_ name: String, of subject: String, _ body: @escaping @Sendable () -> Void)
    throws(CaptureError)
  {
    guard let thread = NamedThread(name: name, body) else {
      throw CaptureError(.outOfMemory, subject: subject, reason: "the system gives no thread")
    }
    state.withLock { $0.thread = thread }
  }

  /// Whether it was told to stop.
  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Waits for a time, in nanoseconds of the monotonic clock, or the order to stop; whether it may go on.
  package func wait(until due: UInt64) -> Bool { state.wait(until: due) { $0.isStopped ? true : nil } == nil }

  /// Tells it to stop, without waiting for it.
  package func requestStop() { state.update { $0.isStopped = true } }

  /// Tells it to stop, and waits until it has; not on the thread itself.
  package func stop() {
    requestStop()
    state.withLock { $0.thread }?.join()
  }
}
