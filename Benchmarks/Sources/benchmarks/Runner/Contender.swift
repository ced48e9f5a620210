import CAllocationCounter
import Glibc

/// A candidate in a comparison: OpenCapture or a peer.
struct Contender {
  let name: String
  let run: () throws -> Measurement

  /// Returns work inside this process, repeated until the clock can resolve it.
  ///
  /// - Parameters:
  ///   - scale: The number of work items in each repeat. Figures are per item.
  ///   - countsAllocations: Whether heap allocations are counted; default false.
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
      let items = Double(repeats * scale)
      return Measurement(
        wall: (seconds(CLOCK_MONOTONIC) - start) / items,
        cpu: (seconds(CLOCK_PROCESS_CPUTIME_ID) - cpuStart) / items,
        allocations: allocations.map { $0 / items })
    }
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The cost of one run.
struct Measurement: Sendable {
  /// Wall-clock seconds.
  var wall: Double
  /// Processor seconds; nil if only wall time was measured.
  var cpu: Double?
  /// The peak of resident memory, in bytes; nil for work inside this process.
  var peakMemory: Double?
  /// The number of heap allocations by all threads; nil if they were not counted.
  var allocations: Double?
}

/// A figure of a measurement.
enum Figure: String, CaseIterable, Sendable {
  case wall, cpu, memory, allocations

  func value(of measurement: Measurement) -> Double? {
    switch self {
    case .wall: measurement.wall
    case .cpu: measurement.cpu
    case .memory: measurement.peakMemory
    case .allocations: measurement.allocations
    }
  }
}
