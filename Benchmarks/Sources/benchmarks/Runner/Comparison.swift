/// One figure of ours beside a peer's, over the rounds of a run.
struct Comparison: Encodable, Sendable {
  let workload: String
  let peer: String
  let figure: String
  /// Seconds, bytes or how many; the median.
  let ours: Double
  /// Seconds, bytes or how many; the median.
  let peers: Double
  /// Ours to the peer's, pair by pair.
  let ratio: Spread
  /// The largest ratio that is promised.
  let bound: Double
  let rounds: Int

  /// Whether the median keeps the promise.
  var isKept: Bool { ratio.median <= bound }

  /// Compares.
  ///
  /// - Throws: ``BenchmarkError`` where the figure was not taken: a promise that nobody looks at is none.
  init(
    workload: String, peer: String, figure: Figure, bound: Double, pairs: [(ours: Measurement, peer: Measurement)]
  ) throws {
    let values = pairs.compactMap { pair in
      figure.value(of: pair.ours).flatMap { ours in figure.value(of: pair.peer).map { (ours, $0) } }
    }
    guard values.count == pairs.count, let ratio = Spread(values.map { $0.0 / $0.1 }),
      let ours = Spread(values.map(\.0)), let peers = Spread(values.map(\.1))
    else { throw BenchmarkError("beside \(peer) there is no figure for \(figure)") }
    (self.workload, self.peer, self.figure) = (workload, peer, figure.rawValue)
    (self.ours, self.peers, self.ratio) = (ours.median, peers.median, ratio)
    (self.bound, rounds) = (bound, pairs.count)
  }
}

/// The least, middle and greatest of some values.
struct Spread: Encodable, Sendable {
  let minimum: Double
  let median: Double
  let maximum: Double

  /// nil where there are no values.
  init?(_ values: [Double]) {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    (minimum, maximum) = (first, last)
    median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
