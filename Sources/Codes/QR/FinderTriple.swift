import OpenCaptureMediaSamples

/// A pattern that looks like one of the three in the corners of a QR code.
struct FinderPattern: Hashable {
  /// Its middle.
  var center: Point
  /// The extent of a module, across and down.
  var moduleWidth, moduleHeight: Double
  /// How many rows of the picture crossed it.
  var count: Int

  var moduleSize: Double { (moduleWidth * moduleHeight).squareRoot() }
}

/// Three finder patterns that could belong to one code, clockwise as seen.
struct FinderTriple: Hashable {
  var topLeft, topRight, bottomLeft: FinderPattern

  /// How far the three are from what a code seen from the front has; 0 is perfect.
  let strangeness: Double

  /// About how many modules there are along a side.
  let dimensionEstimate: Double

  /// Judges three patterns; nil where no camera sees a code like that.
  init?(topLeft: FinderPattern, topRight: FinderPattern, bottomLeft: FinderPattern) {
    let right = topRight.center - topLeft.center
    let down = bottomLeft.center - topLeft.center
    guard right.x * down.y - right.y * down.x > 0 else { return nil }
    let (width, height) = (right.length, down.length)
    let cosine = (right.x * down.x + right.y * down.y) / (width * height)
    let sizes = (topLeft.moduleSize, topRight.moduleSize, bottomLeft.moduleSize)
    let spread = max(sizes.0, sizes.1, sizes.2) / min(sizes.0, sizes.1, sizes.2)
    let ratio = max(width / height, height / width)
    guard abs(cosine) < 0.82, spread < 2.6, ratio < 4 else { return nil }
    // A line across a turned pattern crosses it the longer way.
    let lean = max(abs(right.x), abs(right.y)) / width
    let module = (sizes.0 * 2 + sizes.1 + sizes.2) / 4 * lean
    dimensionEstimate = (width * height).squareRoot() / module + 7
    guard (15...200).contains(dimensionEstimate) else { return nil }
    strangeness = abs(cosine) + 0.5 * (ratio - 1) + 0.5 * (spread - 1)
    (self.topLeft, self.topRight, self.bottomLeft) = (topLeft, topRight, bottomLeft)
  }
}

extension Point {
  static func - (left: Self, right: Self) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }

  static func + (left: Self, right: Self) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }

  static func * (factor: Double, point: Self) -> Point { Point(x: factor * point.x, y: factor * point.y) }

  func dot(_ other: Self) -> Double { x * other.x + y * other.y }

  var length: Double { dot(self).squareRoot() }
}
