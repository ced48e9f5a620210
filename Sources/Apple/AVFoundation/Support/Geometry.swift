import Foundation
import OpenCaptureMediaSamples

extension Point {
  init(_ point: CGPoint) { self.init(x: Double(point.x), y: Double(point.y)) }
}

extension CGPoint {
  init(_ point: Point) { self.init(x: point.x, y: point.y) }
}

extension Rect {
  init(_ rect: CGRect) {
    let upright = rect.standardized
    self.init(
      x: Double(upright.origin.x), y: Double(upright.origin.y), width: Double(upright.width),
      height: Double(upright.height))
  }
}

extension CGRect {
  init(_ rect: Rect) { self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height) }
}
