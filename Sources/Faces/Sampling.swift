import COpenCaptureOpenCV
import OpenCaptureMediaSamples

/// An affine map of the plane.
struct AffineMap: Sendable, Hashable {
  /// The image of (0, 0).
  var origin: Point
  /// The image of (1, 0), relative to the origin's.
  var right: Point
  /// The image of (0, 1), relative to the origin's.
  var down: Point

  func apply(_ point: Point) -> Point {
    Point(x: origin.x + right.x * point.x + down.x * point.y, y: origin.y + right.y * point.x + down.y * point.y)
  }
}

extension PixelBuffer {
  /// Returns this grey picture resampled through a map; edge pixels are repeated outside.
  ///
  /// - Parameters:
  ///   - size: The size of the result.
  ///   - map: The map from the result to this picture; (0, 0) is a corner, not a pixel's centre as in OpenCV.
  func sampled(_ size: VideoDimensions, through map: AffineMap) throws -> PixelBuffer {
    var target = try PixelBuffer(format: .grey, width: size.width, height: size.height)
    let stride = target.planes[0].bytesPerRow
    let origin = map.apply(Point(x: 0.5, y: 0.5))
    let numbers = [map.right.x, map.down.x, origin.x - 0.5, map.right.y, map.down.y, origin.y - 0.5]
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

  /// Returns this grey picture with a margin, in pixels, that repeats the pixels of the edges.
  func widened(by margin: Int) throws -> PixelBuffer {
    var target = try PixelBuffer(format: .grey, width: width + 2 * margin, height: height + 2 * margin)
    let stride = target.planes[0].bytesPerRow
    let sourceStride = planes[0].bytesPerRow
    try target.withUnsafeMutablePlane(0) { bytes in
      withUnsafePlane(0) { source in
        for y in 0..<height + 2 * margin {
          let row = source[(min(max(y - margin, 0), height - 1) * sourceStride)...].prefix(width)
          let wideRow = UnsafeMutableRawBufferPointer(rebasing: bytes[(y * stride)...].prefix(width + 2 * margin))
          wideRow[..<margin].initializeMemory(as: UInt8.self, repeating: row[row.startIndex])
          wideRow[margin...].copyBytes(from: row)
          wideRow[(margin + width)...].initializeMemory(as: UInt8.self, repeating: row[row.endIndex - 1])
        }
      }
    }
    return target
  }
}
