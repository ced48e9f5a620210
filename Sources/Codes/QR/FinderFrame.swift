import COpenCaptureCodes
import Glibc
import OpenCaptureMediaSamples

/// The position and the axes of one finder pattern, measured from its modules.
///
/// Three finder patterns determine a code by their centres alone. The axes of a pattern tell where the code continues
/// if fewer patterns are visible.
struct FinderFrame: Hashable {
  /// The centre, in pixels.
  var center: Point
  /// The sides of a module, in pixels, the second one clockwise from the first.
  var right, down: Point

  /// Returns the coordinates of a displacement in pixels, in modules.
  func coordinates(of displacement: Point) -> Point {
    let area = right.cross(down)
    return Point(x: displacement.cross(down) / area, y: right.cross(displacement) / area)
  }

  /// Returns the frame turned by 90° clockwise.
  private var turned: Self { Self(center: center, right: down, down: -1 * right) }

  /// Returns the frame turned by 90° counterclockwise.
  var turnedBack: Self { Self(center: center, right: -1 * down, down: right) }

  /// The frame in its four orientations.
  private var orientations: [Self] { [self, turned, turned.turned, turned.turned.turned] }

  /// Returns the frame turned so that its first axis is the nearest one to a displacement.
  func facing(_ displacement: Point) -> Self {
    orientations.max { $0.coordinates(of: displacement).x < $1.coordinates(of: displacement).x } ?? self
  }

  /// Returns the frame turned so that a displacement lies between its axes.
  func enclosing(_ displacement: Point) -> Self {
    func least(_ frame: Self) -> Double {
      let place = frame.coordinates(of: displacement)
      return min(place.x, place.y)
    }
    return orientations.max { least($0) < least($1) } ?? self
  }
}

extension FinderFrame {
  /// Creates the frame of a pattern that is a rectangle turned by an angle; nil if lines would not cross it like this.
  ///
  /// - Parameter stretch: The length of the first axis relative to that of the second one.
  fileprivate init?(_ pattern: FinderPattern, turnedBy angle: Double, stretch: Double) {
    let axis = Point(x: cos(angle), y: sin(angle))
    let root = stretch.squareRoot()
    // A horizontal and a vertical line cross a turned pattern along longer paths.
    let across = max(abs(axis.x) / root, abs(axis.y) * root)
    let along = max(abs(axis.y) / root, abs(axis.x) * root)
    let ratio = pattern.moduleWidth * across / (pattern.moduleHeight * along)
    guard max(ratio, 1 / ratio) < Self.largestRatio else { return nil }
    let size = pattern.moduleSize * (across * along).squareRoot()
    center = pattern.center
    right = size * root * axis
    down = size / root * Point(x: -axis.y, y: axis.x)
  }

  /// The largest ratio of the sizes that a horizontal and a vertical line suggest.
  private static let largestRatio = 1.5

  /// The frames that a pattern can have, seen from the front and at angles.
  fileprivate static func candidates(for pattern: FinderPattern) -> [Self] {
    [1, 1.7, 1 / 1.7, 2.8, 1 / 2.8].flatMap { stretch in
      Swift.stride(from: 0, to: 90, by: 15).compactMap { Self(pattern, turnedBy: $0 * .pi / 180, stretch: stretch) }
    }
  }

  /// The centres of the modules of a pattern and of the light ring around it.
  fileprivate static let points = (-4...4).flatMap { row in
    (-4...4).map { column in
      let isLight = [2, 4].contains(max(abs(column), abs(row)))
      return ccodes_point(x: Float(column), y: Float(row), expected: isLight ? 1 : -1, group: 0)
    }
  }
}

extension QRFit {
  /// The agreement below which a frame is no finder pattern; blurred ones reach 0.85.
  private static let leastFrameAgreement = 0.65

  /// Measures the axes of a finder pattern; nil if the picture shows none there.
  mutating func frame(of pattern: FinderPattern) -> FinderFrame? {
    let rated = FinderFrame.candidates(for: pattern).map { (frame: $0, agreement: agreement($0)) }
    guard let start = rated.max(by: { $0.agreement < $1.agreement }), start.agreement > 0.3 else { return nil }
    let parts: [(point: WritableKeyPath<FinderFrame, Point>, reach: Double)] = [
      (\.center, pattern.moduleSize), (\.right, pattern.moduleSize / 4), (\.down, pattern.moduleSize / 4),
    ]
    let best = climbed(start.frame, partCount: parts.count, from: 0.5, to: 0.04) { frame, part, step in
      let (point, reach) = parts[part]
      frame[keyPath: point] = frame[keyPath: point] + reach * step
    } agreement: { fit, frame in
      fit.agreement(frame)
    }
    return best.agreement > Self.leastFrameAgreement ? best.0 : nil
  }

  private mutating func agreement(_ frame: FinderFrame) -> Double {
    let map = ProjectiveMap(origin: frame.center, right: frame.right, down: frame.down)
    return agreement(map.matrix, FinderFrame.points)
  }
}

extension Point {
  /// Returns the third component of the cross product; positive if `other` is clockwise from this vector as seen.
  func cross(_ other: Self) -> Double { x * other.y - y * other.x }
}
