import OpenCaptureMediaSamples

/// A square around a face, possibly rotated, in pixels of a picture, as large as a cascade's window.
struct FaceBox: Sendable, Hashable {
  var center: Point
  /// The side of the square.
  var size: Double
  /// The tilt of the head, in degrees clockwise.
  var roll = 0.0

  /// The square without its rotation.
  var rect: Rect { Rect(x: center.x - size / 2, y: center.y - size / 2, width: size, height: size) }

  /// Returns the box in a picture that is larger by `factor`.
  func scaled(by factor: Double) -> Self {
    Self(center: Point(x: center.x * factor, y: center.y * factor), size: size * factor, roll: roll)
  }

  /// Returns the intersection over union of two boxes without their rotation, from 0 to 1.
  func overlap(_ other: Self) -> Double { rect.overlap(other.rect) }

  /// Returns the distance of the centres, in sides of this square.
  func distance(to other: Self) -> Double {
    let dx = other.center.x - center.x
    let dy = other.center.y - center.y
    return (dx * dx + dy * dy).squareRoot() / size
  }
}

extension FaceBox {
  /// Creates an upright square from a window.
  init(_ window: CascadeWindow) {
    let half = Double(window.size) / 2
    self.init(center: Point(x: Double(window.x) + half, y: Double(window.y) + half), size: Double(window.size))
  }

  /// The bounds of the face, which are narrower and slightly lower than the square of the cascades.
  ///
  /// The factors are between the medians of boxes drawn by hand and by a network, which differ less than those of
  /// different people; see `Models/README.md`.
  var bounds: Rect {
    let width = size * 0.85
    let height = size * 0.97
    return Rect(x: center.x - width / 2, y: center.y - height / 2 + size * 0.035, width: width, height: height)
  }
}
