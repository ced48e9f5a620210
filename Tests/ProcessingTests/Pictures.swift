import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing

extension PixelBuffer {
  /// Makes a picture with the given bytes per pixel from a function of the position.
  static func make(
    _ format: PixelFormat, _ width: Int, _ height: Int, rowAlignment: Int = 64,
    _ pixel: (_ x: Int, _ y: Int) -> [UInt8]
  ) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: format, width: width, height: height, rowAlignment: rowAlignment)
    let stride = picture.planes[0].bytesPerRow
    try picture.withUnsafeMutablePlane(0) { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let pixel = pixel(x, y)
          for (index, byte) in pixel.enumerated() { bytes[y * stride + x * pixel.count + index] = byte }
        }
      }
    }
    return picture
  }

  /// Makes a picture of random bytes.
  static func noise(
    _ format: PixelFormat, _ width: Int, _ height: Int, seed: UInt64 = 1, rowAlignment: Int = 64
  ) throws -> PixelBuffer {
    var random = SeededGenerator(seed: seed)
    let count = format == .bgra ? 4 : 1
    return try make(format, width, height, rowAlignment: rowAlignment) { _, _ in random.bytes(count) }
  }

  /// Returns red, green, blue and alpha of a pixel of a BGRA picture.
  func rgba(_ x: Int, _ y: Int) -> [UInt8] {
    withUnsafePlane(0) { bytes in
      let start = y * planes[0].bytesPerRow + x * 4
      return [bytes[start + 2], bytes[start + 1], bytes[start], bytes[start + 3]]
    }
  }
}

extension FrameProcessor {
  /// Returns the processor's result for a picture.
  mutating func picture(of picture: PixelBuffer) throws -> PixelBuffer {
    var frame = Frame(SampleBuffer(pixelBuffer: picture))
    try process(&frame)
    return try frame.sampleBuffer.image(as: frame.sampleBuffer.format.pixelFormat ?? .bgra)
  }
}
