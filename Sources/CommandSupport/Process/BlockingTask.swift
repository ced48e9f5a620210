import OpenCaptureSystem
import Dispatch

/// A bridge from asynchronous work to a blocking thread; not for tasks, which must not block.
package enum BlockingTask {
  /// Waits for `body` and returns or throws its result.
  package static func result<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let result = Locked<Result<Value, any Error>?>(nil)
    Task {
      do {
        let value = try await body()
        result.withLock { $0 = .success(value) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    guard let outcome = result.withLock({ $0 }) else { preconditionFailure("the task signalled without a result") }
    return try outcome.get()
  }
}
