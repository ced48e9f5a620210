package import Glibc

/// A POSIX mutex at a place of its own: what ``Locked`` and ``Monitor`` are made of.
///
/// Rather than `Synchronization.Mutex`: the thread sanitizer knows this one, and takes everything that the other
/// protects for a race. Unchecked: that is what a mutex is for.
package struct SystemMutex: @unchecked Sendable {
  package let pointer: UnsafeMutablePointer<pthread_mutex_t>

  package init() {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: pthread_mutex_t())
    pthread_mutex_init(pointer, nil)
  }

  /// Gives its memory back; nobody may use it afterwards.
  package func destroy() {
    pthread_mutex_destroy(pointer)
    pointer.deallocate()
  }

  @inlinable
  package func lock() { pthread_mutex_lock(pointer) }

  @inlinable
  package func unlock() { pthread_mutex_unlock(pointer) }
}
