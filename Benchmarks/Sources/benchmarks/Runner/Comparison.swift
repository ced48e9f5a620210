/// One figure of OpenCapture compared with a peer's, over the rounds of a run.
struct Comparison: Encodable, Sendable {
  let workload: String
  let peer: String
  let figure: String
  /// The median in seconds, bytes or allocations.
  let ours: Double
  /// The peer's median in seconds, bytes or allocations.
  let peers: Double
  /// The ratio of ours to the peer's, for each pair of runs.
  let ratio: Spread
  /// The largest permitted ratio.
  let bound: Double
  let rounds: Int

  /// Whether the median ratio is within the bound.
  var isWithinBound: Bool { ratio.median <= bound }

  /// Compares pairs of runs.
  ///
  /// - Throws: ``BenchmarkError`` if the figure was not measured, because its bound would remain unchecked.
  init(
    workload: String, peer: String, figure: Figure, bound: Double, pairs: [(ours: Measurement, peer: Measurement)]
  ) throws {
    let values = pairs.compactMap { pair in
      figure.value(of: pair.ours).flatMap { ours in figure.value(of: pair.peer).map { (ours, $0) } }
    }
    guard values.count == pairs.count, let ratio = Spread(values.map { $0.0 / $0.1 }),
      let ours = Spread(values.map(\.0)), let peers = Spread(values.map(\.1))
    else { throw BenchmarkError("no \(figure) figure for the comparison with \(peer)") }
    self.workload = workload
    self.peer = peer
    self.figure = figure.rawValue
    self.ours = ours.median
    self.peers = peers.median
    self.ratio = ratio
    self.bound = bound
    rounds = pairs.count
  }
}

/// The minimum, median and maximum of values.
struct Spread: Encodable, Sendable {
  let minimum: Double
  let median: Double
  let maximum: Double

  /// Computes the spread; returns nil without values.
  init?(_ values: [Double]) {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    minimum = first
    maximum = last
    median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
