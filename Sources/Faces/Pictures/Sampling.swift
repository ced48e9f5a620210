import COpenCaptureOpenCV
import OpenCaptureMediaSamples

/// A map of the plane that keeps lines straight and parallel.
struct AffineMap: Sendable, Hashable {
  /// Where (0, 0) goes.
  var origin: Point
  /// Where (1, 0) goes, from there.
  var right: Point
  /// Where (0, 1) goes, from there.
  var down: Point

  func apply(_ point: Point) -> Point {
    Point(
      x: origin.x + right.x * point.x + down.x * point.y, y: origin.y + right.y * point.x + down.y * point.y)
  }
}

extension PixelBuffer {
  /// What a map of pixels finds in this picture, which is grey; beyond the edges it goes on with the pixels there.
  ///
  /// - Parameters:
  ///   - size: The size of the result.
  ///   - map: From the result into this picture. (0, 0) is the corner of a picture, as everywhere but in OpenCV, which
  ///     counts from the middle of the first pixel.
  /// - Throws: ``FaceError``, or `MediaError` where there is no memory.
  func sampled(_ size: VideoDimensions, through map: AffineMap) throws -> PixelBuffer {
    var target = try PixelBuffer(format: .grey, width: size.width, height: size.height)
    let stride = target.planes[0].bytesPerRow
    let origin = map.apply(Point(x: 0.5, y: 0.5))
    let numbers = [
      map.right.x, map.down.x, origin.x - 0.5, map.right.y, map.down.y, origin.y - 0.5,
    ]
    var failure = copencv_error()
    let isDone = try target.withUnsafeMutablePlane(0) { bytes in
      withUnsafePlane(0) { source in
        copencv_sample(
          copencv_picture(self, source), numbers, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), stride,
          Int32(size.width), Int32(size.height), &failure)
      }
    }
    guard isDone else { throw FaceError(.engineFailed, subject: "OpenCV", reason: failure.text) }
    return target
  }
}
