import Fixtures
import OpenCaptureMediaSamples

extension PixelBuffer {
  /// Makes a picture of noise, with an odd number of padding bytes per row.
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

  /// Makes a picture with padded rows and undefined content.
  static func padded(_ format: PixelFormat, _ width: Int, _ height: Int, padding: Int) throws -> PixelBuffer {
    let tight = try PixelLayout(format: format, width: width, height: height, rowAlignment: 1)
    return try PixelBuffer(
      layout: PixelLayout(
        format: format, width: width, height: height, bytesPerRow: tight.planes.map { $0.bytesPerRow + padding }))
  }

  /// The bytes of all planes without padding.
  var allPixels: [[UInt8]] { planes.indices.map { pixels(plane: $0) } }
}
