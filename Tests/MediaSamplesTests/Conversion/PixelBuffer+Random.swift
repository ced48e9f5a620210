import Fixtures
import OpenCaptureMediaSamples

extension PixelBuffer {
  /// A picture of noise, with rows further apart than they need to be, by an odd number of bytes.
  static func noise(
    _ format: PixelFormat, _ width: Int, _ height: Int, padding: Int = 0, seed: UInt64 = 1
  ) throws -> PixelBuffer {
    var buffer = try padded(format, width, height, padding: padding)
    var random = SeededGenerator(seed: seed)
    try buffer.withUnsafeMutablePlanes { planes in
      for plane in planes {
        for index in plane.indices { plane[index] = UInt8.random(in: 0...255, using: &random) }
      }
    }
    return buffer
  }

  /// A picture whose rows lie further apart than they need to; its content is undefined.
  static func padded(_ format: PixelFormat, _ width: Int, _ height: Int, padding: Int) throws -> PixelBuffer {
    let tight = try PixelLayout(format: format, width: width, height: height, rowAlignment: 1)
    return try PixelBuffer(
      layout: PixelLayout(
        format: format, width: width, height: height, bytesPerRow: tight.planes.map { $0.bytesPerRow + padding }))
  }

  /// The bytes of all planes that hold pixels.
  var allPixels: [[UInt8]] { planes.indices.map { pixels(plane: $0) } }
}
