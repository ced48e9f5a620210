/// Tells that an object's properties may have changed, at once, on the thread that changed them: what key-value observing
/// is made of.
package final class ChangeSignal: Sendable {
  private struct State: Lockable {
    var nextKey = 0
    var handlers: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Locked(State())

  /// Makes a signal that nobody listens to.
  package init() {}

  /// Calls `handler` whenever it is sent, until ``stop(_:)`` is called with what this returns.
  package func listen(_ handler: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.nextKey += 1
      state.handlers[state.nextKey] = handler
      return state.nextKey
    }
  }

  /// Calls a handler no longer.
  package func stop(_ key: Int) {
    // What is taken out is let go of outside the lock.
    _ = state.withLock { $0.handlers.removeValue(forKey: key) }
  }

  /// Calls all handlers, in no order; outside of any lock, since they look at the object.
  package func send() {
    let handlers = state.withLock { state in state.handlers.isEmpty ? nil : Array(state.handlers.values) }
    guard let handlers else { return }
    for handler in handlers { handler() }
  }
}
