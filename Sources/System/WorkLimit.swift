import Dispatch
import Synchronization

/// A limit that ends work early, after a given processor time or on cancellation.
///
///     let limit = WorkLimit(cpuTime: .seconds(2))
///     let codes = try limit.run { try scanner.scan(picture) }
///
/// Scanners, detectors, decoders and readers called within ``run(_:)`` check the limit between passes, frames and
/// rows. They throw their own error with the code `deadlineExceeded` or `cancelled`. ``stop`` gives the cause, even
/// if a caller replaced the error. Nothing is interrupted: a library call in progress finishes first.
///
/// Limits can be nested: the first one reached counts. Asynchronous code uses ``perform(cpuTime:_:)``.
public final class WorkLimit: Sendable {
  /// The processor time that all threads together may spend within ``run(_:)``; nil for no limit.
  ///
  /// Waiting, or running on a busy system, does not count. Neither does the time that libraries spend on threads of
  /// their own.
  public let cpuTime: Duration?

  private let isCancelledByCaller: (@Sendable () -> Bool)?
  private let state = Atomic<UInt8>(State.within.rawValue)
  /// The time that completed runs took, in nanoseconds.
  private let spent = Atomic<UInt64>(0)

  private enum State: UInt8 {
    case within, cancelled, exceeded
  }

  /// Makes a limit.
  ///
  /// - Parameter cpuTime: The processor time that all threads together may spend within ``run(_:)``. Default:
  ///   unlimited.
  public convenience init(cpuTime: Duration? = nil) { self.init(cpuTime: cpuTime, isCancelled: nil) }

  /// Makes a limit that calls `isCancelled` at each check.
  package init(cpuTime: Duration?, isCancelled: (@Sendable () -> Bool)?) {
    self.cpuTime = cpuTime
    isCancelledByCaller = isCancelled
  }

  /// Cancels the work; can be called from any thread.
  public func cancel() { enter(.cancelled) }

  /// The reason to end the work, effective at the next check; nil while the work may continue.
  public var stop: WorkLimitError.Code? {
    switch State(rawValue: state.load(ordering: .relaxed)) {
    case .cancelled: .cancelled
    case .exceeded: .deadlineExceeded
    default: nil
    }
  }

  /// Runs work within the limit, on the calling thread.
  ///
  /// - Parameter body: The work. Work that it passes to other threads is not limited.
  public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let run = WorkScope(of: self)
    defer { spent.add(run.elapsed, ordering: .relaxed) }
    return try WorkScope.$current.withValue(run, operation: body)
  }

  /// Throws if an enclosing limit is reached; for custom engines and processors.
  ///
  /// A call reads a clock, so that one call per millisecond is enough.
  ///
  /// - Parameter cpuTime: The processor time of the next step, which cannot check the limit itself. The call throws
  ///   if less time is left. Default: zero.
  /// - Throws: ``WorkLimitError``.
  public static func check(needing cpuTime: Duration = .zero) throws(WorkLimitError) {
    if let failure = WorkScope.current?.stopped(needing: cpuTime.nanoseconds)?.failure { throw failure }
  }

  /// Whether the calling code runs within a limit of processor time.
  package static var isTimed: Bool { WorkScope.current?.isTimed ?? false }

  /// Whether an enclosing limit is reached.
  package static var isReached: Bool { WorkScope.current?.stopped(needing: 0) != nil }

  /// The remaining time in nanoseconds; nil for no limit.
  var left: UInt64? {
    guard let allowed = cpuTime?.nanoseconds else { return nil }
    let spent = spent.load(ordering: .relaxed)
    return allowed > spent ? allowed - spent : 0
  }

  /// Returns whether the work must end; evaluates `isOverTime` if the limit is neither cancelled nor exceeded yet.
  func isReached(_ isOverTime: () -> Bool) -> Bool {
    if stop != nil { return true }
    if isCancelledByCaller?() == true { enter(.cancelled) } else if isOverTime() { enter(.exceeded) }
    return stop != nil
  }

  /// Enters a state; the first reason is kept.
  private func enter(_ new: State) {
    _ = state.compareExchange(expected: State.within.rawValue, desired: new.rawValue, ordering: .relaxed)
  }

  /// The error of this limit if it is reached; nil otherwise.
  package var failure: WorkLimitError? { stop == nil ? nil : error }

  private var error: WorkLimitError {
    stop == .cancelled ? .cancelled() : .deadlineExceeded(cpuTime ?? .zero)
  }
}

extension Duration {
  /// The duration in nanoseconds, at least zero and at most a few centuries.
  fileprivate var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(clamping: min(seconds, 1 << 33)) * 1_000_000_000 + UInt64(clamping: attoseconds / 1_000_000_000)
  }
}

extension WorkLimit {
  /// Performs blocking work on a thread outside the shared task pool, until it ends or the task is cancelled.
  ///
  ///     let picture = try await WorkLimit.perform { try EncodedPicture(contentsOf: path).decoded() }
  ///
  /// - Parameters:
  ///   - cpuTime: The processor time that the work may take. Default: unlimited.
  ///   - body: The work, which runs within a limit; see ``run(_:)``.
  /// - Throws: `CancellationError` if the task was cancelled before the work was done, a ``WorkLimitError`` if the
  ///   work took too long, otherwise the error of `body`.
  public static func perform<Value: Sendable>(
    cpuTime: Duration? = nil, _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let limit = WorkLimit(cpuTime: cpuTime)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Swift.Result { try limit.outcome(of: body) }) }
      }
    } onCancel: {
      limit.cancel()
    }
  }

  /// Returns the result of `body`; replaces an error thrown after the limit was reached by the limit's own.
  private func outcome<Value>(of body: () throws -> Value) throws -> Value {
    do {
      return try run(body)
    } catch {
      switch stop {
      case .cancelled?: throw CancellationError()
      case .some: throw self.error
      case nil: throw error
      }
    }
  }
}

/// An error of work that ended early, by its deadline or by cancellation.
public typealias WorkLimitError = DomainError<WorkLimitErrorDomain>

/// The domain of ``WorkLimitError``.
public enum WorkLimitErrorDomain {}

extension WorkLimitError {
  /// Returns the error of cancelled work.
  package static func cancelled() -> Self { Self(.cancelled, subject: "", reason: "cancelled") }

  /// Returns the error of work that took more than some processor time.
  package static func deadlineExceeded(_ cpuTime: Duration) -> Self {
    let seconds = Double(cpuTime.nanoseconds) / 1e9
    let amount = seconds == seconds.rounded() ? "\(Int(clamping: Int64(seconds)))" : "\(seconds)"
    return Self(.deadlineExceeded, subject: "", reason: "took more than \(amount) s of processor time")
  }
}

extension WorkLimitError.Code {
  /// The work used up its processor time.
  public static var deadlineExceeded: Self { Self("deadlineExceeded", hint: "allow more time") }
  /// The work was cancelled.
  public static var cancelled: Self { Self("cancelled") }
}
