/// How stored pixels must be turned to be seen upright: one of the eight flips and quarter turns.
///
/// The cases and raw values are those of EXIF's orientation tag and of `CGImagePropertyOrientation`. They form
/// the symmetry group of the square: ``then(_:)`` composes, ``inverse`` undoes.
public enum ImageOrientation: UInt8, Sendable, Hashable, CaseIterable, Codable {
  /// The pixels are upright as they are.
  case up = 1
  /// Mirror left to right.
  case upMirrored = 2
  /// Turn by 180°.
  case down = 3
  /// Mirror top to bottom.
  case downMirrored = 4
  /// Mirror left to right, then turn 90° counter-clockwise.
  case leftMirrored = 5
  /// Turn 90° clockwise.
  case right = 6
  /// Mirror left to right, then turn 90° clockwise.
  case rightMirrored = 7
  /// Turn 90° counter-clockwise.
  case left = 8

  /// Makes the orientation that mirrors left to right where asked, then turns by `quarterTurns` · 90° clockwise.
  public init(quarterTurns: Int, isMirrored: Bool = false) {
    // Without tables, which would be allocated anew for each frame that is turned.
    switch quarterTurns & 3 {
    case 0: self = isMirrored ? .upMirrored : .up
    case 1: self = isMirrored ? .rightMirrored : .right
    case 2: self = isMirrored ? .downMirrored : .down
    default: self = isMirrored ? .leftMirrored : .left
    }
  }

  /// How many quarter turns clockwise, 0 to 3, follow the mirroring.
  public var quarterTurns: Int {
    switch self {
    case .up, .upMirrored: 0
    case .right, .rightMirrored: 1
    case .down, .downMirrored: 2
    case .left, .leftMirrored: 3
    }
  }

  /// Whether the pixels are mirrored left to right before they are turned.
  public var isMirrored: Bool {
    switch self {
    case .up, .right, .down, .left: false
    case .upMirrored, .rightMirrored, .downMirrored, .leftMirrored: true
    }
  }

  /// Whether width and height change places.
  public var swapsAxes: Bool { quarterTurns % 2 == 1 }

  /// The orientation that undoes this one.
  public var inverse: Self {
    isMirrored ? self : Self(quarterTurns: -quarterTurns)
  }

  /// This orientation followed by `next`, as one.
  ///
  /// A mirroring turns the turns before it around: turn by q, then mirror, is mirror, then turn by −q.
  public func then(_ next: Self) -> Self {
    let turns = next.isMirrored ? next.quarterTurns - quarterTurns : next.quarterTurns + quarterTurns
    return Self(quarterTurns: turns, isMirrored: isMirrored != next.isMirrored)
  }

  /// Where a point of the unit square of the stored pixels is seen in the unit square of the upright picture.
  public func upright(_ point: Point) -> Point {
    let x = isMirrored ? 1 - point.x : point.x
    return switch quarterTurns {
    case 0: Point(x: x, y: point.y)
    case 1: Point(x: 1 - point.y, y: x)
    case 2: Point(x: 1 - x, y: 1 - point.y)
    default: Point(x: point.y, y: 1 - x)
    }
  }

  /// Where a rectangle of the unit square of the stored pixels is seen in that of the upright picture.
  public func upright(_ rect: Rect) -> Rect {
    Rect(corner: upright(rect.origin), opposite: upright(Point(x: rect.maxX, y: rect.maxY)))
  }

  /// The size of the upright picture for stored pixels of this size.
  public func upright(_ size: Size) -> Size { swapsAxes ? size.transposed : size }
}
