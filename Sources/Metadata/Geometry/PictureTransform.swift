public import OpenCaptureMediaSamples

/// A map between two coordinate systems of a picture: one rectangle laid over another, mirrored and turned.
///
/// Its inverse has the rectangles exchanged, so it is exact but for rounding. Nothing traps, and every place
/// that comes out is finite: a coordinate that is not a number counts as 0, one beyond ±10⁷⁵ as that, a
/// negative extent as 0; and where the source has no extent along an axis (less than 10⁻⁷⁵), everything lies
/// in the middle of the target along it.
public struct PictureTransform: Sendable, Hashable {
  /// The part of the plane that is laid over ``target``.
  public let source: Rect

  /// How the content of ``source`` is mirrored and turned on the way.
  public let orientation: ImageOrientation

  /// Where ``source`` comes to lie.
  public let target: Rect

  /// Makes the map that lays `source` over `target`, mirrored and turned by `orientation`.
  public init(from source: Rect, orientation: ImageOrientation = .up, to target: Rect) {
    (self.source, self.orientation, self.target) = (source.bounded, orientation, target.bounded)
  }

  /// From device coordinates into pixels of the upright picture.
  ///
  /// The inverse takes what a detector found in the upright picture to device coordinates.
  ///
  /// - Parameters:
  ///   - dimensions: The size of the stored picture, before it is turned upright.
  ///   - orientation: How the stored picture must be turned to be upright.
  public static func uprightPixels(of dimensions: VideoDimensions, orientation: ImageOrientation) -> Self {
    let size = dimensions.upright(orientation).size
    return Self(from: .unit, orientation: orientation, to: Rect(origin: .zero, size: size))
  }

  /// The map back.
  public var inverse: Self { Self(from: target, orientation: orientation.inverse, to: source) }

  /// This map followed by `next`, as one.
  public func then(_ next: Self) -> Self {
    Self(from: source, orientation: orientation.then(next.orientation), to: next.apply(target))
  }

  /// Where a point comes to lie; it may be outside ``source``.
  public func apply(_ point: Point) -> Point {
    let place = orientation.upright(
      Point(
        x: Self.fraction(of: point.x, from: source.minX, extent: source.width),
        y: Self.fraction(of: point.y, from: source.minY, extent: source.height)))
    return Point(x: target.minX + place.x * target.width, y: target.minY + place.y * target.height)
  }

  /// Where a rectangle comes to lie; its origin is the top left corner again.
  public func apply(_ rect: Rect) -> Rect {
    Rect(corner: apply(rect.origin), opposite: apply(Point(x: rect.maxX, y: rect.maxY)))
  }

  /// Where the corners of a code come to lie; each keeps its name.
  public func apply(_ corners: Corners) -> Corners {
    Corners(
      topLeft: apply(corners.topLeft), bottomLeft: apply(corners.bottomLeft),
      bottomRight: apply(corners.bottomRight), topRight: apply(corners.topRight))
  }

  /// What becomes of an angle in the plane of the picture, in degrees clockwise.
  ///
  /// It is negated by mirroring and turns with the picture; stretching leaves it alone, because a face is
  /// tilted as much however the view distorts it. Not normalised: it can leave the range it came in by 270.
  public func apply(clockwiseAngle degrees: Double) -> Double {
    (orientation.isMirrored ? -degrees : degrees) + Double(orientation.quarterTurns) * 90
  }

  private static func fraction(of coordinate: Double, from start: Double, extent: Double) -> Double {
    extent > 1 / Double.farthest ? (coordinate.bounded - start) / extent : 0.5
  }
}

extension Double {
  /// The largest coordinate: products and quotients of three of them are finite.
  fileprivate static let farthest = 1e75

  fileprivate var bounded: Double { isNaN ? 0 : Swift.min(Swift.max(self, -Self.farthest), Self.farthest) }
}

extension Rect {
  /// The rectangle with finite coordinates and no negative extent.
  var bounded: Rect {
    Rect(
      x: origin.x.bounded, y: origin.y.bounded,
      width: max(0, width.bounded), height: max(0, height.bounded))
  }
}
