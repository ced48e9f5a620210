import OpenCaptureMediaSamples

/// A candidate for one of the three finder patterns of a QR code.
struct FinderPattern: Hashable {
  var center: Point
  /// The size of a module, horizontally and vertically.
  var moduleWidth, moduleHeight: Double
  /// The number of picture rows that crossed the pattern.
  var count: Int

  var moduleSize: Double { (moduleWidth * moduleHeight).squareRoot() }

  /// Returns whether the centres of two patterns are less than two modules apart.
  func isSame(as other: Self) -> Bool {
    abs(center.x - other.center.x) < 2 * moduleWidth && abs(center.y - other.center.y) < 2 * moduleHeight
  }
}

/// Three finder patterns that could belong to one code, in clockwise order as seen.
struct FinderTriple: Hashable {
  var topLeft, topRight, bottomLeft: FinderPattern

  /// The deviation from a code seen from the front; 0 is perfect.
  let viewDistortion: Double

  /// The approximate number of modules along a side.
  let dimensionEstimate: Double

  /// Creates a triple; nil if no view of a code can look like this.
  init?(topLeft: FinderPattern, topRight: FinderPattern, bottomLeft: FinderPattern) {
    let right = topRight.center - topLeft.center
    let down = bottomLeft.center - topLeft.center
    guard right.x * down.y - right.y * down.x > 0 else { return nil }
    let width = right.length
    let height = down.length
    let cosine = right.dot(down) / (width * height)
    let sizes = (topLeft.moduleSize, topRight.moduleSize, bottomLeft.moduleSize)
    let spread = max(sizes.0, sizes.1, sizes.2) / min(sizes.0, sizes.1, sizes.2)
    let ratio = max(width / height, height / width)
    guard abs(cosine) < 0.82, spread < 2.6, ratio < 4 else { return nil }
    // A horizontal line crosses a rotated pattern along a longer path.
    let lean = max(abs(right.x), abs(right.y)) / width
    let module = (sizes.0 * 2 + sizes.1 + sizes.2) / 4 * lean
    dimensionEstimate = (width * height).squareRoot() / module + 7
    guard (15...200).contains(dimensionEstimate) else { return nil }
    viewDistortion = abs(cosine) + 0.5 * (ratio - 1) + 0.5 * (spread - 1)
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomLeft = bottomLeft
  }
}

extension Point {
  static func - (left: Self, right: Self) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }

  static func + (left: Self, right: Self) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }

  static func * (factor: Double, point: Self) -> Point { Point(x: factor * point.x, y: factor * point.y) }

  func dot(_ other: Self) -> Double { x * other.x + y * other.y }

  var length: Double { dot(self).squareRoot() }

  func distance(to other: Point) -> Double { (other - self).length }
}

/// An iterator over the triples among some finder patterns, the most plausible ones first.
///
/// Forty patterns have tens of thousands of triples, but only a dozen are tried. Therefore candidates are small,
/// and the best one is searched for on demand.
struct TripleCandidates: IteratorProtocol {
  /// A triple, as indices of its patterns.
  private struct Candidate {
    let topLeft, topRight, bottomLeft: UInt16
    /// The value of ``FinderTriple/viewDistortion``.
    let viewDistortion: Double
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

  var isEmpty: Bool { candidates.isEmpty }

  mutating func next() -> FinderTriple? {
    let best = candidates.indices.min { candidates[$0].viewDistortion < candidates[$1].viewDistortion }
    guard let best else { return nil }
    let next = candidates.remove(at: best)
    return triple(Int(next.topLeft), Int(next.topRight), Int(next.bottomLeft))
  }

  /// Removes the triples that contain a pattern of a decoded code.
  mutating func removeAll(where isUsed: (FinderPattern) -> Bool) {
    let used = patterns.map(isUsed)
    candidates.removeAll { used[Int($0.topLeft)] || used[Int($0.topRight)] || used[Int($0.bottomLeft)] }
  }

  /// Adds a triple if a camera can see a code like this.
  private mutating func add(_ topLeft: Int, _ topRight: Int, _ bottomLeft: Int) -> Bool {
    guard let triple = triple(topLeft, topRight, bottomLeft) else { return false }
    candidates.append(
      Candidate(
        topLeft: UInt16(topLeft), topRight: UInt16(topRight), bottomLeft: UInt16(bottomLeft),
        viewDistortion: triple.viewDistortion))
    return true
  }

  private func triple(_ topLeft: Int, _ topRight: Int, _ bottomLeft: Int) -> FinderTriple? {
    FinderTriple(topLeft: patterns[topLeft], topRight: patterns[topRight], bottomLeft: patterns[bottomLeft])
  }
}
