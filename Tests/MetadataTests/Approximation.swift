import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Returns whether two numbers differ by at most `tolerance` times the largest of them and `scale`.
func isClose(_ a: Double, _ b: Double, scale: Double = 1, tolerance: Double = 1e-9) -> Bool {
  abs(a - b) <= tolerance * max(scale, abs(a), abs(b))
}

func isClose(_ a: Point, _ b: Point, scale: Double = 1) -> Bool {
  isClose(a.x, b.x, scale: scale) && isClose(a.y, b.y, scale: scale)
}

func isClose(_ a: Rect, _ b: Rect, scale: Double = 1) -> Bool {
  isClose(a.origin, b.origin, scale: scale) && isClose(a.width, b.width, scale: scale)
    && isClose(a.height, b.height, scale: scale)
}

func isClose(_ a: Corners, _ b: Corners, scale: Double = 1) -> Bool {
  zip(a, b).allSatisfy { isClose($0, $1, scale: scale) }
}

extension Rect {
  var isFinite: Bool { [minX, minY, width, height, maxX, maxY].allSatisfy(\.isFinite) }
}

extension Point {
  var isFinite: Bool { x.isFinite && y.isFinite }
}
