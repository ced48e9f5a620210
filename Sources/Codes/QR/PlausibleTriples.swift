import OpenCaptureMediaSamples

/// The triples among some finder patterns, the most plausible ones first.
///
/// Of forty patterns there are tens of thousands, of which a dozen are tried: so little is kept of each, and the next one is
/// looked for when it is asked for.
struct PlausibleTriples: IteratorProtocol {
  /// Three patterns, by their places among all.
  private struct Candidate {
    let topLeft, topRight, bottomLeft: UInt16
    /// See ``FinderTriple/strangeness``.
    let strangeness: Double
  }

  private let patterns: [FinderPattern]
  /// Those that weren't given yet.
  private var candidates: [Candidate] = []

  init(among patterns: [FinderPattern]) {
    self.patterns = patterns
    for a in patterns.indices {
      for b in patterns.indices where b > a {
        for c in patterns.indices where c > b {
          for (topLeft, first, second) in [(a, b, c), (b, c, a), (c, a, b)] {
            _ = add(topLeft, first, second) || add(topLeft, second, first)
          }
        }
      }
    }
  }

  /// Whether there are no more.
  var isEmpty: Bool { candidates.isEmpty }

  mutating func next() -> FinderTriple? {
    let best = candidates.indices.min { candidates[$0].strangeness < candidates[$1].strangeness }
    guard let best else { return nil }
    let next = candidates.remove(at: best)
    return triple(Int(next.topLeft), Int(next.topRight), Int(next.bottomLeft))
  }

  /// Leaves out those with a pattern that is part of a code.
  mutating func removeAll(where isUsed: (FinderPattern) -> Bool) {
    let used = patterns.map(isUsed)
    candidates.removeAll { used[Int($0.topLeft)] || used[Int($0.topRight)] || used[Int($0.bottomLeft)] }
  }

  /// Adds three patterns, where a camera can see a code like that.
  private mutating func add(_ topLeft: Int, _ topRight: Int, _ bottomLeft: Int) -> Bool {
    guard let triple = triple(topLeft, topRight, bottomLeft) else { return false }
    candidates.append(
      Candidate(
        topLeft: UInt16(topLeft), topRight: UInt16(topRight), bottomLeft: UInt16(bottomLeft),
        strangeness: triple.strangeness))
    return true
  }

  private func triple(_ topLeft: Int, _ topRight: Int, _ bottomLeft: Int) -> FinderTriple? {
    FinderTriple(topLeft: patterns[topLeft], topRight: patterns[topRight], bottomLeft: patterns[bottomLeft])
  }
}
