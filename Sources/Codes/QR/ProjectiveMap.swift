import COpenCaptureCodes
import OpenCaptureMediaSamples

/// A projective map of the plane, as a camera makes it of a flat thing.
struct ProjectiveMap {
  /// The matrix, as the loops over pixels take it.
  var matrix: ccodes_map

  /// Lays the unit square over four points: its corners (0, 0), (1, 0), (1, 1) and (0, 1) come to lie there.
  ///
  /// P. Heckbert, *Fundamentals of Texture Mapping and Image Warping*, 1989, section 2.2.3.
  ///
  /// - Returns: nil where three of the points lie on a line.
  init?(unitSquareTo p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
    let (dx1, dx2, sx) = (p1.x - p2.x, p3.x - p2.x, p0.x - p1.x + p2.x - p3.x)
    let (dy1, dy2, sy) = (p1.y - p2.y, p3.y - p2.y, p0.y - p1.y + p2.y - p3.y)
    let determinant = dx1 * dy2 - dx2 * dy1
    guard abs(determinant) > 1e-9 else { return nil }
    let wx = (sx * dy2 - dx2 * sy) / determinant
    let wy = (dx1 * sy - sx * dy1) / determinant
    matrix = ccodes_map(
      xx: p1.x - p0.x + wx * p1.x, xy: p3.x - p0.x + wy * p3.x, x1: p0.x,
      yx: p1.y - p0.y + wx * p1.y, yy: p3.y - p0.y + wy * p3.y, y1: p0.y, wx: wx, wy: wy, w1: 1)
  }

  /// The same map of a square from (`origin`, `origin`) that is `side` wide.
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

  /// Where a place comes to lie.
  func apply(x: Double, y: Double) -> Point {
    let w = matrix.wx * x + matrix.wy * y + matrix.w1
    return Point(
      x: (matrix.xx * x + matrix.xy * y + matrix.x1) / w, y: (matrix.yx * x + matrix.yy * y + matrix.y1) / w)
  }
}
