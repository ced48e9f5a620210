import Glibc
import OpenCaptureMediaSamples

/// A small square picture of a face and what is around it, as large and as upright as cascades like it.
///
/// It can be mirrored, too: a face in the mirror is a face, while what resembles one by chance seldom does in both.
struct CanonicalWindow: Sendable {
  /// The face that should be in the middle.
  let box: FaceBox
  /// The side of the window, in its own pixels.
  let side: Int
  /// The side of the face in it, in the window's pixels.
  let faceSide: Int
  /// Whether the window is mirrored left to right.
  var isMirrored = false

  /// Where a point of the window is in the working picture.
  func place(_ point: Point) -> Point {
    let scale = box.size / Double(faceSide)
    let half = Double(side) / 2
    let (x, y) = ((point.x - half) * scale * (isMirrored ? -1 : 1), (point.y - half) * scale)
    let (sine, cosine) = (sin(box.roll * .pi / 180), cos(box.roll * .pi / 180))
    return Point(x: box.center.x + x * cosine - y * sine, y: box.center.y + x * sine + y * cosine)
  }

  /// Where a cascade's window in this one is in the working picture.
  func place(_ window: CascadeWindow) -> FaceBox {
    let found = FaceBox(window)
    return FaceBox(
      center: place(found.center), size: found.size * box.size / Double(faceSide), roll: box.roll)
  }

  /// The face that should be in the middle, in the window's own pixels.
  var expected: FaceBox {
    FaceBox(center: Point(x: Double(side) / 2, y: Double(side) / 2), size: Double(faceSide))
  }

  /// The pixels.
  ///
  /// - Throws: ``FaceError``, or `MediaError` where there is no memory.
  func pixels(of working: WorkingPicture) throws -> PixelBuffer {
    let (level, factor) = working.level(for: Double(faceSide) / box.size)
    let (origin, right, down) = (place(.zero), place(Point(x: 1, y: 0)), place(Point(x: 0, y: 1)))
    let map = AffineMap(
      origin: Point(x: origin.x * factor, y: origin.y * factor),
      right: Point(x: (right.x - origin.x) * factor, y: (right.y - origin.y) * factor),
      down: Point(x: (down.x - origin.x) * factor, y: (down.y - origin.y) * factor))
    return try level.sampled(VideoDimensions(width: side, height: side), through: map)
  }
}
