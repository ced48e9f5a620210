import COpenCaptureCodes
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The grid of a QR code's modules in a picture.
struct QRLattice {
  /// The number of modules along a side: 21 to 177, in steps of 4.
  let dimension: Int

  /// The centres of the three finder patterns and of an imaginary fourth one, clockwise from the top left.
  var anchors: [Point]

  /// The curvature of the surface; nil if it is flat.
  var bend: QRCurvature?

  /// The map from modules to pixels; nil if the anchors enclose no area.
  var map: ProjectiveMap? {
    ProjectiveMap(unitSquareTo: anchors[0], anchors[1], anchors[2], anchors[3])?
      .from(squareAt: 3.5, side: Double(dimension - 7))
  }

  /// The outline of the code without its quiet zone.
  var corners: Corners? {
    guard let map else { return nil }
    let side = Double(dimension)
    func place(_ x: Double, _ y: Double) -> Point {
      let (x, y) = flat(x: x, y: y)
      return map.apply(x: x, y: y)
    }
    return Corners(
      topLeft: place(0, 0), bottomLeft: place(0, side), bottomRight: place(side, side), topRight: place(side, 0))
  }

  /// Returns the point that ``map`` takes for a point in the code.
  func flat(x: Double, y: Double) -> (x: Double, y: Double) {
    bend?.apply(x: x, y: y, dimension: dimension) ?? (x, y)
  }

  /// The average size of a module in pixels.
  var moduleSize: Double {
    (anchors[0].distance(to: anchors[1]) + anchors[1].distance(to: anchors[2]) + anchors[2].distance(to: anchors[3])
      + anchors[3].distance(to: anchors[0])) / 4 / Double(dimension - 7)
  }
}

extension QRLattice {
  /// Creates the lattice of a code with the given outline; nil if it encloses no area.
  init?(dimension: Int, corners: Corners) {
    guard let map = ProjectiveMap(corners)?.from(squareAt: 0, side: Double(dimension)) else { return nil }
    let first = 3.5
    let last = Double(dimension) - 3.5
    let places = [(first, first), (last, first), (last, last), (first, last)]
    self.init(dimension: dimension, anchors: places.map { map.apply(x: $0.0, y: $0.1) })
  }
}

/// The curvature of a code on a cylinder, such as a bottle or a can.
///
/// It maps modules of the code to the flat square seen in its place. The finder patterns keep their positions.
struct QRCurvature: Hashable {
  /// Whether rows are bent, as on an upright bottle; otherwise columns are.
  var bendsRows: Bool
  /// Half of the angle that the code covers, in radians.
  var angle: Double
  /// The displacement of the centre along the cylinder, as a fraction of the side, in a view from above or below.
  var sag: Double

  /// Returns the flat position of a point, in modules.
  func apply(x: Double, y: Double, dimension: Int) -> (x: Double, y: Double) {
    let (along, other) = bendsRows ? (x, y) : (y, x)
    let (bent, shift) = place(along, dimension)
    return bendsRows ? (bent, other + shift) : (other + shift, bent)
  }

  /// Returns the position along the curvature and the displacement across it.
  private func place(_ along: Double, _ dimension: Int) -> (bent: Double, shift: Double) {
    let side = Double(dimension)
    let turn = (2 * along / side - 1) * angle
    let anchor = (1 - 7 / side) * angle
    return (side / 2 + sin(turn) / sin(anchor) * (side / 2 - 3.5), side * sag * (cos(turn) - cos(anchor)))
  }

  /// Maps many points at once, with linear interpolation between half modules.
  func applyToAll(_ points: [ccodes_point], dimension: Int) -> [ccodes_point] {
    let table = (0...2 * dimension + 1).map { place(Double($0) / 2, dimension) }
    return points.map { point in
      let (along, other) = bendsRows ? (point.x, point.y) : (point.y, point.x)
      let index = min(max(0, Int(2 * along)), 2 * dimension)
      let part = Double(2 * along) - Double(index)
      let before = table[index]
      let after = table[index + 1]
      let bent = Float(before.bent + part * (after.bent - before.bent))
      let moved = other + Float(before.shift + part * (after.shift - before.shift))
      return ccodes_point(
        x: bendsRows ? bent : moved, y: bendsRows ? moved : bent, expected: point.expected, group: point.group)
    }
  }
}
