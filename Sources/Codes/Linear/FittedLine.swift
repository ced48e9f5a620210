import OpenCaptureMediaSamples

/// A line through places of which some can lie elsewhere.
struct FittedLine {
  private let middle: Point
  private let direction: Point

  /// Lays a line; nil through fewer places than `least`, or where they lie in one.
  init?(through places: [Point], least: Int) {
    var kept = places
    var line: (middle: Point, direction: Point)?
    for _ in 0..<4 {
      guard kept.count >= least, let fitted = Self.fit(kept) else { return nil }
      line = fitted
      let distances = places.map { abs(Self.distance($0, fitted)) }
      let most = max(0.5, 2.5 * distances.sorted()[distances.count / 2])
      let next = zip(places, distances).filter { $0.1 <= most }.map(\.0)
      if next.count == kept.count { break }
      kept = next
    }
    guard let line else { return nil }
    (middle, direction) = line
  }

  /// The line through a place in a direction, of any length but 0.
  init(through place: Point, along direction: Point) {
    (middle, self.direction) = (place, (1 / direction.length) * direction)
  }

  /// The direction of the line, of the two that which is nearer to another one; its length is 1.
  func direction(like other: Point) -> Point {
    direction.x * other.x + direction.y * other.y < 0 ? -1 * direction : direction
  }

  /// How far a place lies beside the line.
  func distance(to place: Point) -> Double { abs(Self.distance(place, (middle, direction))) }

  /// Where two lines cross; nil where they don't.
  func crossing(_ other: Self) -> Point? {
    let determinant = direction.x * other.direction.y - direction.y * other.direction.x
    guard abs(determinant) > 0.1 else { return nil }
    let way = other.middle - middle
    return middle + ((way.x * other.direction.y - way.y * other.direction.x) / determinant) * direction
  }

  /// Total least squares: the direction in which the places spread most.
  private static func fit(_ places: [Point]) -> (middle: Point, direction: Point)? {
    let middle = (1 / Double(places.count)) * places.reduce(Point(x: 0, y: 0), +)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for place in places {
      let way = place - middle
      (xx, xy, yy) = (xx + way.x * way.x, xy + way.x * way.y, yy + way.y * way.y)
    }
    let spread = ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()
    guard spread > 1e-9 else { return nil }
    let direction = xx > yy ? Point(x: xx - yy + spread, y: 2 * xy) : Point(x: 2 * xy, y: yy - xx + spread)
    return (middle, (1 / direction.length) * direction)
  }

  private static func distance(_ place: Point, _ line: (middle: Point, direction: Point)) -> Double {
    let way = place - line.middle
    return way.x * line.direction.y - way.y * line.direction.x
  }
}
