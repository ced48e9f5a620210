/// A transformation that makes stored pixels upright: one of the eight flips and quarter turns.
///
/// The cases and raw values are those of EXIF's orientation tag and of `CGImagePropertyOrientation`. They form the
/// symmetry group of the square: ``then(_:)`` composes, ``inverse`` inverts.
public enum ImageOrientation: UInt8, Sendable, Hashable, CaseIterable, Codable {
  /// The pixels are upright.
  case up = 1
  /// Mirror left to right.
  case upMirrored = 2
  /// Rotate by 180°.
  case down = 3
  /// Mirror top to bottom.
  case downMirrored = 4
  /// Mirror left to right, then rotate 90° counter-clockwise.
  case leftMirrored = 5
  /// Rotate 90° clockwise.
  case right = 6
  /// Mirror left to right, then rotate 90° clockwise.
  case rightMirrored = 7
  /// Rotate 90° counter-clockwise.
  case left = 8

  /// Makes the orientation that optionally mirrors left to right, then rotates by `quarterTurns` · 90° clockwise.
  public init(quarterTurns: Int, isMirrored: Bool = false) {
    // A table would be allocated for each rotated frame.
    switch quarterTurns & 3 {
    case 0: self = isMirrored ? .upMirrored : .up
    case 1: self = isMirrored ? .rightMirrored : .right
    case 2: self = isMirrored ? .downMirrored : .down
    default: self = isMirrored ? .leftMirrored : .left
    }
  }

  /// The number of clockwise quarter turns after mirroring, 0 to 3.
  public var quarterTurns: Int {
    switch self {
    case .up, .upMirrored: 0
    case .right, .rightMirrored: 1
    case .down, .downMirrored: 2
    case .left, .leftMirrored: 3
    }
  }

  /// Whether the pixels are mirrored left to right before rotation.
  public var isMirrored: Bool {
    switch self {
    case .up, .right, .down, .left: false
    case .upMirrored, .rightMirrored, .downMirrored, .leftMirrored: true
    }
  }

  /// Whether width and height are exchanged.
  public var swapsAxes: Bool { quarterTurns % 2 == 1 }

  /// The orientation that reverses this one.
  public var inverse: Self { isMirrored ? self : Self(quarterTurns: -quarterTurns) }

  /// Returns the composition of this orientation followed by `next`.
  ///
  /// Mirroring reverses earlier rotation: to rotate by q, then mirror, is to mirror, then rotate by −q.
  public func then(_ next: Self) -> Self {
    let turns = next.isMirrored ? next.quarterTurns - quarterTurns : next.quarterTurns + quarterTurns
    return Self(quarterTurns: turns, isMirrored: isMirrored != next.isMirrored)
  }

  /// Converts a point in the unit square of the stored pixels to the unit square of the upright picture.
  public func upright(_ point: Point) -> Point {
    let x = isMirrored ? 1 - point.x : point.x
    return switch quarterTurns {
    case 0: Point(x: x, y: point.y)
    case 1: Point(x: 1 - point.y, y: x)
    case 2: Point(x: 1 - x, y: 1 - point.y)
    default: Point(x: point.y, y: 1 - x)
    }
  }

  /// Converts a rectangle in the unit square of the stored pixels to the unit square of the upright picture.
  public func upright(_ rect: Rect) -> Rect {
    Rect(corner: upright(rect.origin), opposite: upright(Point(x: rect.maxX, y: rect.maxY)))
  }

  /// Returns the size of the upright picture for stored pixels of this size.
  public func upright(_ size: Size) -> Size { swapsAxes ? size.transposed : size }
}

extension ImageOrientation {
  /// Reads the orientation in EXIF data; nil if the data contains none.
  ///
  /// Reads the first directory of the TIFF structure. The orientation of malformed data is nil rather than an
  /// error, because the picture does not depend on it. Some programs write the prefix of EXIF data in JPEG (EXIF
  /// 2.32, 4.7.2) into PNG and WebP as well.
  package init?(exif: RawSpan) {
    let prefix = Array("Exif".utf8) + [0, 0]
    let exif = exif.starts(with: prefix) ? exif.extracting(prefix.count..<exif.byteCount) : exif
    let bigEndian = exif.starts(with: Array("MM".utf8))
    guard bigEndian || exif.starts(with: Array("II".utf8)), exif.integer16(at: 2, bigEndian: bigEndian) == 42,
      let directory = exif.integer32(at: 4, bigEndian: bigEndian).map(Int.init),
      let count = exif.integer16(at: directory, bigEndian: bigEndian)
    else { return nil }
    let entries = (0..<Int(count)).lazy.map { directory + 2 + $0 * 12 }
    guard let entry = entries.first(where: { exif.integer16(at: $0, bigEndian: bigEndian) == 0x0112 }),
      let value = Self.value(of: entry, exif, bigEndian: bigEndian)
    else { return nil }
    self.init(rawValue: value)
  }

  /// Returns the value of a field: one SHORT, or a LONG from some programs.
  private static func value(of entry: Int, _ exif: RawSpan, bigEndian: Bool) -> UInt8? {
    guard exif.integer32(at: entry + 4, bigEndian: bigEndian) == 1 else { return nil }
    switch exif.integer16(at: entry + 2, bigEndian: bigEndian) {
    case 3: return exif.integer16(at: entry + 8, bigEndian: bigEndian).flatMap { UInt8(exactly: $0) }
    case 4: return exif.integer32(at: entry + 8, bigEndian: bigEndian).flatMap { UInt8(exactly: $0) }
    default: return nil
    }
  }
}
