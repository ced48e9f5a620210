import OpenCaptureMediaSamples

/// A square around a face as the cascades draw it, in pixels of a picture; it may be turned.
struct FaceBox: Sendable, Hashable {
  /// The middle.
  var center: Point
  /// The side of the square.
  var size: Double
  /// How far the head is tilted, in degrees clockwise.
  var roll: Double = 0

  init(center: Point, size: Double, roll: Double = 0) {
    (self.center, self.size, self.roll) = (center, size, roll)
  }

  /// An upright square.
  init(_ window: CascadeWindow) {
    let half = Double(window.size) / 2
    self.init(center: Point(x: Double(window.x) + half, y: Double(window.y) + half), size: Double(window.size))
  }

  /// The square as if it were upright.
  var rect: Rect { Rect(x: center.x - size / 2, y: center.y - size / 2, width: size, height: size) }

  /// The same in a picture that is `factor` times as large.
  func scaled(by factor: Double) -> Self {
    Self(center: Point(x: center.x * factor, y: center.y * factor), size: size * factor, roll: roll)
  }

  /// What the two squares share of what they cover together, from 0 to 1, as if both were upright.
  func overlap(_ other: Self) -> Double {
    guard let shared = rect.intersection(other.rect)?.area else { return 0 }
    return shared / (size * size + other.size * other.size - shared)
  }

  /// How far the middles lie apart, in sides of this square.
  func distance(to other: Self) -> Double { distance(to: other.center) }

  /// How far a point lies from the middle, in sides of this square.
  func distance(to point: Point) -> Double {
    let (dx, dy) = (point.x - center.x, point.y - center.y)
    return (dx * dx + dy * dy).squareRoot() / size
  }
}
