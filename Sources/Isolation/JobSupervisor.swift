/// The limits of one job in a worker.
package struct JobLimits: Sendable, Hashable {
  /// The processor time of the job; nil for no limit.
  package var processorTime: Duration?
  /// The time of the job on the clock; nil for no limit.
  package var wallTime: Duration?
  /// The processor time between two signs of life, even of a job without a limit; 60 s by default.
  package var silence = Duration.seconds(60)
  /// The time that the worker may spend without using a processor; 60 s by default.
  package var stall = Duration.seconds(60)
  /// The processor time beyond the limit in which the worker can end the job itself and report what it found.
  package static let grace = Duration.milliseconds(60)

  package init(processorTime: Duration? = nil, wallTime: Duration? = nil) {
    self.processorTime = processorTime
    self.wallTime = wallTime
  }
}

/// The way in which a job failed to end with a reply.
package enum JobFailure: Error, Sendable, Hashable {
  /// The job exceeded a limit of time.
  case timeout
  /// The worker ended by a signal.
  case crashed(signal: Int32)
  /// The worker ended by itself, with this exit status.
  case exited(status: Int32)
  /// The worker sent something else than a reply.
  case invalidReply
  /// The job is no longer needed.
  case cancelled
  /// No worker can be started.
  case noWorker(reason: String)
}

/// The decisions about one job in a worker process: how long to wait, when to kill, whether to try again.
///
/// Times are passed in. The pool performs the decisions.
package struct JobSupervisor: Sendable {
  /// The times of a worker since the start of the job.
  package struct Times: Sendable {
    /// The processor time that the worker has used.
    package var processor: Duration
    /// The time on the clock.
    package var wall: Duration

    package init(processor: Duration, wall: Duration) {
      self.processor = processor
      self.wall = wall
    }
  }

  /// An action of the pool.
  package enum Decision: Sendable, Hashable {
    /// Wait for the worker for at most this time, then report its times.
    case wait(Duration)
    /// Kill the worker; the job has failed.
    case kill(JobFailure)
    /// Start the job again in a new worker.
    case retry
    /// The job has failed; the worker has ended.
    case fail(JobFailure)
  }

  private let limits: JobLimits
  /// Whether the worker has done jobs before, which could have damaged it.
  private var isUsed: Bool
  private var hasRetried = false
  /// Whether a part of the result was passed on, so that a second try would repeat it.
  private var hasPart = false
  /// The times at the last sign of life.
  private var lastSign = Times(processor: .zero, wall: .zero)
  /// The times when the processor time changed last.
  private var lastWork = Times(processor: .zero, wall: .zero)

  /// The longest wait between two looks at the times.
  private static let longestWait = Duration.milliseconds(100)
  /// The shortest wait, so that a limit that is nearly reached costs no busy loop.
  private static let shortestWait = Duration.milliseconds(4)

  /// Makes the decisions about a job.
  ///
  /// - Parameter isUsed: Whether the worker has done jobs before.
  package init(_ limits: JobLimits, isUsed: Bool) {
    self.limits = limits
    self.isUsed = isUsed
  }

  /// Records a new worker after ``Decision/retry``.
  package mutating func restart() {
    isUsed = false
    lastSign = Times(processor: .zero, wall: .zero)
    lastWork = lastSign
  }

  /// Records a sign of life, and whether it carries a part of the result.
  package mutating func hear(at times: Times, isPart: Bool) {
    lastSign = times
    lastWork = times
    hasPart = hasPart || isPart
  }

  /// Decides what to do while the worker is silent.
  ///
  /// - Parameters:
  ///   - processorCount: The number of processors, on which the worker's threads can use time at once.
  ///   - isCancelled: Whether the job is no longer needed.
  package mutating func look(at times: Times, processorCount: Int, isCancelled: Bool) -> Decision {
    if isCancelled { return .kill(.cancelled) }
    if times.processor > lastWork.processor { lastWork = times }
    var left = limits.silence - (times.processor - lastSign.processor)
    if let limit = limits.processorTime { left = min(left, limit + JobLimits.grace - times.processor) }
    var wait = min(Self.longestWait, left / max(1, processorCount))
    if let limit = limits.wallTime {
      left = min(left, limit - times.wall)
      wait = min(wait, limit - times.wall)
    }
    guard left > .zero, times.wall - lastWork.wall < limits.stall else { return .kill(.timeout) }
    return .wait(max(wait, Self.shortestWait))
  }

  /// Decides what to do about a worker that has ended, or has sent an invalid reply and was killed.
  package mutating func end(_ failure: JobFailure) -> Decision {
    guard isUsed, !hasRetried, !hasPart else { return .fail(failure) }
    hasRetried = true
    return .retry
  }
}
