import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A line fitted to points, with outliers removed.
struct FittedLine {
  private let middle: Point
  private let direction: Point

  /// Fits a line; nil if fewer than `least` points remain or all coincide.
  init?(through places: [Point], least: Int) {
    var kept = places
    var line: Self?
    for _ in 0..<4 {
      guard kept.count >= least, let fitted = Self.fit(kept) else { return nil }
      line = fitted
      let distances = places.map(fitted.distance)
      let most = max(0.5, 2.5 * distances.sorted()[distances.count / 2])
      let next = zip(places, distances).filter { $0.1 <= most }.map(\.0)
      if next.count == kept.count { break }
      kept = next
    }
    guard let line else { return nil }
    self = line
  }

  /// Creates the line through a point in a direction of any length but 0.
  init(through place: Point, along direction: Point) {
    middle = place
    self.direction = (1 / direction.length) * direction
  }

  /// Returns the unit direction of the line that is nearer to `other`.
  func direction(like other: Point) -> Point { direction.dot(other) < 0 ? -1 * direction : direction }

  func distance(to place: Point) -> Double {
    let way = place - middle
    return abs(way.x * direction.y - way.y * direction.x)
  }

  /// Returns the intersection of two lines, or nil if they are nearly parallel.
  func crossing(_ other: Self) -> Point? {
    let determinant = direction.x * other.direction.y - direction.y * other.direction.x
    guard abs(determinant) > 0.1 else { return nil }
    let way = other.middle - middle
    return middle + ((way.x * other.direction.y - way.y * other.direction.x) / determinant) * direction
  }

  /// Fits a line by total least squares: along the direction of greatest spread.
  private static func fit(_ places: [Point]) -> Self? {
    let middle = (1 / Double(places.count)) * places.reduce(Point(x: 0, y: 0), +)
    var xx = 0.0
    var xy = 0.0
    var yy = 0.0
    for place in places {
      let way = place - middle
      xx += way.x * way.x
      xy += way.x * way.y
      yy += way.y * way.y
    }
    let spread = ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()
    guard spread > 1e-9 else { return nil }
    let direction = xx > yy ? Point(x: xx - yy + spread, y: 2 * xy) : Point(x: 2 * xy, y: yy - xx + spread)
    return Self(through: middle, along: direction)
  }
}

extension Corners {
  /// Returns the corners clipped to the picture.
  ///
  /// A corner outside is moved along the code's side to the picture's edge, or to the nearest point if the side
  /// misses the picture.
  func clipped(to picture: Rect) -> Corners {
    let left = picture.clip(topLeft, bottomLeft) ?? (topLeft, bottomLeft)
    let right = picture.clip(topRight, bottomRight) ?? (topRight, bottomRight)
    return Corners(
      topLeft: picture.nearest(to: left.0), bottomLeft: picture.nearest(to: left.1),
      bottomRight: picture.nearest(to: right.1), topRight: picture.nearest(to: right.0))
  }
}

extension Rect {
  func nearest(to place: Point) -> Point {
    Point(x: Swift.min(Swift.max(place.x, minX), maxX), y: Swift.min(Swift.max(place.y, minY), maxY))
  }

  /// Returns the part of a segment in the rectangle (Liang and Barsky, 1984), or nil if the segment misses it.
  func clip(_ start: Point, _ end: Point) -> (Point, Point)? {
    let way = end - start
    var first = 0.0
    var last = 1.0
    for (speed, room) in [
      (-way.x, start.x - minX), (way.x, maxX - start.x), (-way.y, start.y - minY), (way.y, maxY - start.y),
    ] {
      if speed == 0 {
        if room < 0 { return nil }
      } else if speed < 0 {
        first = Swift.max(first, room / speed)
      } else {
        last = Swift.min(last, room / speed)
      }
    }
    return first <= last ? (start + first * way, start + last * way) : nil
  }
}
