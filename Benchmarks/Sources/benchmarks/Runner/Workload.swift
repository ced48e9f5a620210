/// A piece of work that ours and the peers do on the same input.
struct Workload {
  let name: String
  let ours: Contender
  let peers: [Peer]

  /// Who ours is compared with, and what is promised.
  struct Peer {
    let contender: Contender
    /// The largest ratio of ours to the peer's that is promised, by figure; what is not promised is not shown.
    ///
    /// Wide enough for a machine that has other things to do, and for others than ours.
    let bounds: [Figure: Double]
  }

  /// Measures, and what misses its bound once more: what the machine did besides passes, what we do to ourselves stays.
  func judge(rounds: Int) throws -> [Comparison] {
    let first = try measure(rounds: rounds)
    guard !first.allSatisfy(\.isKept) else { return first }
    return zip(first, try measure(rounds: rounds)).map { first, second in first.isKept ? first : second }
  }

  /// Runs ours and the peers in turn, once to warm up and then `rounds` times.
  func measure(rounds: Int) throws -> [Comparison] {
    for contender in [ours] + peers.map(\.contender) { _ = try contender.run() }
    var pairs: [[(ours: Measurement, peer: Measurement)]] = peers.map { _ in [] }
    for round in 0..<rounds {
      // Every other round the other way about, so that neither always runs in the other's wake.
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
