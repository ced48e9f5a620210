import Glibc

/// What is said of one sample buffer in place, for all who hold it to see.
///
/// ``SampleBuffer`` is a value, and needs none of it: it is for modules in which sample buffers are objects. It takes one
/// block from the heap, the lock included, since such modules make one for a frame. Unchecked: the lock sees to it.
package struct SampleBearer: @unchecked Sendable {
  /// The state, and the lock behind it.
  private final class Storage: ManagedBuffer<SampleState, pthread_mutex_t> {
    deinit { _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) } }
  }

  private let storage: ManagedBuffer<SampleState, pthread_mutex_t>

  /// Says this.
  package init(_ state: SampleState) {
    storage = Storage.create(minimumCapacity: 1) { storage in
      storage.withUnsafeMutablePointerToElements { mutex in
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
      }
      return state
    }
  }

  /// Runs `body` on the state while no other thread does; it must not come back to this lock.
  package func withLock<Result>(_ body: (inout SampleState) throws -> Result) rethrows -> Result {
    try storage.withUnsafeMutablePointers { state, mutex in
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&state.pointee)
    }
  }
}

/// What a ``SampleBearer`` holds.
///
/// Unchecked: values are whatever was attached; see ``SharedAttachments``.
package struct SampleState: @unchecked Sendable {
  /// Whether nobody has invalidated the sample buffer.
  package var isValid = true
  /// When it is shown, where that isn't its presentation time.
  package var outputPresentationTimeStamp: MediaTime?
  /// What was attached to the whole, in place of the attachments that travel with it; nil until somebody attached
  /// something.
  package var attachments: SharedAttachments?
  /// What was attached to its samples, by their place.
  package var sampleAttachments: [Int: [String: Any]] = [:]

  /// Says nothing yet.
  package init() {}
}
