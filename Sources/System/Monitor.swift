package import Glibc

/// A value that one thread at a time can access, and whose changes others can wait for; unchecked like ``Locked``.
package final class Monitor<Value: Lockable>: @unchecked Sendable {
  @usableFromInline let mutex = SystemMutex()
  @usableFromInline let condition: UnsafeMutablePointer<pthread_cond_t>
  // The mutex guarantees exclusive access; the runtime's check would cost time on each access.
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

  /// Runs `body` with exclusive access to the value; `body` must not use this monitor again.
  @inlinable @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try body(&value)
  }

  /// Runs `body` like ``withLock(_:)``, then wakes all waiting threads, which check the value again.
  @inlinable @inline(__always)
  package func update<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex.lock()
    // A thread woken earlier would only wait for the mutex.
    defer { withExtendedLifetime(self) { _ = pthread_cond_broadcast(condition) } }
    defer { mutex.unlock() }
    return try body(&value)
  }

  /// Waits until `body` returns a result, and calls it again after each update; returns nil after `deadline`.
  ///
  /// - Parameter deadline: A time of the monotonic clock in nanoseconds, or nil to wait without limit.
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
