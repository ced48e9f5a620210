import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A curved surface that carries a QR code, such as a bottle, a can or a wavy page.
///
/// The surface is a bicubic Hermite patch whose corners are the centres of the three finder patterns and of an imaginary
/// fourth one. The axes of the patterns are its tangents (see G. Farin, *Curves and Surfaces for CAGD*, chapter 15).
struct QRSurface: QRShape {
  let dimension: Int

  /// The finder patterns and the imaginary fourth one, with axes along the rows and columns of the code.
  var topLeft, topRight, bottomLeft, bottomRight: FinderFrame
  /// The second derivative along both axes in the corners, per module.
  private var twist: Point

  /// Creates the surface between three finder patterns.
  init(dimension: Int, topLeft: FinderFrame, topRight: FinderFrame, bottomLeft: FinderFrame) {
    self.dimension = dimension
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomLeft = bottomLeft
    bottomRight = topLeft
    twist = Point(x: 0, y: 0)
    completeCorner()
  }

  /// Derives the fourth corner and the twist from the other corners.
  ///
  /// On a plane and on a cylinder, opposite edges have the same shape, except for the perspective.
  mutating func completeCorner() {
    let right = bottomLeft.right - topLeft.right
    let down = topRight.down - topLeft.down
    bottomRight = FinderFrame(
      center: topRight.center + bottomLeft.center - topLeft.center + side / 2 * (right + down),
      right: topRight.right + right, down: bottomLeft.down + down)
    twist = 0.5 * (right + down)
  }

  var corners: Corners? {
    let end = Double(dimension)
    return Corners(
      topLeft: apply(x: 0, y: 0), bottomLeft: apply(x: 0, y: end), bottomRight: apply(x: end, y: end),
      topRight: apply(x: end, y: 0))
  }

  /// Returns the place of a point of the code, in pixels.
  func apply(x: Double, y: Double) -> Point {
    mean(HermiteWeights(at: (x - 3.5) / side), HermiteWeights(at: (y - 3.5) / side))
  }

  func map(at place: Point) -> ProjectiveMap? {
    let u = (place.x - 3.5) / side
    let v = (place.y - 3.5) / side
    let right = 1 / side * mean(HermiteWeights(ofSlopeAt: u), HermiteWeights(at: v))
    let down = 1 / side * mean(HermiteWeights(at: u), HermiteWeights(ofSlopeAt: v))
    return ProjectiveMap(
      origin: apply(x: place.x, y: place.y) - place.x * right - place.y * down, right: right, down: down)
  }

  /// The number of modules between the centres of two finder patterns.
  private var side: Double { Double(dimension - 7) }

  private func mean(_ u: HermiteWeights, _ v: HermiteWeights) -> Point {
    func edge(_ left: FinderFrame, _ right: FinderFrame) -> Point {
      u.start * left.center + u.end * right.center + side * (u.startSlope * left.right + u.endSlope * right.right)
    }
    func slope(_ left: FinderFrame, _ right: FinderFrame) -> Point {
      side * (u.start * left.down + u.end * right.down + (u.startSlope + u.endSlope) * twist)
    }
    return v.start * edge(topLeft, topRight) + v.end * edge(bottomLeft, bottomRight)
      + v.startSlope * slope(topLeft, topRight) + v.endSlope * slope(bottomLeft, bottomRight)
  }
}

/// The weights of the ends of a cubic curve, and of its slopes there.
private struct HermiteWeights {
  let start, end, startSlope, endSlope: Double

  /// Creates the weights for a point, where the curve goes from 0 to 1.
  init(at t: Double) {
    let square = t * t
    let cube = square * t
    start = 2 * cube - 3 * square + 1
    end = 3 * square - 2 * cube
    startSlope = cube - 2 * square + t
    endSlope = cube - square
  }

  /// Creates the weights for the slope in a point.
  init(ofSlopeAt t: Double) {
    let square = t * t
    start = 6 * square - 6 * t
    end = 6 * t - 6 * square
    startSlope = 3 * square - 4 * t + 1
    endSlope = 3 * square - 2 * t
  }
}
