import OpenCaptureMediaSamples

/// The triples among some finder patterns, the most plausible ones first.
///
/// Of forty patterns there are tens of thousands, of which a dozen are tried: so little is kept of each, and the next one is
/// looked for when it is asked for.
struct PlausibleTriples: IteratorProtocol {
  /// Three patterns, by their places among all.
  private struct Candidate {
    let topLeft, topRight, bottomLeft: UInt16
    /// See ``FinderTriple/strangeness``; infinite once it was given.
    var strangeness: Double
  }

  private let patterns: [FinderPattern]
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

  /// Whether there are none.
  var isEmpty: Bool { candidates.isEmpty }

  mutating func next() -> FinderTriple? {
    var best: Int?
    var least = Double.infinity
    for index in candidates.indices where candidates[index].strangeness < least {
      (best, least) = (index, candidates[index].strangeness)
    }
    guard let best else { return nil }
    candidates[best].strangeness = .infinity
    return triple(candidates[best].topLeft, candidates[best].topRight, candidates[best].bottomLeft)
  }

  /// Leaves out those with a pattern that is part of a code.
  mutating func removeAll(where isUsed: (FinderPattern) -> Bool) {
    let used = patterns.map(isUsed)
    candidates.removeAll { used[Int($0.topLeft)] || used[Int($0.topRight)] || used[Int($0.bottomLeft)] }
  }

  /// Adds three patterns, where a camera can see a code like that.
  private mutating func add(_ topLeft: Int, _ topRight: Int, _ bottomLeft: Int) -> Bool {
    let places = (UInt16(topLeft), UInt16(topRight), UInt16(bottomLeft))
    guard let triple = triple(places.0, places.1, places.2) else { return false }
    candidates.append(
      Candidate(
        topLeft: places.0, topRight: places.1, bottomLeft: places.2, strangeness: triple.strangeness))
    return true
  }

  private func triple(_ topLeft: UInt16, _ topRight: UInt16, _ bottomLeft: UInt16) -> FinderTriple? {
    FinderTriple(
      topLeft: patterns[Int(topLeft)], topRight: patterns[Int(topRight)], bottomLeft: patterns[Int(bottomLeft)])
  }
}
