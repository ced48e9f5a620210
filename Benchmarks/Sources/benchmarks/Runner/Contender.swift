import CAllocationCounter
import Glibc

/// Something that is measured: ours, or a peer.
struct Contender {
  let name: String
  let run: () throws -> Measurement

  /// Work inside this process, repeated so often that the clock sees it.
  ///
  /// - Parameters:
  ///   - scale: How many pieces of work each repeat does; figures are those of one piece.
  ///   - countsAllocations: Whether what is taken from the heap meanwhile is counted; default false.
  static func work(
    _ name: String, repeats: Int = 1, scale: Int = 1, countsAllocations: Bool = false,
    _ body: @escaping () throws -> Void
  ) -> Contender {
    Contender(name: name) {
      let start = seconds(CLOCK_MONOTONIC)
      let cpuStart = seconds(CLOCK_PROCESS_CPUTIME_ID)
      if countsAllocations { allocation_count_everywhere_begin() }
      for _ in 0..<repeats { try body() }
      let allocations = countsAllocations ? Double(allocation_count_everywhere_end()) : nil
      let pieces = Double(repeats * scale)
      return Measurement(
        wall: (seconds(CLOCK_MONOTONIC) - start) / pieces,
        cpu: (seconds(CLOCK_PROCESS_CPUTIME_ID) - cpuStart) / pieces,
        allocations: allocations.map { $0 / pieces })
    }
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
