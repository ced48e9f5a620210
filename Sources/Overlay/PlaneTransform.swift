public import OpenCaptureMediaSamples

/// A projective map of the plane: an affine map, or a plane seen in perspective.
///
/// A point (x, y) maps to (X / W, Y / W), where X, Y and W are the products of the three rows with (x, y, 1).
public struct PlaneTransform: Sendable, Hashable {
  /// The row of X.
  public var x: SIMD3<Double>
  /// The row of Y.
  public var y: SIMD3<Double>
  /// The row of W; (0, 0, 1) for an affine map.
  ///
  /// A point is visible if its W is at least ``nearest``.
  public var w: SIMD3<Double>

  /// Makes a transform of its rows.
  public init(x: SIMD3<Double>, y: SIMD3<Double>, w: SIMD3<Double> = SIMD3(0, 0, 1)) {
    self.x = x
    self.y = y
    self.w = w
  }

  /// The map of every point to itself.
  public static let identity = PlaneTransform(x: SIMD3(1, 0, 0), y: SIMD3(0, 1, 0))

  /// The smallest W of a visible point: a hundredth of the distance to the plane.
  public static let nearest = 0.01

  /// Returns a translation.
  public static func translation(x: Double, y: Double) -> PlaneTransform {
    PlaneTransform(x: SIMD3(1, 0, x), y: SIMD3(0, 1, y))
  }

  /// Returns a scaling.
  public static func scaling(x: Double, y: Double) -> PlaneTransform {
    PlaneTransform(x: SIMD3(x, 0, 0), y: SIMD3(0, y, 0))
  }

  /// Whether parallels stay parallel.
  public var isAffine: Bool { w.x == 0 && w.y == 0 }

  /// Returns the composition of this map followed by `next`.
  public func then(_ next: PlaneTransform) -> PlaneTransform {
    func row(_ factors: SIMD3<Double>) -> SIMD3<Double> {
      var sum = x * factors.x
      sum += y * factors.y
      sum += w * factors.z
      return sum
    }
    return PlaneTransform(x: row(next.x), y: row(next.y), w: row(next.w))
  }

  /// The inverse map; nil if this map reduces the plane to a line or a point.
  public var inverse: PlaneTransform? {
    let first = Self.cross(y, w)
    let second = Self.cross(w, x)
    let third = Self.cross(x, y)
    let determinant: Double = (x * first).sum()
    guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
    // The columns of the inverse are the cross products.
    let top = SIMD3<Double>(first.x, second.x, third.x)
    let middle = SIMD3<Double>(first.y, second.y, third.y)
    let bottom = SIMD3<Double>(first.z, second.z, third.z)
    return PlaneTransform(x: top / determinant, y: middle / determinant, w: bottom / determinant)
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    let x = a.y * b.z - a.z * b.y
    let y = a.z * b.x - a.x * b.z
    let z = a.x * b.y - a.y * b.x
    return SIMD3(x, y, z)
  }

  /// Returns X, Y and W of a point.
  func homogeneous(_ point: Point) -> SIMD3<Double> {
    let position = SIMD3<Double>(point.x, point.y, 1)
    let across: Double = (x * position).sum()
    let down: Double = (y * position).sum()
    let distance: Double = (w * position).sum()
    return SIMD3(across, down, distance)
  }

  /// Maps a point; returns nil if the result is not visible.
  public func apply(_ point: Point) -> Point? {
    let position = homogeneous(point)
    return position.z >= Self.nearest ? Point(x: position.x / position.z, y: position.y / position.z) : nil
  }

  /// Returns the affine map closest to this one near a point; nil if the point is not visible.
  ///
  /// Nil also if the result has no inverse or enlarges more than 10,000 times.
  func affine(near point: Point) -> PlaneTransform? {
    guard let place = apply(point) else { return nil }
    let distance = homogeneous(point).z
    let across: SIMD3<Double> = (x - w * place.x) / distance
    let down: SIMD3<Double> = (y - w * place.y) / distance
    let left = place.x - across.x * point.x - across.y * point.y
    let top = place.y - down.x * point.x - down.y * point.y
    let affine = PlaneTransform(x: SIMD3(across.x, across.y, left), y: SIMD3(down.x, down.y, top))
    let largest = max(abs(across.x), abs(across.y), abs(down.x), abs(down.y))
    return affine.inverse == nil || largest > 1e4 ? nil : affine
  }

  // MARK: Clipping

  /// Returns the visible part of a polygon, in homogeneous coordinates.
  static func visiblePart(ofPolygon points: [SIMD3<Double>]) -> [SIMD3<Double>] {
    var visible: [SIMD3<Double>] = []
    guard var start = points.last else { return [] }
    for end in points {
      if (start.z < nearest) != (end.z < nearest) { visible.append(crossing(start, end)) }
      if end.z >= nearest { visible.append(end) }
      start = end
    }
    return visible
  }

  /// Returns the visible parts of a line through points, in homogeneous coordinates.
  static func visibleParts(ofLine points: [SIMD3<Double>]) -> [[SIMD3<Double>]] {
    var parts: [[SIMD3<Double>]] = []
    var part: [SIMD3<Double>] = []
    for (index, point) in points.enumerated() {
      let isVisible = point.z >= nearest
      if index > 0, isVisible == (points[index - 1].z < nearest) { part.append(crossing(points[index - 1], point)) }
      if isVisible {
        part.append(point)
      } else if !part.isEmpty {
        parts.append(part)
        part = []
      }
    }
    return part.isEmpty ? parts : parts + [part]
  }

  /// Returns the point between two points at which W is ``nearest``.
  private static func crossing(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    let share = (nearest - a.z) / (b.z - a.z)
    var point = a + (b - a) * share
    point.z = nearest
    return point
  }
}
