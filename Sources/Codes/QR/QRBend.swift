import COpenCaptureCodes
import Glibc

/// How a code lies on a cylinder, such as a bottle or a can.
///
/// It maps modules of the code to those of the flat square that is seen in its place, in which the finder patterns stay
/// where they are.
struct QRBend: Hashable {
  /// Whether rows are bent, as of a code that stands upright on a bottle that does; else columns.
  var bendsRows: Bool
  /// Half of the angle that the code covers, in radians.
  var angle: Double
  /// How far the middle is moved along the cylinder, as a part of the side: what is seen from above sags.
  var sag: Double

  /// Where a module comes to lie.
  func apply(x: Double, y: Double, dimension: Int) -> (x: Double, y: Double) {
    let (along, other) = bendsRows ? (x, y) : (y, x)
    let (bent, shift) = place(along, dimension)
    return bendsRows ? (bent, other + shift) : (other + shift, bent)
  }

  /// Where a module comes to lie along the bend, and how far it is moved across.
  private func place(_ along: Double, _ dimension: Int) -> (bent: Double, shift: Double) {
    let side = Double(dimension)
    let (turn, anchor) = ((2 * along / side - 1) * angle, (1 - 7 / side) * angle)
    return (side / 2 + sin(turn) / sin(anchor) * (side / 2 - 3.5), side * sag * (cos(turn) - cos(anchor)))
  }

  /// The same for very many places in the code: between halves of modules it is as good as straight.
  func applyToAll(_ points: [ccodes_point], dimension: Int) -> [ccodes_point] {
    let table = (0...2 * dimension + 1).map { place(Double($0) / 2, dimension) }
    return points.map { point in
      let (along, other) = bendsRows ? (point.x, point.y) : (point.y, point.x)
      let index = min(max(0, Int(2 * along)), 2 * dimension)
      let part = Double(2 * along) - Double(index)
      let (before, after) = (table[index], table[index + 1])
      let bent = Float(before.bent + part * (after.bent - before.bent))
      let moved = other + Float(before.shift + part * (after.shift - before.shift))
      return ccodes_point(
        x: bendsRows ? bent : moved, y: bendsRows ? moved : bent, expected: point.expected, group: point.group)
    }
  }
}
