import OpenCaptureSystem
import Dispatch

/// Lets a command's thread wait for asynchronous work; not for tasks, whose threads are few.
package enum Waiting {
  /// What `body` gives or throws, once it is done.
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
