import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Finds the outline of linear codes that were read: how far their bars go.
///
/// Engines tell the lines along which they read a code. What a line across the bars looks like, lines above and below
/// look like too, as far as the bars go; where they don't follow straight below each other, the code is turned.
struct LinearOutline {
  let picture: ccodes_picture

  /// The corners of a code; those that the engine told where its bars can't be followed.
  func corners(of told: Corners) -> Corners {
    let start = 0.5 * (told.topLeft + told.bottomLeft)
    let end = 0.5 * (told.topRight + told.bottomRight)
    guard (end - start).length > 12 else { return told }
    // Along the bars, to find how they run; then across them at a right angle, to find where they end.
    let scanned = Line(start: start, end: end)
    let slanted = extent(of: scanned, along: scanned.normal, follows: true)
    let bars = slanted.last - slanted.first
    guard bars.length > 4 else { return told }
    let across = scanned.squared(to: (1 / bars.length) * bars, middle: scanned.middle)
    let ends = extent(of: across, along: (1 / bars.length) * bars, follows: false)
    let outline = Corners(
      topLeft: across.start + ends.first, bottomLeft: across.start + ends.last,
      bottomRight: across.end + ends.last, topRight: across.end + ends.first)
    guard let exact = LinearEdges(picture, outline)?.corners, Self.isClose(exact, outline) else { return outline }
    return exact
  }

  /// Edges that were found elsewhere are those of other things.
  private static func isClose(_ corners: Corners, _ others: Corners) -> Bool {
    let (across, along) = (
      others.topLeft.distance(to: others.topRight), others.topLeft.distance(to: others.bottomLeft)
    )
    let most = max(8, 0.08 * across, 0.3 * along)
    return zip(corners, others).allSatisfy { $0.distance(to: $1) < most }
  }

  /// How far a line can be moved both ways until it crosses other things than before.
  ///
  /// - Parameter follows: Whether it may slide along itself on the way.
  private func extent(of line: Line, along direction: Point, follows: Bool) -> (first: Point, last: Point) {
    let reference = profile(line)
    func farthest(_ direction: Point) -> Point {
      var (reached, misses, slide) = (Point(x: 0, y: 0), 0, 0.0)
      for step in 1...Int(max(8, line.length)) {
        let shift = Double(step) * direction
        let slides = follows ? [-1, -0.5, 0, 0.5, 1].map { slide + $0 } : [0]
        let best = slides.map { slide -> (slide: Double, likeness: Float) in
          let along = shift + slide * line.direction
          return (slide, Correlation.of(reference, profile(line.moved(by: along))))
        }.max { $0.likeness < $1.likeness }
        guard let best, best.likeness > 0.6 else {
          misses += 1
          if misses > 2 { break }
          continue
        }
        (slide, misses) = (best.slide, 0)
        reached = shift + slide * line.direction
      }
      return reached
    }
    return (farthest(-1 * direction), farthest(direction))
  }

  private func profile(_ line: Line) -> [Float] {
    let count = min(400, max(32, Int(line.length)))
    let places = (0..<count).flatMap { index -> [Float] in
      let place = line.start + (Double(index) + 0.5) / Double(count) * (line.end - line.start)
      return [Float(place.x), Float(place.y)]
    }
    var values = [Float](repeating: 0, count: count)
    ccodes_sample(
      picture, ccodes_map(xx: 1, xy: 0, x1: 0, yx: 0, yy: 1, y1: 0, wx: 0, wy: 0, w1: 1), places, count, &values)
    return values
  }
}

/// A line across the bars of a code, from its first to its last.
private struct Line {
  var start, end: Point

  var length: Double { (end - start).length }
  var middle: Point { 0.5 * (start + end) }
  var direction: Point { (1 / length) * (end - start) }
  /// To the right of the way from start to end, as seen: down in the code's own frame.
  var normal: Point { Point(x: -direction.y, y: direction.x) }

  func moved(by shift: Point) -> Line { Line(start: start + shift, end: end + shift) }

  /// The line of the same bars at a right angle to them.
  func squared(to bars: Point, middle: Point) -> Line {
    let across = Point(x: bars.y, y: -bars.x)
    let reach = 0.5 * ((end - start).x * across.x + (end - start).y * across.y)
    return Line(start: middle - reach * across, end: middle + reach * across)
  }
}
