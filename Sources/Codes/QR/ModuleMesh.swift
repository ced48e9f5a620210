import COpenCaptureCodes
import OpenCaptureMediaSamples

/// How the modules of a code on a bent or crumpled surface lie beside a flat lattice.
///
/// Nodes a few modules apart are each moved to where the modules around them stand apart most clearly: inside a module
/// the picture is even, from one to the next it changes. It needs to know nothing of what the modules say. Nodes near
/// the finder patterns come first, and each begins where its settled neighbours are.
struct ModuleMesh {
  private let spacing: Double
  private let nodes: Int
  private var shifts: [Point]

  /// Fits a mesh.
  init?(_ picture: ccodes_picture, _ lattice: QRLattice) {
    guard let map = lattice.map else { return nil }
    let dimension = lattice.dimension
    (nodes, spacing) = Self.layout(dimension)
    shifts = Array(repeating: Point(x: 0, y: 0), count: nodes * nodes)
    var isSettled = Array(repeating: false, count: nodes * nodes)
    let reach = Self.reach(spacing)
    for node in Self.order(nodes) {
      let (column, row) = (node % nodes, node / nodes)
      let (x, y) = (Int(Double(column) * spacing), Int(Double(row) * spacing))
      let (left, top) = (max(0, x - reach), max(0, y - reach))
      let (columns, rows) = (min(dimension, x + reach) - left, min(dimension, y + reach) - top)
      let start = meanOfSettled(around: node, isSettled)
      var best = (clearness: -1.0, shift: start)
      for (span, step) in Self.rounds {
        let middle = best.shift
        for i in -span...span {
          for j in -span...span {
            let shift = middle + Point(x: Double(i) * step, y: Double(j) * step)
            let strain = (shift - start).length
            let clearness =
              ccodes_distinctness(
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

  /// How many nodes there are along a side, and how far apart they are.
  private static func layout(_ dimension: Int) -> (nodes: Int, spacing: Double) {
    let nodes = max(4, dimension / 6 + 1)
    return (nodes, Double(dimension) / Double(nodes - 1))
  }

  /// How far the window around a node reaches, in modules.
  private static func reach(_ spacing: Double) -> Int { Int((spacing * 0.75).rounded(.up)) + 1 }

  /// How many steps a node is moved each way, and how far each is, in modules.
  private static let rounds = [(span: 4, step: 0.15), (span: 2, step: 0.05)]

  /// About how many samples of a picture it takes to fit a mesh.
  static func samples(dimension: Int) -> Int {
    let (nodes, spacing) = layout(dimension)
    let shifts = rounds.reduce(0) { $0 + (2 * $1.span + 1) * (2 * $1.span + 1) }
    // Five in each module of a window.
    return nodes * nodes * shifts * 5 * 4 * reach(spacing) * reach(spacing)
  }

  /// How far a place, in modules, is moved.
  func shift(x: Double, y: Double) -> Point {
    let (u, v) = (min(max(x / spacing, 0), Double(nodes - 1)), min(max(y / spacing, 0), Double(nodes - 1)))
    let (column, row) = (min(Int(u), nodes - 2), min(Int(v), nodes - 2))
    let (s, t) = (u - Double(column), v - Double(row))
    let first = row * nodes + column
    return (1 - t) * ((1 - s) * shifts[first] + s * shifts[first + 1])
      + t * ((1 - s) * shifts[first + nodes] + s * shifts[first + nodes + 1])
  }

  /// Nodes by their distance from the nearest finder pattern.
  private static func order(_ nodes: Int) -> [Int] {
    let last = nodes - 1
    func distance(_ node: Int) -> Int {
      let (x, y) = (node % nodes, node / nodes)
      return min(x * x + y * y, (last - x) * (last - x) + y * y, x * x + (last - y) * (last - y))
    }
    return (0..<nodes * nodes).sorted { (distance($0), $0) < (distance($1), $1) }
  }

  private func meanOfSettled(around node: Int, _ isSettled: [Bool]) -> Point {
    let (x, y) = (node % nodes, node / nodes)
    var (sum, count) = (Point(x: 0, y: 0), 0.0)
    for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
      let (column, row) = (x + dx, y + dy)
      guard (0..<nodes).contains(column), (0..<nodes).contains(row), isSettled[row * nodes + column] else {
        continue
      }
      sum = sum + shifts[row * nodes + column]
      count += 1
    }
    return count == 0 ? sum : (1 / count) * sum
  }
}
