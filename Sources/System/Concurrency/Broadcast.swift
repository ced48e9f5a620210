/// Hands values to everyone who listens, each with a stream of their own.
///
/// What AVFoundation offers by key-value observing: a stream begins with the present value where there is one, and a
/// listener that is slow misses values in between, never the last.
package final class Broadcast<Value: Sendable>: Sendable {
  private struct State: Lockable {
    var nextKey = 0
    var latest: Value?
    var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
  }

  private let state: Locked<State>
  private let policy: AsyncStream<Value>.Continuation.BufferingPolicy
  private let changes: ChangeSignal?

  /// Tells listeners of a property, the present value first.
  ///
  /// - Parameters:
  ///   - value: The present value.
  ///   - changes: Sent along, outside of any lock of the broadcast's; default none.
  package init(initially value: Value, sending changes: ChangeSignal? = nil) {
    state = Locked(State(latest: value))
    (policy, self.changes) = (.bufferingNewest(1), changes)
  }

  /// Tells listeners of events: none that happened before they listened, the newest 64 of those that wait.
  ///
  /// - Parameter changes: Sent along, outside of any lock of the broadcast's; default none.
  package init(sending changes: ChangeSignal? = nil) {
    state = Locked(State())
    (policy, self.changes) = (.bufferingNewest(64), changes)
  }

  /// A stream of what is sent from now on.
  package func stream() -> AsyncStream<Value> {
    AsyncStream(bufferingPolicy: policy) { continuation in
      let key = state.withLock { state in
        state.nextKey += 1
        state.listeners[state.nextKey] = continuation
        if let latest = state.latest { continuation.yield(latest) }
        return state.nextKey
      }
      continuation.onTermination = { [weak self] _ in
        // What is taken out is let go of outside the lock.
        _ = self?.state.withLock { $0.listeners.removeValue(forKey: key) }
      }
    }
  }

  /// Sends a value to everyone who listens now.
  package func send(_ value: Value) {
    // Within the lock, so that what is sent from several threads arrives in one order, and the last is the latest.
    state.withLock { state in
      if state.latest != nil { state.latest = value }
      for listener in state.listeners.values { listener.yield(value) }
    }
    changes?.send()
  }

  deinit { for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() } }
}
