import Fixtures
import OpenCaptureMediaSamples
import Testing
@testable import OpenCaptureCodes

@Suite("Triples of finder patterns")
struct PlausibleTriplesTests {
  /// Patterns at random places, of about one size.
  private let patterns = {
    var random = SeededGenerator(seed: 12)
    return (0..<14).map { _ in
      FinderPattern(
        center: Point(x: .random(in: 0...300, using: &random), y: .random(in: 0...300, using: &random)),
        moduleWidth: .random(in: 3...5, using: &random), moduleHeight: .random(in: 3...5, using: &random), count: 3)
    }
  }()

  /// All that are left, one after the other.
  private func rest(of triples: PlausibleTriples) -> [FinderTriple] {
    var triples = triples
    return Array(AnyIterator { triples.next() })
  }

  @Test("All that a camera can see come once, the most plausible first")
  func order() {
    let triples = rest(of: PlausibleTriples(among: patterns))
    var expected: Set<FinderTriple> = []
    for topLeft in patterns {
      for topRight in patterns where topRight != topLeft {
        for bottomLeft in patterns where bottomLeft != topLeft && bottomLeft != topRight {
          FinderTriple(topLeft: topLeft, topRight: topRight, bottomLeft: bottomLeft).map { _ = expected.insert($0) }
        }
      }
    }
    #expect(triples.count == expected.count && Set(triples) == expected && triples.count > 50)
    #expect(triples.map(\.strangeness) == triples.map(\.strangeness).sorted())
  }

  @Test("Those with a pattern that is part of a code are left out, also where others were given before")
  func removal() throws {
    var triples = PlausibleTriples(among: patterns)
    let all = rest(of: triples)
    let next = triples.next()
    let first = try #require(next)
    let used = [first.topLeft, first.topRight, first.bottomLeft]
    triples.removeAll { used.contains($0) }
    let left = all.filter { ![$0.topLeft, $0.topRight, $0.bottomLeft].contains(where: used.contains) }
    #expect(rest(of: triples) == left && !left.isEmpty)
  }

  @Test("There are none of fewer than three patterns, nor of sizes that are no code's")
  func none() {
    #expect(PlausibleTriples(among: Array(patterns.prefix(2))).isEmpty)
    var odd = Array(patterns.prefix(3))
    odd[0].moduleWidth *= 60
    #expect(PlausibleTriples(among: odd).isEmpty)
    #expect(rest(of: PlausibleTriples(among: [])).isEmpty)
  }
}
