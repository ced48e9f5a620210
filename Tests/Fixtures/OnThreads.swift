import OpenCaptureSystem
import Foundation

/// Runs a closure that waits for tasks on a thread of its own, because a task needs a free thread of the pool.
public func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "test").async { continuation.resume(with: Result { try body() }) }
  }
}

/// Runs the same closure on several threads at once and returns all results, ordered by the threads' numbers.
///
/// Uses dedicated threads, because a pool has no more threads than cores.
public func onThreads<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Result
) throws(TimedOut) -> [Result] {
  let results = Locked([Result?](repeating: nil, count: count))
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    Thread.detachNewThread {
      let result = body(index)
      results.withLock { $0[index] = result }
      group.leave()
    }
  }
  // The closures do real work, which sanitizers slow down.
  try TimedOut.unless("all threads are done", within: 10 * TimedOut.defaultTimeout) { deadline in
    group.wait(timeout: DispatchTime(uptimeNanoseconds: deadline)) == .success
  }
  return results.withLock { $0 }.compactMap(\.self)
}
