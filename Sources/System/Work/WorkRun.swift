import Glibc

/// Work within a ``WorkLimit``, on one thread.
final class WorkRun: Sendable {
  /// What the running code is part of.
  @TaskLocal static var current: WorkRun?

  private let limit: WorkLimit
  /// What this is part of in its turn.
  private let outer: WorkRun?
  /// Tasks that the work begins know of the limit as well, but their threads have other clocks.
  private let thread = pthread_self()
  /// On the thread's clock, in nanoseconds.
  private let start: UInt64
  private let end: UInt64?

  init(of limit: WorkLimit) {
    (self.limit, outer) = (limit, Self.current)
    let now = ThreadClock.now()
    start = now
    end = limit.left.map { left in
      let end = now.addingReportingOverflow(left)
      return end.overflow ? UInt64.max : end.partialValue
    }
  }

  /// How long the thread has worked on it, in nanoseconds; to be asked on that thread.
  var elapsed: UInt64 { ThreadClock.now() - start }

  /// The limit that is reached, of this one and those around it, or that would be after so many nanoseconds more; nil
  /// where none is.
  func stopped(needing time: UInt64) -> WorkLimit? {
    limit.isReached { isOverTime(after: time) } ? limit : outer?.stopped(needing: time)
  }

  /// Whether this limit, or one around it, is one of time.
  var isTimed: Bool { end != nil || outer?.isTimed ?? false }

  private func isOverTime(after time: UInt64) -> Bool {
    guard let end, pthread_equal(thread, pthread_self()) != 0 else { return false }
    return ThreadClock.now() + time >= end
  }
}

/// What the running thread has spent of the processors' time.
package enum ThreadClock {
  /// In nanoseconds since the thread began.
  package static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
