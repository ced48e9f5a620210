import OpenCaptureSystem
import Glibc

/// Sees to it that a process which was asked to end does so within a second, whatever it is in the middle of.
///
/// A decoder in a large picture, or a pipe that nobody reads, hears no signal. Where the command doesn't end by itself
/// in time, it gets a moment for its last words, and the process ends with the status that it would have had.
package enum InterruptionWatch {
  private struct State: Lockable {
    var patience = EndingPatience()
    var lastWords: LastWords?
  }

  private struct LastWords {
    let say: @Sendable () -> Void
  }

  /// How long last words may take, in seconds: whoever should read them may be gone.
  private static let momentForLastWords = 0.2

  private static let state = Monitor(State())

  /// All that a signal handler may touch.
  nonisolated(unsafe) private static let asked: UnsafeMutablePointer<sem_t> = {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
    return semaphore
  }()

  /// Lets ``wake()`` be called.
  static func prepare() { _ = asked }

  /// Begins to watch; once a process.
  static func start() {
    _ = NamedThread(name: "interruption") { InterruptionWatch.watch() }
  }

  /// Takes note that the process was asked to end; safe in a signal handler.
  static func wake() { sem_post(asked) }

  /// Runs `body`; should the process have to end in the middle of it, `lastWords` are said before.
  ///
  /// - Parameter lastWords: Called on a thread of its own while `body` goes on.
  package static func withLastWords<Result>(
    _ lastWords: @escaping @Sendable () -> Void, _ body: () throws -> Result
  ) rethrows -> Result {
    state.update { $0.lastWords = LastWords(say: lastWords) }
    defer { state.update { $0.lastWords = nil } }
    return try body()
  }

  static func beginUnfinishedWork() { state.update { $0.patience.begin() } }

  static func endUnfinishedWork() { state.update { $0.patience.finish(at: MonotonicClock.seconds()) } }

  private static func watch() {
    while sem_wait(asked) != 0 {}
    let time = MonotonicClock.seconds()
    while true {
      let deadline = state.withLock { $0.patience.deadline(askedAt: time) }
      guard MonotonicClock.seconds() < deadline else { break }
      // Work that comes to its end changes the deadline.
      _ = state.wait(until: nanoseconds(deadline)) { state in
        state.patience.deadline(askedAt: time) == deadline ? nil : true
      }
    }
    sayLastWords()
    _exit(Interruption.exitStatus ?? 1)
  }

  private static func sayLastWords() {
    guard let words = state.withLock({ $0.lastWords }) else { return }
    let isSaid = Monitor(false)
    _ = NamedThread(name: "last words") {
      words.say()
      isSaid.update { $0 = true }
    }
    _ = isSaid.wait(until: nanoseconds(MonotonicClock.seconds() + momentForLastWords)) { $0 ? true : nil }
  }

  private static func nanoseconds(_ time: Double) -> UInt64 { UInt64(time * 1e9) }
}

/// Work that must be brought to an end even by a process that was asked to end, such as a movie that is being written;
/// as long as there is any, the process gets some seconds rather than one.
package final class UnfinishedWork: Sendable {
  /// Begins some.
  package init() { InterruptionWatch.beginUnfinishedWork() }

  deinit { InterruptionWatch.endUnfinishedWork() }
}
