import COpenCaptureSystem
import Glibc

/// A thread of one's own, that has a name and can be waited for.
///
/// Unchecked: the handle is written before anybody else has the object.
package final class NamedThread: Lockable, @unchecked Sendable {
  private final class Start {
    let body: @Sendable () -> Void
    let name: String

    init(_ body: @escaping @Sendable () -> Void, name: String) { (self.body, self.name) = (body, name) }
  }

  private var handle = pthread_t()
  private let isWaitedFor = Locked(false)

  /// Begins to run `body`.
  ///
  /// - Parameter name: What debuggers and `top` show, its first 15 bytes.
  /// - Returns: Nil where the system gives no thread.
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

  /// Waits until the thread has ended; returns at once on the thread itself.
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
