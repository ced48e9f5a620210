import Dispatch
package import OpenCaptureSystem

/// A notification that properties of an object may have changed.
public struct PropertyChanges: Sendable {
  /// The polling interval of properties without notification; default 5 s.
  @TaskLocal package static var interval = DispatchTimeInterval.seconds(5)

  package let signal: ChangeSignal
  /// The signal of a related object, which can be replaced when ``signal`` is sent.
  private let other: (@Sendable () -> ChangeSignal?)?
  /// Whether changes of a property are not reported, so that the property must be polled.
  private let untold: @Sendable (AnyKeyPath) -> Bool
  private let interval: DispatchTimeInterval

  /// Creates a notification; by default it has one signal, and reports changes of all properties.
  package init(
    signal: ChangeSignal, following other: (@Sendable () -> ChangeSignal?)? = nil,
    every interval: DispatchTimeInterval = Self.interval,
    untold: @escaping @Sendable (AnyKeyPath) -> Bool = { _ in false }
  ) {
    self.signal = signal
    self.other = other
    self.interval = interval
    self.untold = untold
  }

  /// Calls `look` whenever a property may have changed, until the returned function is called.
  package func listen(to keyPath: AnyKeyPath, _ look: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    // The signal does not cover this property. It can be sent with each frame, and reading the property is
    // expensive.
    if untold(keyPath) { return poll(look) }
    let followed = other.map { SignalFollower($0, look) }
    let key = signal.listen {
      followed?.follow()
      look()
    }
    followed?.follow()
    return { [weak signal] in
      signal?.stop(key)
      followed?.end()
    }
  }

  /// Calls `look` at regular intervals, until the returned function is called.
  private func poll(_ look: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: KeyValueObserving.lookout)
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(500))
    timer.setEventHandler(handler: look)
    timer.activate()
    return { timer.cancel() }
  }
}

/// An observer of a signal that can be replaced, such as that of an output's current device.
///
/// Listens to no signal until ``follow()`` is called.
final class SignalFollower: Sendable {
  private struct State: Lockable {
    weak var signal: ChangeSignal?
    var key = 0
    /// The number of searches, and the number of the last search with a result.
    var searches = 0
    var latestResult = 0
    var isOver = false
  }

  private let state = Locked(State())
  private let find: @Sendable () -> ChangeSignal?
  private let handler: @Sendable () -> Void

  /// Creates an observer of the signal that `find` returns; calls `handler` whenever that signal is sent.
  init(_ find: @escaping @Sendable () -> ChangeSignal?, _ handler: @escaping @Sendable () -> Void) {
    self.find = find
    self.handler = handler
  }

  /// Listens to the current signal.
  func follow() {
    let search = state.withLock { state in
      state.searches += 1
      return state.searches
    }
    // The search runs outside the lock, because it takes other locks. The result of an older search is ignored if a
    // newer one has finished. A search follows every change, so the last result is up to date.
    let new = find()
    state.withLock { state in
      guard !state.isOver, search > state.latestResult else { return }
      state.latestResult = search
      guard state.signal !== new else { return }
      state.signal?.stop(state.key)
      state.signal = new
      state.key = new?.listen(handler) ?? 0
    }
  }

  /// Stops listening.
  func end() {
    state.withLock { state in
      state.isOver = true
      state.signal?.stop(state.key)
    }
  }
}
