import Dispatch

extension WorkLimit {
  /// Does work on a thread that isn't one of the few that tasks share, until it is done or the task is cancelled.
  ///
  ///     let picture = try await WorkLimit.perform { try EncodedPicture(contentsOf: path).decoded() }
  ///
  /// - Parameters:
  ///   - cpuTime: How much processor time the work may take; default any.
  ///   - body: The work, which is within a limit; see ``run(_:)``.
  /// - Throws: `CancellationError` where the task was cancelled before the work was done, a ``WorkLimitError`` where it
  ///   took too long, else what `body` throws.
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

  /// What `body` gives; whatever it throws once the limit was reached says so.
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
