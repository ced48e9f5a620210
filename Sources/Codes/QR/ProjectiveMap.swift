import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A projective map of the plane, as a camera applies it to a flat object.
struct ProjectiveMap {
  /// The matrix, as used by the C functions.
  var matrix: ccodes_map

  /// The map of each point to itself.
  static let identity = Self(origin: Point(x: 0, y: 0), right: Point(x: 1, y: 0), down: Point(x: 0, y: 1))

  /// Creates an affine map from the places of (0, 0) and of the unit vectors beside it.
  init(origin: Point, right: Point, down: Point) {
    matrix = ccodes_map(
      xx: right.x, xy: down.x, x1: origin.x, yx: right.y, yy: down.y, y1: origin.y, wx: 0, wy: 0, w1: 1)
  }

  /// Creates the map of (0, 0), (1, 0), (1, 1) and (0, 1) to four points; nil if three of them are collinear.
  ///
  /// See P. Heckbert, *Fundamentals of Texture Mapping and Image Warping*, 1989, section 2.2.3.
  init?(unitSquareTo p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
    let dx1 = p1.x - p2.x
    let dx2 = p3.x - p2.x
    let sx = p0.x - p1.x + p2.x - p3.x
    let dy1 = p1.y - p2.y
    let dy2 = p3.y - p2.y
    let sy = p0.y - p1.y + p2.y - p3.y
    let determinant = dx1 * dy2 - dx2 * dy1
    guard abs(determinant) > 1e-9 else { return nil }
    let wx = (sx * dy2 - dx2 * sy) / determinant
    let wy = (dx1 * sy - sx * dy1) / determinant
    matrix = ccodes_map(
      xx: p1.x - p0.x + wx * p1.x, xy: p3.x - p0.x + wy * p3.x, x1: p0.x,
      yx: p1.y - p0.y + wx * p1.y, yy: p3.y - p0.y + wy * p3.y, y1: p0.y, wx: wx, wy: wy, w1: 1)
  }

  /// Creates the map of the unit square to an outline; nil if three of the corners are collinear.
  init?(_ corners: Corners) {
    self.init(unitSquareTo: corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft)
  }

  /// Returns the same map from a square of width `side` at (`origin`, `origin`).
  func from(squareAt origin: Double, side: Double) -> Self {
    var map = self
    func rescale(_ x: inout Double, _ y: inout Double, _ constant: inout Double) {
      x /= side
      y /= side
      constant -= (x + y) * origin
    }
    rescale(&map.matrix.xx, &map.matrix.xy, &map.matrix.x1)
    rescale(&map.matrix.yx, &map.matrix.yy, &map.matrix.y1)
    rescale(&map.matrix.wx, &map.matrix.wy, &map.matrix.w1)
    return map
  }

  func apply(x: Double, y: Double) -> Point {
    let w = matrix.wx * x + matrix.wy * y + matrix.w1
    return Point(
      x: (matrix.xx * x + matrix.xy * y + matrix.x1) / w, y: (matrix.yx * x + matrix.yy * y + matrix.y1) / w)
  }
}
