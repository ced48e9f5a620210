/// What one run of something cost.
struct Measurement: Sendable {
  /// Wall-clock seconds.
  var wall: Double
  /// Seconds of processor time; nil where only wall time was taken.
  var cpu: Double?
  /// The most memory that was resident, in bytes; nil inside this process.
  var peakMemory: Double?
  /// How often something was taken from the heap, by any thread; nil where nobody counted.
  var allocations: Double?
}

/// One of the figures of a measurement.
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
