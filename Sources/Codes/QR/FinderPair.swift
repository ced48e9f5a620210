import COpenCaptureCodes
import Glibc
import OpenCaptureMediaSamples

/// Two finder patterns that could belong to one code whose third pattern isn't visible.
///
/// Glare, dirt or a fold often hides one pattern. The axes of the other two show in which directions the code
/// continues.
struct FinderPair {
  /// The patterns, each turned toward the other one.
  private let first, second: FinderFrame
  /// Whether the patterns are in opposite corners of the code.
  private let isDiagonal: Bool
  /// The approximate number of modules along a side.
  private let dimensionEstimate: Double
  /// The deviation of the two patterns from each other in size; 0 is perfect.
  let distortion: Double

  /// The possible positions of the far corners for one arrangement of the patterns.
  fileprivate struct Arrangement {
    /// The group of the pattern that isn't visible; see ``QRFunctionPatterns``.
    let missing: Int32
    let lattices: [QRLattice]
  }

  /// Creates a pair; nil if no view of a code can look like this.
  init?(_ first: FinderFrame, _ second: FinderFrame) {
    let way = second.center - first.center
    let ahead = first.coordinates(of: way)
    let back = second.coordinates(of: -1 * way)
    let length = ahead.length
    let otherLength = back.length
    let isDiagonal = ahead.isDiagonal
    guard max(length, otherLength) < 1.6 * min(length, otherLength), back.isDiagonal == isDiagonal
    else { return nil }
    // The sides of a square are shorter than its diagonal.
    let distance = (length + otherLength) / 2 / (isDiagonal ? 2.0.squareRoot() : 1)
    guard (13...180).contains(distance) else { return nil }
    self.isDiagonal = isDiagonal
    self.first = isDiagonal ? first.enclosing(way) : first.facing(way)
    self.second = isDiagonal ? second.enclosing(-1 * way) : second.facing(way)
    dimensionEstimate = distance + 7
    distortion = max(length, otherLength) / min(length, otherLength) - 1
  }

  var centers: [Point] { [first.center, second.center] }

  /// Returns the pairs among some finder patterns, the most plausible ones first.
  static func pairs(among frames: [FinderFrame]) -> [Self] {
    let pairs = frames.indices.flatMap { index in
      frames[..<index].compactMap { Self($0, frames[index]) }
    }
    return pairs.sorted { $0.distortion < $1.distortion }
  }

  fileprivate var arrangements: [Arrangement] {
    QRFit.dimensions(near: dimensionEstimate).flatMap { isDiagonal ? diagonals($0) : sides($0) }
  }

  /// Returns the arrangements along a side of the code, which can be on either side of the line.
  ///
  /// The perspective changes the length of the other two sides. A step moves the timing pattern by less than half a
  /// module.
  private func sides(_ dimension: Int) -> [Arrangement] {
    let side = Double(dimension - 7)
    let lengths = stride(from: 0.7, to: 1.4, by: max(0.02, 0.45 / side)).map { $0 * side }
    let below = lengths.map { length in
      [first.center, second.center, second.center + length * second.down, first.center + length * first.down]
    }
    let above = lengths.map { length in
      [second.center, first.center, first.center + -length * first.down, second.center + -length * second.down]
    }
    return [below, above].flatMap { outlines in
      [
        Arrangement(missing: 2, lattices: outlines.map { QRLattice(dimension: dimension, anchors: $0) }),
        Arrangement(
          missing: 1,
          lattices: outlines.map { QRLattice(dimension: dimension, anchors: Array($0[1...] + $0[..<1])) }),
      ]
    }
  }

  /// Returns the arrangements in opposite corners, with the third pattern in either of the other corners.
  private func diagonals(_ dimension: Int) -> [Arrangement] {
    func crossing(_ axis: KeyPath<FinderFrame, Point>, _ other: KeyPath<FinderFrame, Point>) -> Point? {
      FittedLine(through: first.center, along: first[keyPath: axis])
        .crossing(FittedLine(through: second.center, along: second[keyPath: other]))
    }
    guard let clockwise = crossing(\.right, \.down), let counterclockwise = crossing(\.down, \.right)
    else { return [] }
    return [
      [clockwise, second.center, counterclockwise, first.center],
      [counterclockwise, first.center, clockwise, second.center],
    ].map { Arrangement(missing: 0, lattices: [QRLattice(dimension: dimension, anchors: $0)]) }
  }
}

extension Point {
  /// Whether the vector is nearer to a diagonal than to an axis.
  fileprivate var isDiagonal: Bool { min(abs(x), abs(y)) > tan(.pi / 8) * max(abs(x), abs(y)) }
}

extension QRFit {
  /// The agreement of the other patterns below which two patterns belong to no code; true ones exceed 0.7.
  private static let leastAgreementBesidePair = 0.5

  /// Returns the lattice that agrees best with the picture, or nil if none does.
  ///
  /// Only the timing and alignment patterns and the remains of the third finder pattern count: the two visible
  /// patterns agree with any lattice.
  mutating func lattice(of pair: FinderPair) -> Fitted? {
    let rated = pair.arrangements.compactMap { arrangement in
      bestLattice(of: arrangement).map { best in
        (missing: arrangement.missing, lattice: best.lattice, agreement: best.agreement)
      }
    }
    var best: (missing: Int32, fitted: Fitted)?
    for candidate in rated.sorted(by: { $0.agreement > $1.agreement }).prefix(3) where candidate.agreement > 0.25 {
      let closer = refined(candidate.lattice, middles(candidate.lattice.dimension), from: 0.8, to: 0.2)
      if closer.agreement > best?.fitted.agreement ?? 0.2 { best = (candidate.missing, closer) }
    }
    guard let best, let map = best.fitted.lattice.map else { return nil }
    let points = points(best.fitted.lattice.dimension, beside: best.missing)
    guard agreement(map.matrix, points) > Self.leastAgreementBesidePair else { return nil }
    return refined(best.fitted.lattice)
  }

  /// Returns the lattice of an arrangement that agrees best with the picture.
  private mutating func bestLattice(of arrangement: FinderPair.Arrangement) -> Fitted? {
    guard let dimension = arrangement.lattices.first?.dimension else { return nil }
    let points = points(dimension, beside: arrangement.missing)
    var best: Fitted?
    for lattice in arrangement.lattices {
      guard let map = lattice.map else { continue }
      let agreement = agreement(map.matrix, points)
      if agreement > best?.agreement ?? -1 { best = (lattice, agreement) }
    }
    return best
  }

  /// Returns the centres of the modules of all patterns except the two visible finder patterns.
  private mutating func points(_ dimension: Int, beside missing: Int32) -> [ccodes_point] {
    middles(dimension).filter { $0.group > 2 || $0.group == missing }
  }
}
