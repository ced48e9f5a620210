public import OpenCaptureMediaSamples

/// The four corners of a code, named in the code's own frame.
///
/// The names rotate with the code and do not depend on the screen: the top left of an upside-down code is at its
/// lower right. As a collection, the order is that of AVFoundation: top left, bottom left, bottom right, top right.
/// The order appears counter-clockwise, or clockwise for a mirrored code. The number of corners is always four.
/// `Array(corners)` gives the points.
public struct Corners: Sendable, Hashable {
  /// The top corner at which the code's reading direction begins.
  public var topLeft: Point
  /// The corner below the top left in the code's own frame.
  public var bottomLeft: Point
  /// The corner opposite the top left.
  public var bottomRight: Point
  /// The top corner at which the code's reading direction ends.
  public var topRight: Point

  /// Makes the four corners.
  public init(topLeft: Point, bottomLeft: Point, bottomRight: Point, topRight: Point) {
    self.topLeft = topLeft
    self.bottomLeft = bottomLeft
    self.bottomRight = bottomRight
    self.topRight = topRight
  }

  /// Makes the corners from points in the order top left, bottom left, bottom right, top right.
  ///
  /// - Returns: nil unless exactly four points are given.
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

  /// The smallest upright rectangle that contains all corners.
  public var bounds: Rect { Rect(bounding: self) ?? .zero }

  /// Whether the corners appear clockwise, because the code is seen in a mirror or from behind.
  ///
  /// False if they enclose no area.
  public var isMirrored: Bool {
    // The cross product of the diagonals is twice the enclosed area; positive means clockwise.
    let down = bottomRight - topLeft
    let up = topRight - bottomLeft
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
    precondition(indices.contains(index), "a corner's index must be 0 to 3")
    return switch index {
    case 0: topLeft
    case 1: bottomLeft
    case 2: bottomRight
    default: topRight
    }
  }
}

extension Point {
  fileprivate static func - (left: Self, right: Self) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }
}
