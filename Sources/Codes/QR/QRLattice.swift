import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Where the modules of a QR code lie in a picture.
struct QRLattice {
  /// Modules along a side: 21 to 177, in steps of 4.
  let dimension: Int

  /// The middles of the three finder patterns, and the place that a fourth one would have, clockwise from the top left.
  var anchors: [Point]

  /// How the surface is bent that the code is on; nil where it is flat.
  var bend: QRBend?

  /// Makes a lattice of its anchors.
  init(dimension: Int, anchors: [Point]) { (self.dimension, self.anchors) = (dimension, anchors) }

  /// Makes the lattice of a code with this outline; nil where that encloses no area.
  init?(dimension: Int, corners: Corners) {
    let side = Double(dimension)
    let map = ProjectiveMap(
      unitSquareTo: corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft)
    guard let map = map?.from(squareAt: 0, side: side) else { return nil }
    let (first, last) = (3.5, side - 3.5)
    self.dimension = dimension
    anchors = [(first, first), (last, first), (last, last), (first, last)].map { map.apply(x: $0.0, y: $0.1) }
  }

  /// From modules to pixels; nil where the anchors don't enclose an area.
  var map: ProjectiveMap? {
    ProjectiveMap(unitSquareTo: anchors[0], anchors[1], anchors[2], anchors[3])?
      .from(squareAt: 3.5, side: Double(dimension - 7))
  }

  /// The outline of the code, its quiet zone left out.
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

  /// Where ``map`` takes a place in the code from.
  func flat(x: Double, y: Double) -> (x: Double, y: Double) {
    bend?.apply(x: x, y: y, dimension: dimension) ?? (x, y)
  }

  /// The extent of a module in pixels, on average.
  var moduleSize: Double {
    (anchors[0].distance(to: anchors[1]) + anchors[1].distance(to: anchors[2]) + anchors[2].distance(to: anchors[3])
      + anchors[3].distance(to: anchors[0])) / 4 / Double(dimension - 7)
  }
}

extension Point {
  func distance(to other: Point) -> Double {
    let (dx, dy) = (other.x - x, other.y - y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
