import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata

extension SeededGenerator {
  mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

  mutating func point(_ range: ClosedRange<Double> = -0.5...1.5) -> Point {
    Point(x: number(range), y: number(range))
  }

  mutating func rect() -> Rect { Rect(corner: point(), opposite: point()) }

  /// Returns four corners without an order.
  mutating func corners() -> Corners {
    Corners(topLeft: point(), bottomLeft: point(), bottomRight: point(), topRight: point())
  }

  mutating func crop() -> Rect {
    if Bool.random(using: &self) { return PreviewGeometry.zoomCrop(videoZoomFactor: number(0.5...8)) }
    let width = number(0.1...1)
    let height = number(0.1...1)
    return Rect(x: number(0...(1 - width)), y: number(0...(1 - height)), width: width, height: height)
  }

  /// Returns a geometry with odd bounds and any origin.
  mutating func geometry(
    gravity: VideoGravity, rotation: VideoRotation, isMirrored: Bool
  ) -> PreviewGeometry {
    PreviewGeometry(
      bounds: Rect(
        x: number(-1000...1000), y: number(-1000...1000), width: number(1...3000), height: number(1...3000)),
      videoDimensions: VideoDimensions(
        width: .random(in: 1...8000, using: &self), height: .random(in: 1...8000, using: &self)),
      videoGravity: gravity, rotation: rotation, isVideoMirrored: isMirrored, zoomCrop: crop())
  }
}

/// Calls the closure with thousands of geometries: all gravities × rotations × mirroring, with random views,
/// pictures and crops.
func forRandomGeometries(
  seed: UInt64, gravities: [VideoGravity] = VideoGravity.allCases, each count: Int = 100,
  _ body: (PreviewGeometry, inout SeededGenerator) -> Void
) {
  var random = SeededGenerator(seed: seed)
  for gravity in gravities {
    for rotation in VideoRotation.allCases {
      for isMirrored in [false, true] {
        for _ in 0..<count {
          body(random.geometry(gravity: gravity, rotation: rotation, isMirrored: isMirrored), &random)
        }
      }
    }
  }
}
