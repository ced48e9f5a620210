import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// What a preview does, said another way: a sensor pixel, seen from the middle of the crop, is turned by a
/// matrix, mirrored, and scaled about the middle of the view.
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

  /// A vector in the sensor's pixels, as it points in the view.
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

  /// View units per pixel of the turned picture.
  private var scale: Point {
    let sensor = geometry.videoDimensions.size
    let extent = turned(
      Point(x: sensor.width * geometry.zoomCrop.width, y: sensor.height * geometry.zoomCrop.height))
    let (x, y) = (geometry.bounds.width / abs(extent.x), geometry.bounds.height / abs(extent.y))
    return switch geometry.videoGravity {
    case .resize: Point(x: x, y: y)
    case .resizeAspect: Point(x: min(x, y), y: min(x, y))
    case .resizeAspectFill: Point(x: max(x, y), y: max(x, y))
    }
  }
}
