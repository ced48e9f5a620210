import COpenCaptureCodes
import Glibc
import OpenCaptureMediaSamples

/// Lays the known patterns of a QR code over a picture, as well as they fit.
///
/// Three finder patterns leave open how strongly the code is foreshortened, and how many modules it has. Both are
/// found by trying: the timing patterns and the alignment pattern agree with the picture only where both are right.
/// Then all the anchors are moved, by less and less, as long as the agreement grows.
struct QRFit {
  /// A lattice and how well it agrees with the picture, -1 to 1.
  typealias Fitted = (lattice: QRLattice, agreement: Double)

  let picture: ccodes_picture
  /// How many places in the picture were looked at so far.
  private(set) var samples = 0
  private var middles: [Int: [ccodes_point]] = [:]
  /// The points of the last lattice that was bent: most of those that are tried after another bend alike.
  private var bent: (bend: QRBend, dimension: Int, count: Int, points: [ccodes_point])?

  /// Prepares to fit codes to a picture.
  init(picture: ccodes_picture) { self.picture = picture }

  /// The lattice that agrees best with the picture; nil where none does.
  mutating func lattice(of triple: FinderTriple) -> Fitted? {
    guard isPromising(triple) else { return nil }
    let fits = Self.dimensions(near: triple.dimensionEstimate).flatMap { dimension in
      triple.viewpoints.compactMap { fourthAnchor(of: triple, dimension, around: $0) }
    }
    var best: Fitted?
    for fit in fits.sorted(by: { $0.agreement > $1.agreement }).prefix(2) where fit.agreement > 0.2 {
      let closer = refined(fit.lattice, middles(fit.lattice.dimension), from: 0.8, to: 0.2)
      if closer.agreement > best?.agreement ?? 0.25 { best = closer }
    }
    guard let flat = best else { return nil }
    if flat.agreement < 0.8, let bent = bent(flat, of: triple) { return refined(bent.lattice) }
    return refined(flat.lattice)
  }

  /// The lattice on a cylinder, where that agrees clearly better with the picture than a flat one.
  private mutating func bent(_ flat: Fitted, of triple: FinderTriple) -> Fitted? {
    let dimension = flat.lattice.dimension
    let points = middles(dimension)
    let lattices = [flat.lattice, triple.lattice(dimension, 1, 1)]
    let candidates = Self.bends.flatMap { bend in
      lattices.map { lattice -> Fitted in
        var lattice = lattice
        lattice.bend = bend
        return (lattice, agreement(lattice, points))
      }
    }
    let closer = candidates.sorted { $0.agreement > $1.agreement }.prefix(2).map {
      refined($0.lattice, points, from: 0.8, to: 0.2)
    }
    guard let best = closer.max(by: { $0.agreement < $1.agreement }), best.agreement > flat.agreement + 0.05
    else { return nil }
    return best
  }

  /// Cylinders as they are seen, so many that one of them is near.
  private static let bends = [true, false].flatMap { bendsRows in
    [0.4, 0.7, 1.0, 1.25].flatMap { angle in
      [-0.25, 0, 0.25].map { QRBend(bendsRows: bendsRows, angle: angle, sag: $0) }
    }
  }

  /// Moves the anchors of a lattice that is about right to where the edges of its modules are.
  ///
  /// - Parameters:
  ///   - reach: How far they are moved at first, in modules.
  ///   - isDense: Whether to look at as many places as a lattice needs that will be read.
  mutating func refined(_ lattice: QRLattice, reach: Double = 0.4, isDense: Bool = true) -> Fitted {
    // Places near the edges of modules: in their middles a picture is even, and says nothing of small shifts.
    let points = QRFunctionPatterns.points(dimension: lattice.dimension, offset: 0.4, isDense: isDense)
    return refined(lattice, points, from: reach, to: isDense ? 0.03 : 0.05)
  }

  /// The sizes that a code can have about there.
  static func dimensions(near estimate: Double) -> [Int] {
    let version = Int(((estimate - 17) / 4).rounded())
    let reach = max(2, version / 6)
    return (version - reach...version + reach).filter { (1...40).contains($0) }.map { 17 + 4 * $0 }
  }

  /// Whether the three look like finder patterns of one code at all.
  private mutating func isPromising(_ triple: FinderTriple) -> Bool {
    let version = Int(((triple.dimensionEstimate - 17) / 4).rounded())
    let dimensions = Set((version - 1...version + 1).map { 17 + 4 * min(max($0, 1), 40) })
    return dimensions.contains { dimension in
      let finders = middles(dimension).prefix(192)
      return triple.viewpoints.contains { agreement(triple.lattice(dimension, $0.u, $0.v), Array(finders)) > 0.3 }
    }
  }

  /// The best place for the fourth anchor.
  private mutating func fourthAnchor(
    of triple: FinderTriple, _ dimension: Int, around viewpoint: (u: Double, v: Double)
  ) -> Fitted? {
    let points = middles(dimension)
    // So far apart that the timing pattern is out of step by less than half a module.
    let step = min(0.2, 4.5 / Double(dimension))
    var best: Fitted?
    for i in -2...2 {
      for j in -2...2 {
        let lattice = triple.lattice(
          dimension, viewpoint.u + Double(i) * step, viewpoint.v + Double(j) * step)
        let agreement = agreement(lattice, points)
        if agreement > best?.agreement ?? -1 { best = (lattice, agreement) }
      }
    }
    return best
  }

  private mutating func refined(_ lattice: QRLattice, _ points: [ccodes_point], from: Double, to: Double) -> Fitted
  {
    var (best, bestAgreement) = (lattice, agreement(lattice, points))
    var step = from * lattice.moduleSize
    let leastStep = to * lattice.moduleSize
    while step > leastStep {
      var hasGrown = false
      // The fourth anchor was only guessed.
      for anchor in [2, 0, 1, 3] {
        for (dx, dy) in [(step, 0), (-step, 0), (0, step), (0, -step)] {
          var moved = best
          moved.anchors[anchor] = moved.anchors[anchor] + Point(x: dx, y: dy)
          let agreement = agreement(moved, points)
          if agreement > bestAgreement { (best, bestAgreement, hasGrown) = (moved, agreement, true) }
        }
      }
      for bend in best.bend?.neighbours(by: step / lattice.moduleSize) ?? [] {
        var moved = best
        moved.bend = bend
        let agreement = agreement(moved, points)
        if agreement > bestAgreement { (best, bestAgreement, hasGrown) = (moved, agreement, true) }
      }
      if !hasGrown { step /= 2 }
    }
    return (best, bestAgreement)
  }

  private mutating func middles(_ dimension: Int) -> [ccodes_point] {
    if let points = middles[dimension] { return points }
    let points = QRFunctionPatterns.points(dimension: dimension, offset: 0)
    middles[dimension] = points
    return points
  }

  /// Points of which there are sets of one size alone for each dimension, on a cylinder.
  private mutating func bentPoints(_ points: [ccodes_point], _ bend: QRBend, _ dimension: Int) -> [ccodes_point] {
    if let bent, bent.bend == bend, bent.dimension == dimension, bent.count == points.count { return bent.points }
    let moved = bend.applyToAll(points, dimension: dimension)
    bent = (bend, dimension, points.count, moved)
    return moved
  }

  /// How well a lattice agrees with the picture, -1 to 1.
  mutating func agreement(_ lattice: QRLattice) -> Double {
    agreement(lattice, QRFunctionPatterns.points(dimension: lattice.dimension, offset: 0))
  }

  private mutating func agreement(_ lattice: QRLattice, _ points: [ccodes_point]) -> Double {
    guard let map = lattice.map else { return -1 }
    samples += points.count
    let flat = lattice.bend.map { bentPoints(points, $0, lattice.dimension) } ?? points
    return ccodes_agreement(picture, map.matrix, flat, flat.count)
  }
}

extension QRBend {
  /// Those that bend a little more or less, or sag so.
  fileprivate func neighbours(by step: Double) -> [QRBend] {
    [(0.15, 0.0), (-0.15, 0), (0, 0.08), (0, -0.08)].compactMap { angle, sag in
      let bend = QRBend(bendsRows: bendsRows, angle: self.angle + angle * step, sag: self.sag + sag * step)
      return (0.05...1.5).contains(bend.angle) && abs(bend.sag) < 0.6 ? bend : nil
    }
  }
}

extension FinderTriple {
  /// Where the fourth anchor can be expected, as ``lattice(_:_:_:)`` takes it: where it is in a code that is seen from
  /// the front, and where the sizes of the patterns have it, if they tell another thing.
  ///
  /// What a projective map does to areas goes with the third power of the distance.
  fileprivate var viewpoints: [(u: Double, v: Double)] {
    func farness(_ pattern: FinderPattern) -> Double {
      let ratio = topLeft.moduleSize / pattern.moduleSize
      return cbrt(ratio * ratio)
    }
    let (right, down) = (farness(topRight), farness(bottomLeft))
    let farthest = right + down - 1
    guard farthest > 0.3 else { return [(1, 1)] }
    let (u, v) = (right / farthest, down / farthest)
    return abs(u - 1) + abs(v - 1) < 0.2 ? [(1, 1)] : [(1, 1), (u, v)]
  }

  /// The lattice with its fourth anchor at `origin + u · right + v · down`; 1 and 1 is a code seen from the front.
  fileprivate func lattice(_ dimension: Int, _ u: Double, _ v: Double) -> QRLattice {
    let (right, down) = (topRight.center - topLeft.center, bottomLeft.center - topLeft.center)
    let fourth = topLeft.center + u * right + v * down
    return QRLattice(dimension: dimension, anchors: [topLeft.center, topRight.center, fourth, bottomLeft.center])
  }
}
