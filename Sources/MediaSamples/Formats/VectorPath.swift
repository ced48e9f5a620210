import Glibc

/// A path of straight lines and cubic Bézier curves.
public struct VectorPath: Sendable, Hashable {
  /// A step along a path.
  public enum Step: Sendable, Hashable {
    /// The beginning of a subpath.
    case move(Point)
    /// A straight line to a point.
    case line(Point)
    /// A curve to a point.
    case curve(Point, control1: Point, control2: Point)
    /// A straight line to the beginning of the subpath, which ends there.
    case close
  }

  /// The steps, in order.
  public var steps: [Step]

  /// Makes a path of steps; default empty.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// Makes a closed polygon.
  public init(polygon: some Collection<Point>) {
    steps = polygon.enumerated().map { $0.offset == 0 ? .move($0.element) : .line($0.element) }
    if !steps.isEmpty { steps.append(.close) }
  }

  /// Makes a rectangle with rounded corners.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - cornerRadius: The radius of the corners, at most half of the shorter side. Default: 0.
  public init(_ rect: Rect, cornerRadius: Double = 0) {
    self.init(rect, cornerSize: Size(width: cornerRadius, height: cornerRadius))
  }

  /// Makes a rectangle whose corners are quarters of ellipses with the given half axes.
  package init(_ rect: Rect, cornerSize: Size) {
    let x = max(0, min(cornerSize.width, rect.width / 2))
    let y = max(0, min(cornerSize.height, rect.height / 2))
    guard x > 0, y > 0 else {
      self = Self(polygon: rect.corners.reversed())
      return
    }
    // Clockwise, as y grows downwards.
    let corners: [(center: Point, angle: Double)] = [
      (Point(x: rect.maxX - x, y: rect.minY + y), -.pi / 2), (Point(x: rect.maxX - x, y: rect.maxY - y), 0),
      (Point(x: rect.minX + x, y: rect.maxY - y), .pi / 2), (Point(x: rect.minX + x, y: rect.minY + y), .pi),
    ]
    self.init()
    for corner in corners {
      addArc(center: corner.center, radii: Size(width: x, height: y), from: corner.angle, by: .pi / 2)
    }
    steps.append(.close)
  }

  /// Adds an arc, after a line to its beginning if the path is not empty.
  ///
  /// - Parameters:
  ///   - center: The center of the ellipse.
  ///   - radii: The half axes of the ellipse.
  ///   - start: The angle of the first point, in radians from the x axis towards the y axis.
  ///   - delta: The angle from the first to the last point, at most one turn; negative in the other direction.
  package mutating func addArc(center: Point, radii: Size, from start: Double, by delta: Double) {
    guard start.isFinite, delta.isFinite else { return }
    let angle = max(-2 * Double.pi, min(2 * Double.pi, delta))
    let count = max(1, Int((abs(angle) / (.pi / 2)).rounded(.up)))
    let part = angle / Double(count)
    // The length of a control point's lever, relative to the radius.
    let lever = 4 / 3 * tan(part / 4)
    func place(_ angle: Double, lever: Double = 0) -> Point {
      let across = cos(angle) - lever * sin(angle)
      let down = sin(angle) + lever * cos(angle)
      return Point(x: center.x + radii.width * across, y: center.y + radii.height * down)
    }
    steps.append(steps.isEmpty ? .move(place(start)) : .line(place(start)))
    for index in 0..<count {
      let begin = start + part * Double(index)
      let end = begin + part
      steps.append(
        .curve(place(end), control1: place(begin, lever: lever), control2: place(end, lever: -lever)))
    }
  }

  /// The point at the end of the last step; nil for an empty path.
  package var currentPoint: Point? {
    var isClosed = false
    for step in steps.reversed() {
      switch step {
      case .move(let point): return point
      case .line(let point), .curve(let point, _, _): if !isClosed { return point }
      case .close: isClosed = true
      }
    }
    return nil
  }

  /// The end points and control points of all steps.
  package var points: [Point] {
    steps.flatMap { step -> [Point] in
      switch step {
      case .move(let point), .line(let point): [point]
      case .curve(let point, let control1, let control2): [control1, control2, point]
      case .close: []
      }
    }
  }

  /// Returns the path with all points replaced.
  package func mapped(_ map: (Point) -> Point) -> VectorPath {
    VectorPath(
      steps.map { step -> Step in
        switch step {
        case .move(let point): .move(map(point))
        case .line(let point): .line(map(point))
        case .curve(let point, let control1, let control2):
          .curve(map(point), control1: map(control1), control2: map(control2))
        case .close: .close
        }
      })
  }
}

extension VectorPath {
  /// A subpath of straight lines.
  package struct Polyline: Sendable {
    /// The corners; at least one.
    package var points: [Point]
    /// Whether a line connects the last corner with the first.
    package var isClosed = false
  }

  /// The number of lines that replace a curve.
  private static let linesPerCurve = 24

  /// The subpaths, with short lines in the place of curves.
  package var polylines: [Polyline] {
    var lines: [Polyline] = []
    func extend(by points: [Point]) {
      guard let last = lines.last else { return lines.append(Polyline(points: points)) }
      if last.isClosed {
        lines.append(Polyline(points: last.points.prefix(1) + points))
      } else {
        lines[lines.count - 1].points += points
      }
    }
    for step in steps {
      switch step {
      case .move(let point): lines.append(Polyline(points: [point]))
      case .line(let point): extend(by: [point])
      case .curve(let end, let control1, let control2):
        let last = lines.last
        let start = (last?.isClosed == true ? last?.points.first : last?.points.last) ?? control1
        extend(
          by: (1...Self.linesPerCurve).map {
            Self.point(
              of: (start, control1, control2, end), at: Double($0) / Double(Self.linesPerCurve))
          })
      case .close: if !lines.isEmpty { lines[lines.count - 1].isClosed = true }
      }
    }
    return lines
  }

  /// Returns the point of a curve at a parameter from 0 to 1.
  private static func point(of curve: (Point, Point, Point, Point), at position: Double) -> Point {
    func between(_ a: Point, _ b: Point) -> Point {
      Point(x: a.x + (b.x - a.x) * position, y: a.y + (b.y - a.y) * position)
    }
    let middle = between(curve.1, curve.2)
    let left = between(between(curve.0, curve.1), middle)
    let right = between(middle, between(curve.2, curve.3))
    return between(left, right)
  }

  /// Returns whether a point is inside the path, whose subpaths count as closed.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - isEvenOdd: Whether points enclosed an even number of times are outside. Otherwise, subpaths of opposite
  ///     directions cancel each other.
  package func contains(_ point: Point, isEvenOdd: Bool) -> Bool {
    var winding = 0
    var crossings = 0
    for line in polylines {
      var start = line.points[line.points.count - 1]
      for end in line.points {
        defer { start = end }
        guard (start.y <= point.y) != (end.y <= point.y) else { continue }
        let share = (point.y - start.y) / (end.y - start.y)
        guard point.x < start.x + share * (end.x - start.x) else { continue }
        crossings += 1
        winding += end.y > start.y ? 1 : -1
      }
    }
    return isEvenOdd ? crossings % 2 == 1 : winding != 0
  }
}
