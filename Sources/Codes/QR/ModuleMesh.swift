import COpenCaptureCodes
import OpenCaptureMediaSamples

/// A mesh of displacements that adapts a flat lattice to a bent or crumpled code.
///
/// The nodes of the mesh are a few modules apart. Each node moves to where the surrounding modules are most
/// distinct: even inside, with changes in between. This works without knowledge of the content. Nodes near the
/// finder patterns are first, and each node starts at the mean of its settled neighbours.
struct ModuleMesh {
  private let spacing: Double
  private let nodes: Int
  private var shifts: [Point]

  init?(_ picture: ccodes_picture, _ lattice: QRLattice) {
    guard let map = lattice.map else { return nil }
    let dimension = lattice.dimension
    (nodes, spacing) = Self.layout(dimension)
    shifts = Array(repeating: Point(x: 0, y: 0), count: nodes * nodes)
    var isSettled = Array(repeating: false, count: nodes * nodes)
    let reach = Self.reach(spacing)
    for node in Self.order(nodes) {
      let column = node % nodes
      let row = node / nodes
      let x = Int(Double(column) * spacing)
      let y = Int(Double(row) * spacing)
      let left = max(0, x - reach)
      let top = max(0, y - reach)
      let columns = min(dimension, x + reach) - left
      let rows = min(dimension, y + reach) - top
      let start = meanOfSettled(around: node, isSettled)
      var best = (clearness: -1.0, shift: start)
      for (span, step) in Self.rounds {
        let middle = best.shift
        for i in -span...span {
          for j in -span...span {
            let shift = middle + Point(x: Double(i) * step, y: Double(j) * step)
            let strain = (shift - start).length
            let clearness =
              ccodes_module_contrast(
                picture, map.matrix, Int32(left), Int32(top), Int32(columns), Int32(rows), shift.x, shift.y)
              - 0.08 * strain * strain
            if clearness > best.clearness { best = (clearness, shift) }
          }
        }
      }
      shifts[node] = best.shift
      isSettled[node] = true
    }
  }

  /// Returns the number of nodes along a side and their spacing in modules.
  private static func layout(_ dimension: Int) -> (nodes: Int, spacing: Double) {
    let nodes = max(4, dimension / 6 + 1)
    return (nodes, Double(dimension) / Double(nodes - 1))
  }

  /// Returns the reach of the window around a node, in modules.
  private static func reach(_ spacing: Double) -> Int { Int((spacing * 0.75).rounded(.up)) + 1 }

  /// The steps in each direction by which a node is moved, and their size in modules.
  private static let rounds = [(span: 4, step: 0.15), (span: 2, step: 0.05)]

  /// Returns the approximate cost of fitting a mesh, in samples.
  static func samples(dimension: Int) -> Int {
    let (nodes, spacing) = layout(dimension)
    let shifts = rounds.reduce(0) { $0 + (2 * $1.span + 1) * (2 * $1.span + 1) }
    // Each module of a window takes five samples.
    return nodes * nodes * shifts * 5 * 4 * reach(spacing) * reach(spacing)
  }

  /// Returns the displacement of a point, both in modules.
  func shift(x: Double, y: Double) -> Point {
    let u = min(max(x / spacing, 0), Double(nodes - 1))
    let v = min(max(y / spacing, 0), Double(nodes - 1))
    let column = min(Int(u), nodes - 2)
    let row = min(Int(v), nodes - 2)
    let s = u - Double(column)
    let t = v - Double(row)
    let first = row * nodes + column
    return (1 - t) * ((1 - s) * shifts[first] + s * shifts[first + 1])
      + t * ((1 - s) * shifts[first + nodes] + s * shifts[first + nodes + 1])
  }

  /// Returns the nodes in order of their distance from the nearest finder pattern.
  private static func order(_ nodes: Int) -> [Int] {
    let last = nodes - 1
    func distance(_ node: Int) -> Int {
      let x = node % nodes
      let y = node / nodes
      return min(x * x + y * y, (last - x) * (last - x) + y * y, x * x + (last - y) * (last - y))
    }
    return (0..<nodes * nodes).sorted { (distance($0), $0) < (distance($1), $1) }
  }

  private func meanOfSettled(around node: Int, _ isSettled: [Bool]) -> Point {
    let x = node % nodes
    let y = node / nodes
    var sum = Point(x: 0, y: 0)
    var count = 0.0
    for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
      let column = x + dx
      let row = y + dy
      guard (0..<nodes).contains(column), (0..<nodes).contains(row), isSettled[row * nodes + column] else {
        continue
      }
      sum = sum + shifts[row * nodes + column]
      count += 1
    }
    return count == 0 ? sum : (1 / count) * sum
  }
}
