import CoreVideo
import OpenCaptureMediaSamples

/// From device coordinates, y down, to the plane that an image is in, y up.
struct DetectionSpace {
  /// The pixels that were looked at.
  let area: PixelRect

  func point(_ point: Point) -> CGPoint {
    CGPoint(x: Double(area.x) + point.x * Double(area.width), y: Double(area.maxY) - point.y * Double(area.height))
  }

  func rect(_ rect: Rect) -> CGRect {
    let (width, height) = (Double(area.width), Double(area.height))
    return CGRect(
      x: Double(area.x) + rect.minX * width, y: Double(area.maxY) - rect.maxY * height, width: rect.width * width,
      height: rect.height * height)
  }
}
