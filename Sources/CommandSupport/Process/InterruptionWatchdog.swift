import Glibc
import OpenCaptureSystem

/// A watchdog that ends an interrupted process within a second, whatever the process is doing.
///
/// A decoder of a large picture, or a write to a blocked pipe, does not notice a signal. If the command does not end
/// in time, the watchdog prints the last output and ends the process with the command's exit status.
package enum InterruptionWatchdog {
  private struct State: Lockable {
    var timeout = ShutdownTimeout()
    var lastWords: LastWords?
  }

  private struct LastWords {
    let say: @Sendable () -> Void
  }

  /// The time limit for the last output, in seconds, as the reader may be gone.
  private static let momentForLastWords = 0.2

  private static let state = Monitor(State())

  /// The semaphore that the signal handler posts; handlers must not touch anything else.
  nonisolated(unsafe) private static let asked: UnsafeMutablePointer<sem_t> = {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
    return semaphore
  }()

  /// Initializes the semaphore, so that ``wake()`` can be called.
  static func prepare() { _ = asked }

  /// Starts the watchdog, once per process.
  static func start() {
    _ = NamedThread(name: "interruption") { InterruptionWatchdog.watch() }
  }

  /// Reports the interruption; safe in a signal handler.
  static func wake() { sem_post(asked) }

  /// Runs `body`; if the process has to end meanwhile, calls `lastWords` first.
  ///
  /// - Parameter lastWords: Called on another thread while `body` runs.
  package static func withFinalOutput<Result>(
    _ lastWords: @escaping @Sendable () -> Void, _ body: () throws -> Result
  ) rethrows -> Result {
    state.update { $0.lastWords = LastWords(say: lastWords) }
    defer { state.update { $0.lastWords = nil } }
    return try body()
  }

  static func beginUnfinishedWork() { state.update { $0.timeout.begin() } }

  static func endUnfinishedWork() { state.update { $0.timeout.finish(at: MonotonicClock.seconds()) } }

  private static func watch() {
    while sem_wait(asked) != 0 {}
    let time = MonotonicClock.seconds()
    while true {
      let deadline = state.withLock { $0.timeout.deadline(interruptedAt: time) }
      guard MonotonicClock.seconds() < deadline else { break }
      // Finished work changes the deadline.
      _ = state.wait(until: nanoseconds(deadline)) { state in
        state.timeout.deadline(interruptedAt: time) == deadline ? nil : true
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

/// A task that must be finished even after an interruption, such as writing a movie.
///
/// While such a task exists, the process gets some seconds to end instead of one.
package final class UnfinishedWork: Sendable {
  /// Begins a task, which ends with the object's lifetime.
  package init() { InterruptionWatchdog.beginUnfinishedWork() }

  deinit { InterruptionWatchdog.endUnfinishedWork() }
}

/// A timeout for the end of a process after an interruption, in seconds of one clock.
package struct ShutdownTimeout: Sendable {
  /// The timeout without unfinished work; the rest of a second is left for the last output and the exit.
  private static let usual = 0.7
  /// The timeout with unfinished work such as a movie, as encoders delay frames and disks can be slow.
  private static let longest = 10.0

  /// The number of unfinished tasks.
  package private(set) var unfinishedCount = 0
  private var finishedAt: Double?

  package init() {}

  /// Records the start of a task that must be finished.
  package mutating func begin() { unfinishedCount += 1 }

  /// Records the end of such a task.
  package mutating func finish(at time: Double) {
    unfinishedCount -= 1
    finishedAt = time
  }

  /// Returns the time when the process must end, as far as known now.
  ///
  /// - Parameter time: The time of the interruption.
  package func deadline(interruptedAt time: Double) -> Double {
    let latest = time + Self.longest
    guard unfinishedCount == 0 else { return latest }
    return min(latest, max(time, finishedAt ?? time) + Self.usual)
  }
}
