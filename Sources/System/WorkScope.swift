import Glibc

/// The execution of work within a ``WorkLimit`` on one thread.
final class WorkScope: Sendable {
  /// The run that the executing code belongs to.
  @TaskLocal static var current: WorkScope?

  private let limit: WorkLimit
  private let outer: WorkScope?
  /// Child tasks inherit the limit, but their threads have other clocks.
  private let thread = pthread_self()
  /// The start on the thread's clock, in nanoseconds.
  private let start: UInt64
  private let end: UInt64?

  init(of limit: WorkLimit) {
    self.limit = limit
    outer = Self.current
    let now = ThreadClock.now()
    start = now
    end = limit.left.map { now + min($0, UInt64.max - now) }
  }

  /// The processor time spent so far, in nanoseconds; must be read on the run's thread.
  var elapsed: UInt64 { ThreadClock.now() - start }

  /// Returns the limit, from this one and its enclosing ones, that is reached in `time` nanoseconds; nil if none is.
  func stopped(needing time: UInt64) -> WorkLimit? {
    limit.isReached { isOverTime(after: time) } ? limit : outer?.stopped(needing: time)
  }

  /// Whether this limit or an enclosing one is a limit of processor time.
  var isTimed: Bool { end != nil || outer?.isTimed ?? false }

  private func isOverTime(after time: UInt64) -> Bool {
    guard let end, pthread_equal(thread, pthread_self()) != 0 else { return false }
    return ThreadClock.now() + time >= end
  }
}
