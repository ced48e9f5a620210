/// Work that OpenCapture and its peers do on the same input.
struct Workload {
  let name: String
  let ours: Contender
  let peers: [Peer]

  /// A peer, and the bounds of the comparison with it.
  struct Peer {
    let contender: Contender
    /// The largest permitted ratio of ours to the peer's, by figure; figures without a bound are not shown.
    ///
    /// Bounds leave room for a busy system and for other processors.
    let bounds: [Figure: Double]
  }

  /// Measures, and measures again if a ratio exceeds its bound; the second measurement replaces excessive ratios.
  ///
  /// A disturbance of the system seldom lasts for two measurements.
  func compare(rounds: Int) throws -> [Comparison] {
    let first = try measure(rounds: rounds)
    guard !first.allSatisfy(\.isWithinBound) else { return first }
    return zip(first, try measure(rounds: rounds)).map { first, second in first.isWithinBound ? first : second }
  }

  /// Runs OpenCapture and the peers in turn, once to warm up and then `rounds` times.
  func measure(rounds: Int) throws -> [Comparison] {
    for contender in [ours] + peers.map(\.contender) { _ = try contender.run() }
    var pairs: [[(ours: Measurement, peer: Measurement)]] = peers.map { _ in [] }
    for round in 0..<rounds {
      // The order alternates, so that neither always runs after the other.
      for (index, peer) in peers.enumerated() {
        if round % 2 == 0 {
          let own = try ours.run()
          pairs[index].append((own, try peer.contender.run()))
        } else {
          let other = try peer.contender.run()
          pairs[index].append((try ours.run(), other))
        }
      }
    }
    return try zip(peers, pairs).flatMap { peer, pairs in
      try Figure.allCases.compactMap { figure in
        try peer.bounds[figure].map { bound in
          try Comparison(
            workload: name, peer: peer.contender.name, figure: figure, bound: bound, pairs: pairs)
        }
      }
    }
  }
}
