public import OpenCaptureMediaSamples

/// The four corners of a code, named in the code's own frame.
///
/// They turn with the code and are never sorted on screen: the top left of a code that lies upside down is at
/// its lower right. As a collection they come as AVFoundation gives them: top left, bottom left, bottom
/// right, top right, which runs counter-clockwise as seen, or clockwise where the code is seen mirrored.
/// There are always four, whatever an engine says; `Array(corners)` has them as points.
public struct Corners: Sendable, Hashable {
  /// Where the code's reading direction begins, at its top.
  public var topLeft: Point
  /// Below the top left in the code's own frame.
  public var bottomLeft: Point
  /// Opposite the top left.
  public var bottomRight: Point
  /// Where the code's reading direction ends, at its top.
  public var topRight: Point

  /// Makes the four corners.
  public init(topLeft: Point, bottomLeft: Point, bottomRight: Point, topRight: Point) {
    (self.topLeft, self.bottomLeft) = (topLeft, bottomLeft)
    (self.bottomRight, self.topRight) = (bottomRight, topRight)
  }

  /// Makes the corners from points in the order top left, bottom left, bottom right, top right.
  ///
  /// - Returns: nil unless there are exactly four.
  public init?(_ points: some Collection<Point>) {
    let points = Array(points)
    guard points.count == 4 else { return nil }
    self.init(topLeft: points[0], bottomLeft: points[1], bottomRight: points[2], topRight: points[3])
  }

  /// Makes the corners of an upright code that fills `rect`.
  public init(_ rect: Rect) {
    self.init(
      topLeft: Point(x: rect.minX, y: rect.minY), bottomLeft: Point(x: rect.minX, y: rect.maxY),
      bottomRight: Point(x: rect.maxX, y: rect.maxY), topRight: Point(x: rect.maxX, y: rect.minY))
  }

  /// The smallest upright rectangle that holds all four.
  public var bounds: Rect { Rect(bounding: self) ?? .zero }

  /// Whether they run clockwise as seen: the code is seen in a mirror, or from behind.
  ///
  /// Not where they enclose no area.
  public var isMirrored: Bool {
    // The cross product of the diagonals is twice the enclosed area, above 0 where it runs clockwise.
    let (down, up) = (bottomRight - topLeft, topRight - bottomLeft)
    return down.x * up.y - down.y * up.x > 0
  }
}

extension Corners: RandomAccessCollection {
  /// The index of the top left corner: 0.
  public var startIndex: Int { 0 }

  /// The index after the top right corner: 4.
  public var endIndex: Int { 4 }

  /// The corner at an index: top left, bottom left, bottom right, top right.
  ///
  /// - Precondition: `index` is 0, 1, 2 or 3.
  public subscript(index: Int) -> Point {
    precondition(indices.contains(index), "a code has the corners 0 to 3")
    return switch index {
    case 0: topLeft
    case 1: bottomLeft
    case 2: bottomRight
    default: topRight
    }
  }
}

extension Point {
  fileprivate static func - (left: Self, right: Self) -> Point {
    Point(x: left.x - right.x, y: left.y - right.y)
  }
}
