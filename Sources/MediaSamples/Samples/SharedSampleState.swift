import Glibc
import OpenCaptureSystem

/// Shared mutable state of one sample buffer, visible to all holders.
///
/// For modules in which sample buffers are objects; ``SampleBuffer`` is a value and does not use it. State and lock
/// share one heap block, because such modules make one per frame. Unchecked: the lock serializes access.
package struct SharedSampleState: @unchecked Sendable {
  /// The state, followed by its lock.
  private final class Storage: ManagedBuffer<SampleState, pthread_mutex_t> {
    deinit { _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) } }
  }

  private let storage: ManagedBuffer<SampleState, pthread_mutex_t>

  package init(_ state: SampleState) {
    storage = Storage.create(minimumCapacity: 1) { storage in
      storage.withUnsafeMutablePointerToElements { mutex in
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
      }
      return state
    }
  }

  /// Runs `body` with exclusive access to the state; `body` must not use this lock again.
  package func withLock<Result>(_ body: (inout SampleState) throws -> Result) rethrows -> Result {
    try storage.withUnsafeMutablePointers { state, mutex in
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&state.pointee)
    }
  }
}

/// The state in a ``SharedSampleState``; unchecked, because attached values can be of any type.
package struct SampleState: @unchecked Sendable {
  /// Whether the sample buffer was not invalidated.
  package var isValid = true
  /// The output time if it differs from the presentation time.
  package var outputPresentationTimeStamp: MediaTime?
  /// The attachments of the whole sample buffer, which replace those that travel with it; nil until the first one.
  package var attachments: SharedAttachments?
  /// The attachments of single samples by index.
  package var sampleAttachments: [Int: [String: Any]] = [:]

  package init() {}
}

extension SampleBuffer {
  /// Returns the same sample buffer with a state of its own, separate from others with the same media.
  package func withSharedState(_ state: SampleState = SampleState()) -> SampleBuffer {
    var copy = self
    copy.sharedState = SharedSampleState(state)
    return copy
  }

  /// Returns the shared state of the sample buffer or its media's memory, created if missing but needed.
  package func sharedState(ifNeeded isNeeded: Bool) -> SharedSampleState? {
    if let sharedState { return sharedState }
    guard isNeeded else { return memory?.existingAccess?.withLock { $0.sample } }
    return memory?.access.withLock { access in
      let sharedState = access.sample ?? SharedSampleState(SampleState())
      access.sample = sharedState
      return sharedState
    }
  }

  private var memory: MediaMemory? {
    switch media {
    case .pixels(let buffer): buffer.memory
    case .compressed(let image): image.data.memory
    case .sound(let buffer): buffer.memory
    case .none: nil
    }
  }
}
