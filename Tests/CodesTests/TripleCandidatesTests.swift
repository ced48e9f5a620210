import Fixtures
import OpenCaptureMediaSamples
import Testing
@testable import OpenCaptureCodes

@Suite("Triples of finder patterns")
struct TripleCandidatesTests {
  /// Patterns of similar size at random positions.
  private let patterns = {
    var random = SeededGenerator(seed: 12)
    return (0..<14).map { _ in
      FinderPattern(
        center: Point(x: .random(in: 0...300, using: &random), y: .random(in: 0...300, using: &random)),
        moduleWidth: .random(in: 3...5, using: &random), moduleHeight: .random(in: 3...5, using: &random), count: 3)
    }
  }()

  /// Returns the remaining triples in order.
  private func rest(of triples: TripleCandidates) -> [FinderTriple] {
    var triples = triples
    return Array(AnyIterator { triples.next() })
  }

  @Test("All triples that a camera can see are returned once, the most plausible first")
  func order() {
    let triples = rest(of: TripleCandidates(among: patterns))
    var expected: Set<FinderTriple> = []
    for topLeft in patterns {
      for topRight in patterns where topRight != topLeft {
        for bottomLeft in patterns where bottomLeft != topLeft && bottomLeft != topRight {
          FinderTriple(topLeft: topLeft, topRight: topRight, bottomLeft: bottomLeft).map { _ = expected.insert($0) }
        }
      }
    }
    #expect(triples.count == expected.count && Set(triples) == expected && triples.count > 50)
    #expect(triples.map(\.viewDistortion) == triples.map(\.viewDistortion).sorted())
  }

  @Test("Triples with a pattern of a decoded code are removed, even after others were returned")
  func removal() throws {
    var triples = TripleCandidates(among: patterns)
    let all = rest(of: triples)
    let next = triples.next()
    let first = try #require(next)
    let used = [first.topLeft, first.topRight, first.bottomLeft]
    triples.removeAll { used.contains($0) }
    let left = all.filter { ![$0.topLeft, $0.topRight, $0.bottomLeft].contains(where: used.contains) }
    #expect(rest(of: triples) == left && !left.isEmpty)
  }

  @Test("Fewer than three patterns, or sizes of no code, make no triples")
  func none() {
    #expect(TripleCandidates(among: Array(patterns.prefix(2))).isEmpty)
    var odd = Array(patterns.prefix(3))
    odd[0].moduleWidth *= 60
    #expect(TripleCandidates(among: odd).isEmpty)
    #expect(rest(of: TripleCandidates(among: [])).isEmpty)
  }
}
