public import OpenCaptureMediaSamples

/// Different pictures of a moving object, easy to encode for video codecs.
public struct MovingPicture: Sendable {
  /// The width and height in pixels.
  public let dimensions: VideoDimensions

  /// Makes pictures of this size.
  public init(_ dimensions: VideoDimensions) { self.dimensions = dimensions }

  /// Draws the picture of a frame: slow gradients in all colors, and a moving bright square.
  public func picture(_ frame: Int, as format: PixelFormat = .bgra) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .bgra, width: dimensions.width, height: dimensions.height)
    let width = dimensions.width
    let height = dimensions.height
    let stride = picture.planes[0].bytesPerRow
    let side = max(2, min(width, height) / 4)
    let left = frame * 3 % max(1, width - side)
    let top = frame * 2 % max(1, height - side)
    let columns = left..<left + side
    let rows = top..<top + side
    try picture.withUnsafeMutablePlane(0) { pixels in
      for y in 0..<height {
        for x in 0..<width {
          let isSquare = columns.contains(x) && rows.contains(y)
          let at = y * stride + x * 4
          let shade = (x + y + frame * 2) % 256
          pixels[at] = UInt8(40 + 120 * x / width)
          pixels[at + 1] = isSquare ? 230 : UInt8(60 + 100 * y / height)
          pixels[at + 2] = UInt8(50 + shade / 2)
          pixels[at + 3] = 255
        }
      }
    }
    return try picture.converted(to: format, matrix: .bt709)
  }

  /// Returns a sample of a frame's picture at a time.
  public func sample(
    _ frame: Int, at time: MediaTime, duration: MediaTime = .invalid, as format: PixelFormat = .bgra,
    orientation: ImageOrientation = .up
  ) throws -> SampleBuffer {
    SampleBuffer(
      pixelBuffer: try picture(frame, as: format), colorMatrix: .bt709,
      timing: SampleTiming(presentationTimeStamp: time, duration: duration), orientation: orientation)
  }
}
