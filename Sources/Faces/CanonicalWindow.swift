import Glibc
import OpenCaptureMediaSamples

/// A small, upright, square crop around a face, scaled for the cascades.
///
/// The crop can be mirrored. A real face also passes in the mirror image; a false detection rarely does.
struct CanonicalWindow: Sendable {
  /// The expected face in the centre.
  let box: FaceBox
  /// The side of the crop, in its own pixels.
  let side: Int
  /// The side of the expected face, in pixels of the crop.
  let faceSide: Int
  /// Whether the crop is mirrored left to right.
  var isMirrored = false

  /// Returns the position of a point of the crop in the working picture.
  func place(_ point: Point) -> Point {
    let scale = box.size / Double(faceSide)
    let half = Double(side) / 2
    let x = (point.x - half) * scale * (isMirrored ? -1 : 1)
    let y = (point.y - half) * scale
    let sine = sin(box.roll * .pi / 180)
    let cosine = cos(box.roll * .pi / 180)
    return Point(x: box.center.x + x * cosine - y * sine, y: box.center.y + x * sine + y * cosine)
  }

  /// Returns the position of a cascade's window in the working picture.
  func place(_ window: CascadeWindow) -> FaceBox {
    let found = FaceBox(window)
    return FaceBox(center: place(found.center), size: found.size * box.size / Double(faceSide), roll: box.roll)
  }

  /// The expected face, in pixels of the crop.
  var expected: FaceBox { FaceBox(center: Point(x: Double(side) / 2, y: Double(side) / 2), size: Double(faceSide)) }

  /// Returns the windows in the rendered crop that overlap the expected face by more than `overlap`.
  func boxes(
    of engine: any FaceEngine, for view: FaceView, in pixels: PixelBuffer, sizes: ClosedRange<Int>, step: Double,
    overlap: Double = 0.4
  ) throws(FaceError) -> [FaceBox] {
    let expected = expected
    return try engine.windows(in: pixels, view: view, sizes: sizes, step: step)
      .filter { FaceBox($0).overlap(expected) > overlap }.map { place($0) }
  }

  /// Renders the crop.
  func pixels(of working: WorkingPicture) throws -> PixelBuffer {
    let (level, factor) = working.level(for: Double(faceSide) / box.size)
    let origin = place(.zero)
    let right = place(Point(x: 1, y: 0))
    let down = place(Point(x: 0, y: 1))
    let map = AffineMap(
      origin: Point(x: origin.x * factor, y: origin.y * factor),
      right: Point(x: (right.x - origin.x) * factor, y: (right.y - origin.y) * factor),
      down: Point(x: (down.x - origin.x) * factor, y: (down.y - origin.y) * factor))
    return try level.sampled(VideoDimensions(width: side, height: side), through: map)
  }
}

/// The scans of a face's window and its mirror image, each rendered once.
struct WindowScan {
  let engine: any FaceEngine
  let working: WorkingPicture
  let window: CanonicalWindow
  /// The ratio between consecutive window sides.
  let step: Double
  /// The number of scans.
  private(set) var count = 0
  private(set) var plain: PixelBuffer?
  private(set) var mirrored: PixelBuffer?

  /// The window sides, in pixels.
  private static let sizes = 48...90

  /// Returns the pixels of the window.
  mutating func pixels(isMirrored: Bool = false) throws -> PixelBuffer {
    if let pixels = isMirrored ? mirrored : plain { return pixels }
    let pixels =
      try isMirrored ? self.pixels(isMirrored: false).uprightCopy(.upMirrored) : window.pixels(of: working)
    if isMirrored { mirrored = pixels } else { plain = pixels }
    return pixels
  }

  /// Returns the windows of a cascade that match the face in the centre.
  mutating func boxes(for view: FaceView, isMirrored: Bool = false, overlap: Double = 0.4) throws -> [FaceBox] {
    count += 1
    var window = window
    window.isMirrored = isMirrored
    return try window.boxes(
      of: engine, for: view, in: pixels(isMirrored: isMirrored), sizes: Self.sizes, step: step, overlap: overlap)
  }
}
