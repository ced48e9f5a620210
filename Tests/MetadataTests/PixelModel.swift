import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// An independent model of a preview.
///
/// The vector from the middle of the crop to a sensor pixel is rotated by a matrix, mirrored, and scaled about the
/// middle of the view.
struct PixelModel {
  let geometry: PreviewGeometry

  func layerPoint(_ devicePoint: Point) -> Point {
    let sensor = geometry.videoDimensions.size
    let middle = geometry.zoomCrop.center
    let offset = turned(
      Point(x: (devicePoint.x - middle.x) * sensor.width, y: (devicePoint.y - middle.y) * sensor.height))
    let view = geometry.bounds.center
    return Point(x: view.x + offset.x * scale.x, y: view.y + offset.y * scale.y)
  }

  /// Returns the direction in the view of a vector in sensor pixels.
  func turned(_ vector: Point) -> Point {
    let (cosine, sine): (Double, Double) =
      switch geometry.rotation {
      case .degrees0: (1, 0)
      case .degrees90: (0, 1)
      case .degrees180: (-1, 0)
      case .degrees270: (0, -1)
      }
    let turned = Point(x: cosine * vector.x - sine * vector.y, y: sine * vector.x + cosine * vector.y)
    return Point(x: geometry.isVideoMirrored ? -turned.x : turned.x, y: turned.y)
  }

  /// The view units per pixel of the rotated picture.
  private var scale: Point {
    let sensor = geometry.videoDimensions.size
    let extent = turned(
      Point(x: sensor.width * geometry.zoomCrop.width, y: sensor.height * geometry.zoomCrop.height))
    let x = geometry.bounds.width / abs(extent.x)
    let y = geometry.bounds.height / abs(extent.y)
    return switch geometry.videoGravity {
    case .resize: Point(x: x, y: y)
    case .resizeAspect: Point(x: min(x, y), y: min(x, y))
    case .resizeAspectFill: Point(x: max(x, y), y: max(x, y))
    }
  }
}
