import OpenCaptureSystem

/// Listens to a signal that can be another one from time to time: that of the device which an output has now.
final class FollowedSignal: Sendable {
  private struct State: Lockable {
    weak var signal: ChangeSignal?
    var key = 0
    var isOver = false
  }

  private let state = Locked(State())
  private let find: @Sendable () -> ChangeSignal?
  private let look: @Sendable () -> Void

  /// - Parameters:
  ///   - find: Says which signal it is now.
  ///   - look: Called whenever that is sent.
  init(_ find: @escaping @Sendable () -> ChangeSignal?, _ look: @escaping @Sendable () -> Void) {
    (self.find, self.look) = (find, look)
    follow()
  }

  /// Listens to the signal that it is now.
  func follow() {
    let new = find()
    state.withLock { state in
      guard !state.isOver, state.signal !== new else { return }
      state.signal?.stop(state.key)
      (state.signal, state.key) = (new, new?.listen(look) ?? 0)
    }
  }

  /// Listens no longer.
  func end() {
    state.withLock { state in
      state.isOver = true
      state.signal?.stop(state.key)
    }
  }
}
