public import Foundation
package import OpenCaptureMediaSamples

/// A path of lines and curves.
public class CGPath: Equatable {
  /// The steps of the path.
  package fileprivate(set) var vectorPath: VectorPath

  /// Creates a path of steps.
  package init(_ vectorPath: VectorPath) { self.vectorPath = vectorPath }

  /// Creates a rectangle.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(VectorPath(Rect(rect)).applying(transform))
  }

  /// Creates an ellipse within a rectangle.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(VectorPath(ellipseIn: rect).applying(transform))
  }

  /// Creates a rectangle whose corners are quarters of ellipses.
  ///
  /// The corners are at most half as wide and high as the rectangle.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    self.init(VectorPath(rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight).applying(transform))
  }

  /// Returns a copy that does not change.
  public func copy() -> CGPath? { CGPath(vectorPath) }

  /// Returns a transformed copy that does not change.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(vectorPath.applying(transform))
  }

  /// Returns a copy that can be changed.
  public func mutableCopy() -> CGMutablePath? { mutableCopy(using: nil) }

  /// Returns a transformed copy that can be changed.
  public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
    let path = CGMutablePath()
    path.vectorPath = vectorPath.applying(transform)
    return path
  }

  /// Whether the path has no steps.
  public var isEmpty: Bool { vectorPath.steps.isEmpty }

  /// The end of the last step; zero for an empty path.
  public var currentPoint: CGPoint { vectorPath.currentPoint.map { CGPoint($0) } ?? .zero }

  /// The smallest rectangle that contains all points of the path, including control points; null if it is empty.
  public var boundingBox: CGRect { Rect(bounding: vectorPath.points).map { CGRect($0) } ?? .null }

  /// The smallest rectangle that contains the lines and curves of the path; null if it is empty.
  public var boundingBoxOfPath: CGRect {
    Rect(bounding: vectorPath.polylines.flatMap(\.points)).map { CGRect($0) } ?? .null
  }

  /// Returns whether a point is inside the path.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - rule: The rule for paths that cross themselves or have several subpaths.
  ///   - transform: A transform applied to the point.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
  ) -> Bool {
    vectorPath.contains(Point(point.applying(transform)), isEvenOdd: rule == .evenOdd)
  }

  /// Returns whether two paths have the same steps.
  public static func == (left: CGPath, right: CGPath) -> Bool { left.vectorPath == right.vectorPath }
}

/// A path that can be extended.
///
/// Use it on one thread at a time.
public final class CGMutablePath: CGPath {
  /// Creates an empty path.
  public init() { super.init(VectorPath()) }

  /// Begins a subpath.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    vectorPath.steps.append(.move(Point(point.applying(transform))))
  }

  /// Adds a line; has no effect on an empty path.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    guard !isEmpty else { return }
    vectorPath.steps.append(.line(Point(point.applying(transform))))
  }

  /// Begins a subpath at the first point, and adds lines to the others.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    for (index, point) in points.enumerated() {
      if index == 0 { move(to: point, transform: transform) } else { addLine(to: point, transform: transform) }
    }
  }

  /// Adds a rectangle.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    add(VectorPath(Rect(rect)), transform)
  }

  /// Adds rectangles.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }

  /// Adds a rectangle whose corners are quarters of ellipses.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
  ) {
    add(VectorPath(rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight), transform)
  }

  /// Adds an ellipse within a rectangle.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    add(VectorPath(ellipseIn: rect), transform)
  }

  /// Adds an arc, after a line to its beginning if the path is not empty.
  ///
  /// - Parameters:
  ///   - center: The center of the circle.
  ///   - radius: The radius of the circle.
  ///   - startAngle: The angle of the beginning, in radians from the x axis towards the y axis.
  ///   - endAngle: The angle of the end.
  ///   - clockwise: Whether the angle decreases along the arc. This is clockwise only if y points up; in a layer it
  ///     appears counter-clockwise.
  ///   - transform: A transform applied to the arc.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    var delta = Double(endAngle) - Double(startAngle)
    if clockwise != (delta < 0), delta != 0 {
      let turn = 2 * Double.pi
      delta = delta.truncatingRemainder(dividingBy: turn) + (clockwise ? -turn : turn)
    }
    addRelativeArc(
      center: center, radius: radius, startAngle: startAngle, delta: CGFloat(delta), transform: transform)
  }

  /// Adds an arc, after a line to its beginning if the path is not empty.
  ///
  /// - Parameters:
  ///   - center: The center of the circle.
  ///   - radius: The radius of the circle.
  ///   - startAngle: The angle of the beginning, in radians from the x axis towards the y axis.
  ///   - delta: The angle from the beginning to the end, at most one turn.
  ///   - transform: A transform applied to the arc.
  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
  ) {
    var arc = VectorPath()
    let radii = Size(width: Double(radius), height: Double(radius))
    arc.addArc(center: Point(center), radii: radii, from: Double(startAngle), by: Double(delta))
    if !isEmpty, case .move(let start) = arc.steps.first { arc.steps[0] = .line(start) }
    add(arc, transform)
  }

  /// Adds a line and an arc that round the corner between two lines; has no effect on an empty path.
  ///
  /// - Parameters:
  ///   - tangent1End: The corner, at which a line from the current point would end.
  ///   - tangent2End: The end of a line from the corner.
  ///   - radius: The radius of the arc.
  ///   - transform: A transform applied to the points.
  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
  ) {
    guard !isEmpty else { return }
    let corner = Point(tangent1End)
    let start = Point(currentPoint.applying(transform.inverted()))
    let first = Self.direction(from: corner, to: start)
    let second = Self.direction(from: corner, to: Point(tangent2End))
    // The angle between both lines, and the part of the circle between the points at which it touches them.
    let angle = acos(max(-1, min(1, first.x * second.x + first.y * second.y)))
    let reach = Double(radius) / tan(angle / 2)
    guard angle > 0, angle < .pi, reach.isFinite else {
      return addLine(to: tangent1End, transform: transform)
    }
    let lever = 4 / 3 * tan((.pi - angle) / 4) * Double(radius)
    func place(_ direction: Point, _ distance: Double) -> Point {
      Point(x: corner.x + direction.x * distance, y: corner.y + direction.y * distance)
    }
    let arc = VectorPath([
      .line(place(first, reach)),
      .curve(
        place(second, reach), control1: place(first, reach - lever), control2: place(second, reach - lever)),
    ])
    add(arc, transform)
  }

  private static func direction(from start: Point, to end: Point) -> Point {
    let x = end.x - start.x
    let y = end.y - start.y
    let length = (x * x + y * y).squareRoot()
    return length > 0 ? Point(x: x / length, y: y / length) : Point(x: 1, y: 0)
  }

  /// Adds a cubic curve; has no effect on an empty path.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    guard !isEmpty else { return }
    add(VectorPath([.curve(Point(end), control1: Point(control1), control2: Point(control2))]), transform)
  }

  /// Adds a quadratic curve; has no effect on an empty path.
  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    let start = currentPoint.applying(transform.inverted())
    func lever(of point: CGPoint) -> CGPoint {
      CGPoint(x: point.x + (control.x - point.x) * 2 / 3, y: point.y + (control.y - point.y) * 2 / 3)
    }
    addCurve(to: end, control1: lever(of: start), control2: lever(of: end), transform: transform)
  }

  /// Adds the steps of another path.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) { add(path.vectorPath, transform) }

  /// Adds a line to the beginning of the subpath, and ends the subpath.
  public func closeSubpath() {
    if !isEmpty { vectorPath.steps.append(.close) }
  }

  private func add(_ path: VectorPath, _ transform: CGAffineTransform) {
    vectorPath.steps += path.applying(transform).steps
  }
}

extension VectorPath {
  /// Returns the transformed path.
  package func applying(_ transform: CGAffineTransform) -> VectorPath {
    transform.isIdentity ? self : mapped { Point(CGPoint($0).applying(transform)) }
  }

  fileprivate func applying(_ transform: UnsafePointer<CGAffineTransform>?) -> VectorPath {
    applying(transform?.pointee ?? .identity)
  }

  fileprivate init(_ rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat) {
    self.init(Rect(rect), cornerSize: Size(width: Double(cornerWidth), height: Double(cornerHeight)))
  }

  fileprivate init(ellipseIn rect: CGRect) {
    self.init(rect, cornerWidth: rect.standardized.width / 2, cornerHeight: rect.standardized.height / 2)
  }
}

/// A rule for the inside of paths.
public enum CGPathFillRule: Int, Sendable {
  /// Subpaths of opposite directions cancel each other.
  case winding = 0
  /// Points enclosed an even number of times are outside.
  case evenOdd = 1
}
