import CoreMedia
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// From device coordinates, of the stored picture and y down, to those of observations: shares of the region of interest in
/// the upright picture, y up.
struct RequestSpace {
  /// How the stored picture must be turned to be upright.
  let orientation: ImageOrientation

  /// The region of interest in the upright picture, y up.
  let region: CGRect

  func point(_ point: Point) -> CGPoint {
    let upright = orientation.upright(point)
    return CGPoint(
      x: (CGFloat(upright.x) - region.minX) / region.width,
      y: (CGFloat(1 - upright.y) - region.minY) / region.height)
  }

  func rect(_ rect: Rect) -> CGRect {
    let corners = [rect.origin, Point(x: rect.maxX, y: rect.maxY)].map(point)
    let (left, bottom) = (min(corners[0].x, corners[1].x), min(corners[0].y, corners[1].y))
    return CGRect(
      x: left, y: bottom, width: abs(corners[0].x - corners[1].x), height: abs(corners[0].y - corners[1].y))
  }

  /// A find as it is in the upright picture, its angles too.
  func upright(_ face: FaceObject) -> FaceObject {
    face.transformed(by: PictureTransform(from: .unit, orientation: orientation, to: .unit))
  }

  /// The region of interest in device coordinates.
  var deviceRegion: Rect {
    orientation.inverse.upright(
      Rect(
        x: Double(region.minX), y: Double(1 - region.maxY), width: Double(region.width),
        height: Double(region.height)))
  }
}
