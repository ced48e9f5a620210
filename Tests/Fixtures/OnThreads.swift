import OpenCaptureSystem
import Foundation

/// Does the same on several threads at once, and gives what each came to, in the order of their numbers.
///
/// Threads of their own, and not those of a pool, which are no more than there are cores.
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
  // It is work, and sanitizers make it slow.
  try TimedOut.unless("all threads are done", within: 10 * TimedOut.patience) { deadline in
    group.wait(timeout: DispatchTime(uptimeNanoseconds: deadline)) == .success
  }
  return results.withLock { $0 }.compactMap(\.self)
}
