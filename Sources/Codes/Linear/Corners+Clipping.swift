import OpenCaptureMediaSamples
import OpenCaptureMetadata

extension Corners {
  /// The corners of what of a code is in the picture: one that lies beyond it is moved along the code's side to where
  /// that leaves the picture, and what can't be moved so, to the nearest place.
  func clipped(to picture: Rect) -> Corners {
    let (left, right) = (
      picture.clip(topLeft, bottomLeft) ?? (topLeft, bottomLeft),
      picture.clip(topRight, bottomRight) ?? (topRight, bottomRight)
    )
    return Corners(
      topLeft: picture.nearest(to: left.0), bottomLeft: picture.nearest(to: left.1),
      bottomRight: picture.nearest(to: right.1), topRight: picture.nearest(to: right.0))
  }
}

extension Rect {
  /// The place in the rectangle that is nearest to another one.
  func nearest(to place: Point) -> Point {
    Point(x: Swift.min(Swift.max(place.x, minX), maxX), y: Swift.min(Swift.max(place.y, minY), maxY))
  }

  /// The part of the way between two places that lies in the rectangle (Liang and Barsky, 1984); nil where none does.
  func clip(_ start: Point, _ end: Point) -> (Point, Point)? {
    let way = end - start
    var (first, last) = (0.0, 1.0)
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
