public import OpenCaptureMediaSamples

/// A map between two coordinate systems of a picture: moves one rectangle onto another, mirrored and rotated.
///
/// The inverse exchanges the rectangles, so that it is exact except for rounding. Nothing traps, and all results
/// are finite. A coordinate that is not a number counts as 0. A coordinate beyond ±10⁷⁵ is clamped, and a negative
/// extent counts as 0. If the source has no extent along an axis (less than 10⁻⁷⁵), all points map to the middle of
/// the target.
public struct PictureTransform: Sendable, Hashable {
  /// The rectangle that is mapped to ``target``.
  public let source: Rect

  /// The mirroring and rotation of the content of ``source``.
  public let orientation: ImageOrientation

  /// The rectangle that ``source`` is mapped to.
  public let target: Rect

  /// Makes the map from `source` to `target`, mirrored and rotated by `orientation`.
  public init(from source: Rect, orientation: ImageOrientation = .up, to target: Rect) {
    self.source = source.bounded
    self.orientation = orientation
    self.target = target.bounded
  }

  /// Returns the map from device coordinates to pixels of the upright picture.
  ///
  /// The inverse converts detections in the upright picture to device coordinates.
  ///
  /// - Parameters:
  ///   - dimensions: The size of the stored picture, before it is rotated upright.
  ///   - orientation: The rotation that makes the stored picture upright.
  public static func uprightPixels(of dimensions: VideoDimensions, orientation: ImageOrientation) -> Self {
    let size = dimensions.upright(orientation).size
    return Self(from: .unit, orientation: orientation, to: Rect(origin: .zero, size: size))
  }

  /// The inverse map.
  public var inverse: Self { Self(from: target, orientation: orientation.inverse, to: source) }

  /// Returns the composition of this map followed by `next`.
  public func then(_ next: Self) -> Self {
    Self(from: source, orientation: orientation.then(next.orientation), to: next.apply(target))
  }

  /// Maps a point, which may be outside ``source``.
  public func apply(_ point: Point) -> Point {
    let place = orientation.upright(
      Point(
        x: Self.fraction(of: point.x, from: source.minX, extent: source.width),
        y: Self.fraction(of: point.y, from: source.minY, extent: source.height)))
    return Point(x: target.minX + place.x * target.width, y: target.minY + place.y * target.height)
  }

  /// Maps a rectangle; the result's origin is again the top left corner.
  public func apply(_ rect: Rect) -> Rect {
    Rect(corner: apply(rect.origin), opposite: apply(Point(x: rect.maxX, y: rect.maxY)))
  }

  /// Maps the corners of a code; each keeps its name.
  public func apply(_ corners: Corners) -> Corners {
    Corners(
      topLeft: apply(corners.topLeft), bottomLeft: apply(corners.bottomLeft),
      bottomRight: apply(corners.bottomRight), topRight: apply(corners.topRight))
  }

  /// Maps an angle in the plane of the picture, in degrees clockwise.
  ///
  /// Mirroring negates the angle, and rotation adds to it. Stretching does not change it, because the tilt of a
  /// face does not depend on the view's distortion. The result is not normalized: it can exceed the input's range
  /// by 270.
  public func apply(clockwiseAngle degrees: Double) -> Double {
    (orientation.isMirrored ? -degrees : degrees) + Double(orientation.quarterTurns) * 90
  }

  private static func fraction(of coordinate: Double, from start: Double, extent: Double) -> Double {
    extent > 1 / Double.farthest ? (coordinate.bounded - start) / extent : 0.5
  }
}

extension Double {
  /// The largest coordinate: products and quotients of three such values are finite.
  fileprivate static let farthest = 1e75

  fileprivate var bounded: Double { isNaN ? 0 : Swift.min(Swift.max(self, -Self.farthest), Self.farthest) }
}

extension Rect {
  /// The rectangle with finite coordinates and no negative extent.
  var bounded: Rect {
    Rect(x: origin.x.bounded, y: origin.y.bounded, width: max(0, width.bounded), height: max(0, height.bounded))
  }
}
