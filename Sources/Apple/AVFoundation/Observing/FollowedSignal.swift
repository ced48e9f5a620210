import OpenCaptureSystem

/// Listens to a signal that can be another one from time to time: that of the device which an output has now.
///
/// It listens to none until it is told to follow.
final class FollowedSignal: Sendable {
  private struct State: Lockable {
    weak var signal: ChangeSignal?
    var key = 0
    /// How many searches began, and which of them found the signal.
    var (searches, found) = (0, 0)
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
  }

  /// Listens to the signal that it is now.
  func follow() {
    let search = state.withLock { state in
      state.searches += 1
      return state.searches
    }
    // Outside of the lock, since it takes the locks of others. What a search found that began before one which has found
    // something already can be out of date; each change is followed by a search, so that the last is right.
    let new = find()
    state.withLock { state in
      guard !state.isOver, search > state.found else { return }
      state.found = search
      guard state.signal !== new else { return }
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
