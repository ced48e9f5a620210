import CoreImage
import Fixtures
import OpenCaptureMediaSamples

/// A small BGRA image with a different value for each pixel.
enum TestPicture {
  static let width = 6
  static let height = 4

  static func make() throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .bgra, width: width, height: height)
    let stride = picture.planes[0].bytesPerRow
    try picture.withUnsafeMutablePlane(0) { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let values = [x * 40, y * 60, 200 - x * 20 - y * 10, 255]
          for part in 0..<4 { bytes[y * stride + x * 4 + part] = UInt8(values[part]) }
        }
      }
    }
    return picture
  }

  /// Creates an image of one color.
  static func plain(
    _ width: Int, _ height: Int, _ format: PixelFormat = .bgra, value: UInt8 = 0
  ) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: format, width: width, height: height)
    try picture.withUnsafeMutablePlanes { planes in
      for plane in planes { _ = plane.initializeMemory(as: UInt8.self, repeating: value) }
    }
    return picture
  }

  /// Creates an image of random bytes.
  static func noise(
    _ width: Int, _ height: Int, _ format: PixelFormat = .bgra, seed: UInt64 = 7
  ) throws -> PixelBuffer {
    var generator = SeededGenerator(seed: seed)
    var picture = try PixelBuffer(format: format, width: width, height: height)
    try picture.withUnsafeMutablePlanes { planes in
      for plane in planes {
        for index in plane.indices { plane[index] = UInt8.random(in: 0...255, using: &generator) }
      }
    }
    return picture
  }
}

extension PixelBuffer {
  /// Returns the bytes of a plane, row by row without padding.
  func rows(ofPlane index: Int) -> [UInt8] {
    withUnsafePlane(index) { bytes in
      (0..<planes[index].height).flatMap { y in
        bytes[y * planes[index].bytesPerRow..<y * planes[index].bytesPerRow + planes[index].bytesInRow]
      }
    }
  }
}

extension CIImage {
  /// Renders a part of the image with a context; empty on failure.
  func rendered(_ part: CGRect? = nil) -> [UInt8] {
    CIContext().createCGImage(self, from: part ?? extent)?.pixelBuffer.pixels ?? []
  }
}
