import COpenCaptureSystem
import Glibc

/// A thread with a name, which others can join; unchecked, because the handle is written before others can access it.
package final class NamedThread: Lockable, @unchecked Sendable {
  private final class Start {
    let body: @Sendable () -> Void
    let name: String

    init(_ body: @escaping @Sendable () -> Void, name: String) {
      self.body = body
      self.name = name
    }
  }

  private var handle = pthread_t()
  private let isWaitedFor = Locked(false)

  /// Starts a thread that runs `body`; nil if the system cannot create one.
  ///
  /// - Parameter name: The name shown by debuggers and `top`; only the first 15 bytes are used.
  package init?(name: String, _ body: @escaping @Sendable () -> Void) {
    let start = Unmanaged.passRetained(Start(body, name: String(name.utf8.prefix(15)) ?? "thread"))
    let status = pthread_create(
      &handle, nil,
      { argument in
        guard let argument else { return nil }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        csystem_name_thread(start.name)
        start.body()
        return nil
      }, start.toOpaque())
    guard status == 0 else {
      start.release()
      isWaitedFor.withLock { $0 = true }
      return nil
    }
  }

  /// Whether the caller runs on this thread.
  package var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }

  /// Waits until the thread has ended; returns at once when called on the thread itself.
  package func join() {
    guard !isCurrent else { return }
    let isFirst = isWaitedFor.withLock { isWaitedFor in
      defer { isWaitedFor = true }
      return !isWaitedFor
    }
    if isFirst { pthread_join(handle, nil) }
  }

  deinit { if !isWaitedFor.withLock({ $0 }) { pthread_detach(handle) } }
}
