/// A point in the plane; y grows downwards.
public struct Point: Sendable, Hashable, Codable {
  /// The distance to the right of the origin.
  public var x: Double
  /// The distance below the origin.
  public var y: Double

  /// Makes the point (x, y).
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Point(x: 0, y: 0)
}

/// A width and a height.
public struct Size: Sendable, Hashable, Codable {
  /// The extent along x.
  public var width: Double
  /// The extent along y.
  public var height: Double

  /// Makes a size of `width` by `height`.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The size 0 by 0.
  public static let zero = Size(width: 0, height: 0)

  /// The size with width and height exchanged, as after a quarter turn.
  public var transposed: Size { Size(width: height, height: width) }
}

/// An upright rectangle; its origin is the top left corner, y grows downwards.
public struct Rect: Sendable, Hashable, Codable {
  /// The top left corner.
  public var origin: Point
  /// The width and height; rectangles made by this package have no negative size.
  public var size: Size

  /// Makes a rectangle from its top left corner and its size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Makes a rectangle from its top left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// Makes the rectangle between two opposite corners, in either order.
  public init(corner a: Point, opposite b: Point) {
    self.init(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))
  }

  /// Makes the smallest rectangle that contains all `points`; nil if there are none.
  public init?(bounding points: some Collection<Point>) {
    guard let first = points.first else { return nil }
    var low = first
    var high = first
    for point in points {
      low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
      high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    self.init(corner: low, opposite: high)
  }

  /// An empty rectangle at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The rectangle from (0, 0) to (1, 1): a whole picture in device coordinates.
  public static let unit = Rect(x: 0, y: 0, width: 1, height: 1)

  /// The left edge.
  public var minX: Double { origin.x }
  /// The top edge.
  public var minY: Double { origin.y }
  /// The right edge.
  public var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  public var maxY: Double { origin.y + size.height }
  /// The extent along x.
  public var width: Double { size.width }
  /// The extent along y.
  public var height: Double { size.height }
  /// The center.
  public var center: Point { Point(x: origin.x + width / 2, y: origin.y + height / 2) }
  /// Width times height.
  public var area: Double { width * height }
  /// Whether the rectangle has no area, or contains a value that is not a number.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The four corners: top left, bottom left, bottom right, top right.
  public var corners: [Point] {
    [origin, Point(x: minX, y: maxY), Point(x: maxX, y: maxY), Point(x: maxX, y: minY)]
  }

  /// Returns whether the point lies inside; the top and left edges belong to the rectangle, the others do not.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Returns the common part of both rectangles; nil if it has no area.
  public func intersection(_ other: Rect) -> Rect? {
    let low = Point(x: max(minX, other.minX), y: max(minY, other.minY))
    let high = Point(x: min(maxX, other.maxX), y: min(maxY, other.maxY))
    guard low.x < high.x, low.y < high.y else { return nil }
    return Rect(corner: low, opposite: high)
  }

  /// Returns the rectangle with all coordinates multiplied, for example from the unit square to pixels.
  public func scaled(x: Double, y: Double) -> Rect {
    Rect(x: origin.x * x, y: origin.y * y, width: width * x, height: height * y)
  }
}

/// The width and height of a picture in whole pixels (`CMVideoDimensions`).
public struct VideoDimensions: Sendable, Hashable {
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int

  /// Makes dimensions of `width` by `height` pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Returns the displayed size in square pixels of a picture whose pixels are not square; the height is kept.
  ///
  /// - Parameter aspectRatio: The width of a pixel relative to its height. Beyond 8 to 1, pixels count as square.
  package func inSquarePixels(_ aspectRatio: Double) -> VideoDimensions {
    guard (0.125...8).contains(aspectRatio) else { return self }
    return VideoDimensions(width: max(1, Int((Double(width) * aspectRatio).rounded())), height: height)
  }

  /// Returns the dimensions after a picture with this orientation is rotated upright.
  public func upright(_ orientation: ImageOrientation) -> Self {
    orientation.swapsAxes ? Self(width: height, height: width) : self
  }

  /// The number of pixels, clamped to the largest integer because files can declare any size.
  package var pixelCount: Int {
    let (product, isTooLarge) = width.multipliedReportingOverflow(by: height)
    return isTooLarge ? Int.max : product
  }

  /// The dimensions as a size.
  public var size: Size { Size(width: Double(width), height: Double(height)) }
}

extension VideoDimensions: CustomStringConvertible {
  /// A text such as `1920×1080`.
  public var description: String { "\(width)×\(height)" }
}
