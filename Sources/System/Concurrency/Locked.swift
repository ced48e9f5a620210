/// A value that one thread at a time can reach.
///
/// Unchecked: the mutex sees to it.
package final class Locked<Value: Lockable>: @unchecked Sendable {
  @usableFromInline let mutex = SystemMutex()
  // Nobody else reaches it within the mutex, which is what would be checked at each turn.
  @exclusivity(unchecked) @usableFromInline var value: Value

  package init(_ value: sending Value) { self.value = value }

  deinit { mutex.destroy() }

  /// Runs `body` on the value while no other thread does; it must not come back to this lock.
  @inlinable @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try body(&value)
  }
}
