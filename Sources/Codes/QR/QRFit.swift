import COpenCaptureCodes
import Glibc
import OpenCaptureMediaSamples

/// A fit of a QR code's function patterns to a picture.
///
/// Three finder patterns don't determine the perspective and the number of modules. Both are found by trial: the
/// timing patterns and the alignment pattern agree with the picture only if both are right. Then all anchors are
/// moved in ever smaller steps as long as the agreement grows.
struct QRFit {
  /// A lattice and its agreement with the picture, from -1 to 1.
  typealias Fitted = (lattice: QRLattice, agreement: Double)

  let picture: ccodes_picture
  /// The number of samples taken so far.
  private(set) var samples = 0
  private var middles: [Int: [ccodes_point]] = [:]

  init(picture: ccodes_picture) { self.picture = picture }

  /// Returns the lattice that agrees best with the picture, or nil if none does.
  mutating func lattice(of triple: FinderTriple) -> Fitted? {
    guard isPromising(triple) else { return nil }
    let fits = Self.dimensions(near: triple.dimensionEstimate).flatMap { dimension in
      triple.fourthAnchorCandidates.compactMap { fourthAnchor(of: triple, dimension, around: $0) }
    }
    var best: Fitted?
    for fit in fits.sorted(by: { $0.agreement > $1.agreement }).prefix(2) where fit.agreement > 0.2 {
      let closer = refined(fit.lattice, middles(fit.lattice.dimension), from: 0.8, to: 0.2)
      if closer.agreement > best?.agreement ?? 0.25 { best = closer }
    }
    guard let flat = best else { return nil }
    return refined(flat.lattice)
  }

  /// Moves the anchors of an approximate lattice to the edges of the modules.
  ///
  /// - Parameters:
  ///   - reach: The first step, in modules.
  ///   - isDense: Whether to use the number of points that a lattice needs for decoding.
  mutating func refined(_ lattice: QRLattice, reach: Double = 0.4, isDense: Bool = true) -> Fitted {
    // Use points near the edges of modules: their centres are too even to reveal small shifts.
    let points = QRFunctionPatterns.points(dimension: lattice.dimension, offset: 0.4, isDense: isDense)
    return refined(lattice, points, from: reach, to: isDense ? 0.03 : 0.05)
  }

  /// The largest estimate of the number of modules along a side, which is 177 at most.
  private static let largestEstimate = 400.0

  /// Returns the possible numbers of modules along a side; none if the estimate is not near any.
  static func dimensions(near estimate: Double) -> [Int] {
    guard (0...Self.largestEstimate).contains(estimate) else { return [] }
    let version = Int(((estimate - 17) / 4).rounded())
    let reach = max(2, version / 6)
    return (version - reach...version + reach).filter { (1...40).contains($0) }.map { 17 + 4 * $0 }
  }

  /// Returns whether the three patterns resemble finder patterns of one code.
  private mutating func isPromising(_ triple: FinderTriple) -> Bool {
    let version = Int(((triple.dimensionEstimate - 17) / 4).rounded())
    let versions = min(max(version - 1, 1), 40)...min(max(version + 1, 1), 40)
    return versions.contains { version in
      let dimension = 17 + 4 * version
      let finders = middles(dimension).prefix(192)
      return triple.fourthAnchorCandidates.contains {
        agreement(triple.lattice(dimension, $0.u, $0.v), Array(finders)) > 0.3
      }
    }
  }

  /// Returns the lattice with the best position of the fourth anchor.
  private mutating func fourthAnchor(
    of triple: FinderTriple, _ dimension: Int, around viewpoint: (u: Double, v: Double)
  ) -> Fitted? {
    let points = middles(dimension)
    // A step moves the timing pattern by less than half a module.
    let step = min(0.2, 4.5 / Double(dimension))
    var best: Fitted?
    for i in -2...2 {
      for j in -2...2 {
        let lattice = triple.lattice(dimension, viewpoint.u + Double(i) * step, viewpoint.v + Double(j) * step)
        let agreement = agreement(lattice, points)
        if agreement > best?.agreement ?? -1 { best = (lattice, agreement) }
      }
    }
    return best
  }

  /// Moves the anchors in ever smaller steps, in modules, as long as the agreement with the points grows.
  mutating func refined(
    _ lattice: QRLattice, _ points: [ccodes_point], from: Double, to: Double
  ) -> Fitted {
    // The fourth anchor is the least certain one.
    let anchors = [2, 0, 1, 3]
    let size = lattice.moduleSize
    return climbed(lattice, partCount: anchors.count, from: from, to: to) { lattice, part, step in
      lattice.anchors[anchors[part]] = lattice.anchors[anchors[part]] + size * step
    } agreement: { fit, lattice in
      fit.agreement(lattice, points)
    }
  }

  /// Moves the parts of a shape in ever smaller steps as long as its agreement with the picture grows.
  ///
  /// - Parameters:
  ///   - from: The size of the first step.
  ///   - to: The size at which steps are too small.
  ///   - move: Moves one of the parts by a step, which has a direction.
  mutating func climbed<Shape>(
    _ start: Shape, partCount: Int, from: Double, to: Double, move: (inout Shape, Int, Point) -> Void,
    agreement: (inout Self, Shape) -> Double
  ) -> (Shape, agreement: Double) {
    var best = (start, agreement: agreement(&self, start))
    var step = from
    while step > to {
      var hasGrown = false
      for part in 0..<partCount {
        for (dx, dy) in [(step, 0), (-step, 0), (0, step), (0, -step)] {
          var moved = best.0
          move(&moved, part, Point(x: dx, y: dy))
          let agreement = agreement(&self, moved)
          guard agreement > best.agreement else { continue }
          best = (moved, agreement)
          hasGrown = true
        }
      }
      if !hasGrown { step /= 2 }
    }
    return best
  }

  /// Returns the centres of the modules of all function patterns.
  mutating func middles(_ dimension: Int) -> [ccodes_point] {
    if let points = middles[dimension] { return points }
    let points = QRFunctionPatterns.points(dimension: dimension, offset: 0)
    middles[dimension] = points
    return points
  }

  /// Returns the agreement of a lattice with the picture, from -1 to 1.
  mutating func agreement(_ lattice: QRLattice) -> Double {
    agreement(lattice, middles(lattice.dimension))
  }

  private mutating func agreement(_ lattice: QRLattice, _ points: [ccodes_point]) -> Double {
    guard let map = lattice.map else { return -1 }
    return agreement(map.matrix, points)
  }

  /// Returns the agreement of a map of points with the picture, from -1 to 1.
  mutating func agreement(_ map: ccodes_map, _ points: [ccodes_point]) -> Double {
    samples += points.count
    return ccodes_agreement(picture, map, points, points.count)
  }
}

extension FinderTriple {
  /// The possible positions of the fourth anchor, as parameters of ``lattice(_:_:_:)``.
  ///
  /// The first is that of a code seen from the front. The second follows from the sizes of the patterns, if it
  /// differs. A projective map scales areas with the third power of the distance.
  fileprivate var fourthAnchorCandidates: [(u: Double, v: Double)] {
    func relativeDistance(_ pattern: FinderPattern) -> Double {
      let ratio = topLeft.moduleSize / pattern.moduleSize
      return cbrt(ratio * ratio)
    }
    let right = relativeDistance(topRight)
    let down = relativeDistance(bottomLeft)
    let farthest = right + down - 1
    guard farthest > 0.3 else { return [(1, 1)] }
    let u = right / farthest
    let v = down / farthest
    return abs(u - 1) + abs(v - 1) < 0.2 ? [(1, 1)] : [(1, 1), (u, v)]
  }

  /// Returns the lattice with its fourth anchor at `origin + u · right + v · down`; (1, 1) is a frontal view.
  fileprivate func lattice(_ dimension: Int, _ u: Double, _ v: Double) -> QRLattice {
    let right = topRight.center - topLeft.center
    let down = bottomLeft.center - topLeft.center
    let fourth = topLeft.center + u * right + v * down
    return QRLattice(dimension: dimension, anchors: [topLeft.center, topRight.center, fourth, bottomLeft.center])
  }
}
