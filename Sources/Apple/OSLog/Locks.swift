// Exported, because a lock is a POSIX mutex.
@_exported public import Glibc

// swift-format-ignore: AlwaysUseLowerCamelCase
/// A lock for short critical sections; a POSIX mutex.
public typealias os_unfair_lock_s = pthread_mutex_t

// swift-format-ignore: AlwaysUseLowerCamelCase
/// A lock for short critical sections; a POSIX mutex.
public typealias os_unfair_lock = pthread_mutex_t

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The address of a lock.
public typealias os_unfair_lock_t = UnsafeMutablePointer<pthread_mutex_t>

/// Locks a lock, and waits while another thread holds it.
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { pthread_mutex_lock(lock) }

/// Unlocks a lock.
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { pthread_mutex_unlock(lock) }

/// Locks a lock unless another thread holds it, and returns whether the lock was locked.
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool { pthread_mutex_trylock(lock) == 0 }

/// A lock with the state that it protects; copies share both.
///
/// Unchecked: the lock protects the state.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  private final class Storage {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    var state: State

    init(_ state: State) {
      self.state = state
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }
  }

  private let storage: Storage

  /// Creates a lock with a state.
  public init(initialState: State) where State: Sendable { storage = Storage(initialState) }

  /// Creates a lock with a state that other threads must not use.
  public init(uncheckedState initialState: State) { storage = Storage(initialState) }

  /// Runs a function with exclusive access to the state.
  public func withLock<Result: Sendable>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result { try withLockUnchecked(body) }

  /// Runs a function with exclusive access to the state.
  public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(storage.mutex)
    defer { pthread_mutex_unlock(storage.mutex) }
    return try body(&storage.state)
  }

  /// Runs a function with exclusive access to the state; returns nil if another thread holds the lock.
  public func withLockIfAvailable<Result: Sendable>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result? {
    guard pthread_mutex_trylock(storage.mutex) == 0 else { return nil }
    defer { pthread_mutex_unlock(storage.mutex) }
    return try body(&storage.state)
  }
}

extension OSAllocatedUnfairLock where State == Void {
  /// Creates a lock without a state.
  public init() { self.init(uncheckedState: ()) }

  /// Locks the lock, and waits while another thread holds it.
  public func lock() { pthread_mutex_lock(storage.mutex) }

  /// Unlocks the lock.
  public func unlock() { pthread_mutex_unlock(storage.mutex) }

  /// Locks the lock unless another thread holds it, and returns whether the lock was locked.
  public func lockIfAvailable() -> Bool { pthread_mutex_trylock(storage.mutex) == 0 }

  /// Runs a function while the lock is held.
  public func withLock<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
