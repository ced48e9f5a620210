import Dispatch

/// Where a detached processor does its work.
public protocol StageExecutor: Sendable {
  /// Runs `job`, now or later, on whichever thread; a processor hands a job in when its last one has nothing more to do.
  func execute(_ job: @escaping @Sendable () -> Void)
}

/// A serial queue: what detached processors work on unless told otherwise.
public struct QueueExecutor: StageExecutor {
  private let queue: DispatchQueue

  /// Makes an executor on a queue of its own.
  ///
  /// - Parameter label: What debuggers call the queue.
  public init(label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  /// Enqueues the job.
  public func execute(_ job: @escaping @Sendable () -> Void) { queue.async(execute: job) }
}
