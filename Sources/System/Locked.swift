package import Glibc

/// A value that one thread at a time can access; unchecked, because the mutex serializes access.
package final class Locked<Value: Lockable>: @unchecked Sendable {
  @usableFromInline let mutex = SystemMutex()
  // The mutex guarantees exclusive access; the runtime's check would cost time on each access.
  @exclusivity(unchecked) @usableFromInline var value: Value

  package init(_ value: sending Value) { self.value = value }

  deinit { mutex.destroy() }

  /// Runs `body` with exclusive access to the value; `body` must not use this lock again.
  @inlinable @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try body(&value)
  }
}

/// A type that a ``Locked`` or a ``Monitor`` can hold; excludes functions and tuples.
///
/// Swift converts a generic `inout` of a function type on the way in and wraps it again on the way out, even after
/// mere reads. Each access would add a pair of thunks to the function until a call overflows the stack. Tuples have
/// the same fault. A function that is a member of a struct is safe.
package protocol Lockable {}

extension Bool: Lockable {}
extension Int: Lockable {}
extension Int64: Lockable {}
extension OpaquePointer: Lockable {}
extension Array: Lockable {}
extension Dictionary: Lockable {}
extension Set: Lockable {}
extension Result: Lockable {}
// Unlike other generic types, an optional is converted together with its wrapped value.
extension Optional: Lockable where Wrapped: Lockable {}

/// A POSIX mutex at a fixed address, the basis of ``Locked`` and ``Monitor``.
///
/// The thread sanitizer does not understand `Synchronization.Mutex` and reports races on all values that it
/// protects. Unchecked: a mutex is safe to share.
package struct SystemMutex: @unchecked Sendable {
  package let pointer: UnsafeMutablePointer<pthread_mutex_t>

  package init() {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: pthread_mutex_t())
    pthread_mutex_init(pointer, nil)
  }

  /// Frees the mutex's memory; the mutex must not be used afterwards.
  package func destroy() {
    pthread_mutex_destroy(pointer)
    pointer.deallocate()
  }

  @inlinable
  package func lock() { pthread_mutex_lock(pointer) }

  @inlinable
  package func unlock() { pthread_mutex_unlock(pointer) }
}
