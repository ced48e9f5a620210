import COpenCaptureCodes
import OpenCaptureMediaSamples

/// A mesh of displacements that adapts the shape of a QR code to folds and crumples.
///
/// The nodes of the mesh are two modules apart. Each node moves to where the surrounding modules are most
/// distinct: even inside, with changes in between. This works without knowledge of the content. The mesh grows from
/// the finder patterns into the most distinct surroundings first, as in the unwrapping of phases. Each node starts
/// where the plane through its settled neighbours leads.
struct ModuleMesh {
  private let dimension: Int
  /// The distance between nodes, in modules.
  private let spacing: Double
  /// The number of nodes along a side.
  private let side: Int
  private var shifts: [Point]
  /// The distinctness of the modules around each node, from 0 to 1; nil if the node isn't settled.
  private var clearness: [Double?]

  /// Fits a mesh to a picture; nil if the code has no area.
  init?(_ picture: ccodes_picture, _ shape: some QRShape) {
    dimension = shape.dimension
    (side, spacing) = Self.layout(dimension)
    shifts = Array(repeating: Point(x: 0, y: 0), count: side * side)
    clearness = Array(repeating: nil, count: side * side)
    let first = Int((3.5 / spacing).rounded())
    let last = side - 1 - first
    var border: [Int: Double] = [:]
    for node in [first * side + first, first * side + last, last * side + first] {
      border[node] = 1
    }
    while let (node, _) = border.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) {
      border[node] = nil
      guard let map = shape.map(at: place(of: node)) else { return nil }
      let clearness = settle(node, picture, map)
      for neighbour in neighbours(of: node) where self.clearness[neighbour] == nil {
        border[neighbour] = max(border[neighbour] ?? 0, clearness)
      }
    }
  }

  /// Returns the number of nodes along a side and their distance in modules.
  private static func layout(_ dimension: Int) -> (side: Int, spacing: Double) {
    let side = dimension / 2 + 1
    return (side, Double(dimension) / Double(side - 1))
  }

  /// The size of the window around a node, in modules.
  private static let window = 4

  /// The steps in each direction by which a node is moved, and their size in modules.
  private static let rounds = [(span: 2, step: 0.1), (span: 2, step: 0.04)]

  /// Returns the approximate cost of fitting a mesh, in samples.
  static func samples(dimension: Int) -> Int {
    let side = layout(dimension).side
    let moves = rounds.reduce(0) { $0 + (2 * $1.span + 1) * (2 * $1.span + 1) }
    // Each module of a window takes five samples.
    return side * side * moves * window * window * 5
  }

  /// Returns the displacement of a point, both in modules.
  func shift(x: Double, y: Double) -> Point {
    let u = min(max(x / spacing, 0), Double(side - 1))
    let v = min(max(y / spacing, 0), Double(side - 1))
    let column = min(Int(u), side - 2)
    let row = min(Int(v), side - 2)
    let s = u - Double(column)
    let t = v - Double(row)
    let first = row * side + column
    return (1 - t) * ((1 - s) * shifts[first] + s * shifts[first + 1])
      + t * ((1 - s) * shifts[first + side] + s * shifts[first + side + 1])
  }

  /// Returns the place of a node, in modules.
  private func place(of node: Int) -> Point {
    Point(x: Double(node % side) * spacing, y: Double(node / side) * spacing)
  }

  private func neighbours(of node: Int) -> [Int] {
    let column = node % side
    let row = node / side
    return [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
      .filter { (0..<side).contains($0.0) && (0..<side).contains($0.1) }.map { $0.1 * side + $0.0 }
  }

  /// Moves a node to the most distinct modules and returns their distinctness.
  private mutating func settle(_ node: Int, _ picture: ccodes_picture, _ map: ProjectiveMap) -> Double {
    let place = place(of: node)
    let plane = plane(at: node)
    let matrix = map.sheared(by: plane.gradient, about: place).matrix
    let columns = Int32(Self.window)
    let half = Self.window / 2
    let left = Int32(min(max(0, Int(place.x.rounded()) - half), dimension - Self.window))
    let top = Int32(min(max(0, Int(place.y.rounded()) - half), dimension - Self.window))
    var best = (clearness: -Double.infinity, shift: plane.shift)
    for (span, step) in Self.rounds {
      let middle = best.shift
      for i in -span...span {
        for j in -span...span {
          let shift = middle + Point(x: Double(i) * step, y: Double(j) * step)
          let strain = (shift - plane.shift).length
          let clearness =
            ccodes_module_contrast(picture, matrix, left, top, columns, columns, shift.x, shift.y)
            - 0.3 * strain * strain
          if clearness > best.clearness { best = (clearness, shift) }
        }
      }
    }
    shifts[node] = best.shift
    clearness[node] = max(0, best.clearness)
    return max(0, best.clearness)
  }

  /// A plane through the displacements of nodes: the displacement in one place and its change per module.
  private typealias Plane = (shift: Point, gradient: (x: Point, y: Point))

  /// Returns the plane through the settled nodes around a node, weighted by distinctness and nearness.
  private func plane(at node: Int) -> Plane {
    let reach = 2
    let column = node % side
    let row = node / side
    var sums = PlaneSums()
    for y in max(0, row - reach)...min(side - 1, row + reach) {
      for x in max(0, column - reach)...min(side - 1, column + reach) {
        let offset = Point(x: Double(x - column), y: Double(y - row))
        let square = offset.dot(offset)
        guard let clearness = clearness[y * side + x], square > 0, square < 6 else { continue }
        sums.add(spacing * offset, shifts[y * side + x], weight: (clearness * clearness + 0.001) / square)
      }
    }
    return sums.plane(stiffness: 0.2 * spacing * spacing)
  }

  /// The sums for fitting a plane by least squares.
  private struct PlaneSums {
    private var weight = 0.0
    private var offset = Point(x: 0, y: 0)
    private var shift = Point(x: 0, y: 0)
    private var squares = (xx: 0.0, xy: 0.0, yy: 0.0)
    private var products = (x: Point(x: 0, y: 0), y: Point(x: 0, y: 0))

    mutating func add(_ offset: Point, _ shift: Point, weight: Double) {
      self.weight += weight
      self.offset = self.offset + weight * offset
      self.shift = self.shift + weight * shift
      squares.xx += weight * offset.x * offset.x
      squares.xy += weight * offset.x * offset.y
      squares.yy += weight * offset.y * offset.y
      products.x = products.x + weight * offset.x * shift
      products.y = products.y + weight * offset.y * shift
    }

    /// Returns the plane; stiffness makes it level if few nodes determine it.
    func plane(stiffness: Double) -> Plane {
      guard weight > 0 else { return (shift, (shift, shift)) }
      let center = 1 / weight * offset
      let mean = 1 / weight * shift
      let xx = squares.xx / weight - center.x * center.x + stiffness
      let xy = squares.xy / weight - center.x * center.y
      let yy = squares.yy / weight - center.y * center.y + stiffness
      let x = 1 / weight * products.x - center.x * mean
      let y = 1 / weight * products.y - center.y * mean
      let determinant = xx * yy - xy * xy
      let gradient = (
        x: 1 / determinant * (yy * x - xy * y), y: 1 / determinant * (xx * y - xy * x)
      )
      return (mean - (center.x * gradient.x + center.y * gradient.y), gradient)
    }
  }
}

extension ProjectiveMap {
  /// Returns the map of points that are displaced in proportion to their distance from a place.
  fileprivate func sheared(by gradient: (x: Point, y: Point), about place: Point) -> Self {
    var map = self
    let shift = place.x * gradient.x + place.y * gradient.y
    func shear(_ x: inout Double, _ y: inout Double, _ constant: inout Double) {
      let slope = Point(x: x, y: y)
      constant -= slope.dot(shift)
      x += slope.dot(gradient.x)
      y += slope.dot(gradient.y)
    }
    shear(&map.matrix.xx, &map.matrix.xy, &map.matrix.x1)
    shear(&map.matrix.yx, &map.matrix.yy, &map.matrix.y1)
    shear(&map.matrix.wx, &map.matrix.wy, &map.matrix.w1)
    return map
  }
}
