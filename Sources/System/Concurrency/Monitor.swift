package import Glibc

/// A value that one thread at a time can reach, and whose changes other threads can wait for.
///
/// Unchecked: the mutex sees to it.
package final class Monitor<Value: Lockable>: @unchecked Sendable {
  @usableFromInline let mutex = SystemMutex()
  @usableFromInline let condition: UnsafeMutablePointer<pthread_cond_t>
  // Nobody else reaches it within the mutex, which is what would be checked at each turn.
  @exclusivity(unchecked) @usableFromInline var value: Value

  package init(_ value: sending Value) {
    self.value = value
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
    mutex.destroy()
  }

  /// Runs `body` on the value while no other thread does; it must not come back to this monitor.
  @inlinable @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try body(&value)
  }

  /// As ``withLock(_:)``, and wakes everyone who waits, to look at the value again.
  @inlinable @inline(__always)
  package func update<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex.lock()
    // Whoever is woken before could do nothing but wait for the mutex.
    defer { withExtendedLifetime(self) { _ = pthread_cond_broadcast(condition) } }
    defer { mutex.unlock() }
    return try body(&value)
  }

  /// Waits until `body` gives something, looking at the value whenever it was updated; nil after `deadline`.
  ///
  /// - Parameter deadline: In nanoseconds of the monotonic clock; nil for never.
  @inlinable @inline(__always)
  package func wait<Result>(until deadline: UInt64? = nil, _ body: (inout Value) -> Result?) -> Result? {
    mutex.lock()
    defer { mutex.unlock() }
    while true {
      if let result = body(&value) { return result }
      guard let deadline else {
        pthread_cond_wait(condition, mutex.pointer)
        continue
      }
      var time = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
      if pthread_cond_timedwait(condition, mutex.pointer, &time) == ETIMEDOUT { return body(&value) }
    }
  }
}
