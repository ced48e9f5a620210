import OpenCaptureSystem
import Foundation

/// Does the same on several threads at once, and gives what each came to, in the order of their numbers.
///
/// Threads of their own, and not those of a pool, which are no more than there are cores.
public func onThreads<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Result
) -> [Result] {
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
  group.wait()
  return results.withLock { $0 }.compactMap(\.self)
}
