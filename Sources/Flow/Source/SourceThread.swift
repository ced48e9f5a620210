import OpenCaptureSystem

/// The thread of a source that produces one sample after another until it is stopped.
package final class SourceThread: Sendable {
  private struct State: Lockable {
    var isStopped = false
    var thread: NamedThread?
  }

  private let state = Monitor(State())

  package init() {}

  /// Starts a thread that runs `body` once, for a source that errors name `subject`.
  ///
  /// - Throws: ``CaptureError`` if the system cannot start a thread.
  package func start(_ name: String, of subject: String, _ body: @escaping @Sendable () -> Void)
    throws(CaptureError)
  {
    guard let thread = NamedThread(name: name, body) else {
      throw CaptureError(.outOfMemory, subject: subject, reason: "cannot start a thread")
    }
    state.withLock { $0.thread = thread }
  }

  /// Whether a stop was requested.
  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Waits until a time of the monotonic clock or a stop request, and returns whether the thread may continue.
  package func wait(until due: UInt64) -> Bool { state.wait(until: due) { $0.isStopped ? true : nil } == nil }

  /// Requests a stop without waiting for it.
  package func requestStop() { state.update { $0.isStopped = true } }

  /// Requests a stop and waits until the thread has ended; must not be called on the thread itself.
  package func stop() {
    requestStop()
    state.withLock { $0.thread }?.join()
  }
}
