/// A value that one thread at a time can reach.
///
/// Unchecked: the mutex sees to it.
package final class Locked<Value: Lockable>: @unchecked Sendable {
  private let mutex = SystemMutex()
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  deinit { mutex.destroy() }

  /// Runs `body` on the value while no other thread does; it must not come back to this lock.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try body(&value)
  }
}
