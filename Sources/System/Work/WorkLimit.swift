import Synchronization

/// When work is given up before it is done: after so much processor time, or because somebody cancels it.
///
///     let limit = WorkLimit(cpuTime: .seconds(2))
///     let codes = try limit.run { try scanner.scan(picture) }
///
/// Scanners, detectors, decoders and readers that are called within ``run(_:)`` look at the limit between passes, frames
/// and rows, and throw an error of theirs that is called `deadlineExceeded` or `cancelled`; ``stop`` says which it was,
/// whatever became of the error on its way. Nothing is interrupted: a library that is in the middle of something comes to
/// its end first.
///
/// Limits can be nested: the first that is reached counts. For asynchronous code there is ``perform(cpuTime:_:)``.
public final class WorkLimit: Sendable {
  /// How much time threads may spend within ``run(_:)``, altogether; nil for any.
  ///
  /// Processor time, so that what waits, or runs on a busy machine, isn't given up for that. What others do for the work
  /// on threads of their own isn't counted.
  public let cpuTime: Duration?

  private let isCancelledElsewhere: (@Sendable () -> Bool)?
  private let state = Atomic<UInt8>(State.within.rawValue)
  /// What runs that are over took, in nanoseconds.
  private let spent = Atomic<UInt64>(0)

  private enum State: UInt8 {
    case within, cancelled, exceeded
  }

  /// Makes a limit.
  ///
  /// - Parameter cpuTime: How much time threads may spend within ``run(_:)``, altogether; default any.
  public convenience init(cpuTime: Duration? = nil) { self.init(cpuTime: cpuTime, isCancelled: nil) }

  /// Makes a limit that asks somebody whether work is still wanted, each time that it is looked at.
  package init(cpuTime: Duration?, isCancelled: (@Sendable () -> Bool)?) {
    (self.cpuTime, isCancelledElsewhere) = (cpuTime, isCancelled)
  }

  /// Lets work be given up, from whichever thread.
  public func cancel() { enter(.cancelled) }

  /// Why work was given up, or will be at the next look; nil as long as it goes on.
  public var stop: WorkLimitError.Code? {
    switch State(rawValue: state.load(ordering: .relaxed)) {
    case .cancelled: .cancelled
    case .exceeded: .deadlineExceeded
    default: nil
    }
  }

  /// Does work within the limit, on the thread that calls this.
  ///
  /// - Parameter body: The work; what it hands to other threads isn't limited.
  public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let run = WorkRun(of: self)
    defer { spent.add(run.elapsed, ordering: .relaxed) }
    return try WorkRun.$current.withValue(run, operation: body)
  }

  /// Throws where a limit is reached that this runs within; for what one's own engines and processors do.
  ///
  /// Worth asking once a millisecond or so: it takes a look at a clock.
  ///
  /// - Parameter cpuTime: How much the thread is about to spend where nobody can ask, so that it isn't begun where that
  ///   isn't left; default nothing.
  /// - Throws: ``WorkLimitError``.
  public static func check(needing cpuTime: Duration = .zero) throws(WorkLimitError) {
    guard let limit = WorkRun.current?.stopped(needing: cpuTime.nanoseconds) else { return }
    throw limit.error
  }

  /// Whether this runs within a limit of time.
  package static var isTimed: Bool { WorkRun.current?.isTimed ?? false }

  /// Whether a limit is reached that this runs within.
  package static var isReached: Bool { WorkRun.current?.stopped(needing: 0) != nil }

  /// What is left of the time, in nanoseconds; nil for any.
  var left: UInt64? {
    guard let allowed = cpuTime?.nanoseconds else { return nil }
    let spent = spent.load(ordering: .relaxed)
    return allowed > spent ? allowed - spent : 0
  }

  /// Whether work has to be given up.
  ///
  /// - Parameter isOverTime: Looked at where nothing else ends it.
  func isReached(_ isOverTime: () -> Bool) -> Bool {
    if stop != nil { return true }
    if isCancelledElsewhere?() == true { enter(.cancelled) } else if isOverTime() { enter(.exceeded) }
    return stop != nil
  }

  /// The first reason stays.
  private func enter(_ new: State) {
    _ = state.compareExchange(expected: State.within.rawValue, desired: new.rawValue, ordering: .relaxed)
  }

  /// What is thrown where this limit is reached; nil as long as it isn't.
  package var failure: WorkLimitError? { stop == nil ? nil : error }

  /// What is thrown where this limit is reached.
  var error: WorkLimitError {
    guard stop != .cancelled else { return WorkLimitError(.cancelled, subject: "", reason: "it was cancelled") }
    let seconds = Double(cpuTime?.nanoseconds ?? 0) / 1e9
    let amount = seconds == seconds.rounded() ? "\(Int(clamping: Int64(seconds)))" : "\(seconds)"
    return WorkLimitError(
      .deadlineExceeded, subject: "", reason: "it takes more than \(amount) s of processor time")
  }
}

extension Duration {
  /// In nanoseconds; none below zero, and some centuries at most.
  fileprivate var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(clamping: min(seconds, 1 << 33)) * 1_000_000_000 + UInt64(clamping: attoseconds / 1_000_000_000)
  }
}
