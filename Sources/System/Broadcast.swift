/// A source of values for any number of listeners, each with a stream of its own.
///
/// Takes the place of AVFoundation's key-value observing. The stream of a property begins with the present value. A
/// slow listener misses values in between, never the last.
package final class Broadcast<Value: Sendable>: Sendable {
  private struct State: Lockable {
    var nextKey = 0
    var latest: Value?
    var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
  }

  private let state: Locked<State>
  private let policy: AsyncStream<Value>.Continuation.BufferingPolicy
  private let changes: ChangeSignal?

  /// Makes a broadcast of a property that sends a signal after each value, outside the broadcast's lock.
  package init(initially value: Value, sending changes: ChangeSignal? = nil) {
    state = Locked(State(latest: value))
    policy = .bufferingNewest(1)
    self.changes = changes
  }

  /// Makes a broadcast of events, of which a stream buffers the newest 64; sends a signal after each.
  package init(sending changes: ChangeSignal? = nil) {
    state = Locked(State())
    policy = .bufferingNewest(64)
    self.changes = changes
  }

  /// Whether a stream exists.
  package var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Returns a stream of the values sent from now on.
  package func stream() -> AsyncStream<Value> {
    AsyncStream(bufferingPolicy: policy) { continuation in
      let key = state.withLock { state in
        state.nextKey += 1
        state.listeners[state.nextKey] = continuation
        if let latest = state.latest { continuation.yield(latest) }
        return state.nextKey
      }
      continuation.onTermination = { [weak self] _ in
        // Release the continuation outside the lock.
        _ = self?.state.withLock { $0.listeners.removeValue(forKey: key) }
      }
    }
  }

  /// Sends a value to all current listeners.
  package func send(_ value: Value) {
    // The lock keeps one order for values from several threads, so that the last one is the latest.
    state.withLock { state in
      if state.latest != nil { state.latest = value }
      for listener in state.listeners.values { listener.yield(value) }
    }
    changes?.send()
  }

  deinit { for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() } }
}

/// A synchronous signal that an object's properties may have changed.
///
/// The handlers run on the thread that changed them. Implements key-value observing.
package final class ChangeSignal: Sendable {
  private struct State: Lockable {
    var nextKey = 0
    var handlers: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Locked(State())

  package init() {}

  /// Calls `handler` on each ``send()`` until the returned key is passed to ``stop(_:)``.
  package func listen(_ handler: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.nextKey += 1
      state.handlers[state.nextKey] = handler
      return state.nextKey
    }
  }

  /// Removes the handler with this key.
  package func stop(_ key: Int) {
    // Release the handler outside the lock.
    _ = state.withLock { $0.handlers.removeValue(forKey: key) }
  }

  /// Calls all handlers, in no particular order and without a lock, because handlers read the object.
  package func send() {
    let handlers = state.withLock { state in state.handlers.isEmpty ? nil : Array(state.handlers.values) }
    guard let handlers else { return }
    for handler in handlers { handler() }
  }
}
