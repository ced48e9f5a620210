@testable import OpenCaptureMediaSamples
import Testing

@Suite("Rotating pixels")
struct TurningTests {
  @Test("Every element of every plane moves like its point", arguments: ImageOrientation.allCases)
  func agreesWithPoints(_ orientation: ImageOrientation) throws {
    for format in PixelFormat.conversionTargets + [.nv21, .i422] where !(format == .i422 && orientation.swapsAxes) {
      for (width, height) in [(1, 1), (5, 3), (16, 34), (67, 66)] {
        let buffer = try PixelBuffer.noise(format, width, height, padding: 1)
        let turned = try buffer.uprightCopy(orientation)
        #expect(turned.dimensions == buffer.dimensions.upright(orientation))
        for index in buffer.planes.indices {
          let expected = expected(buffer, index, orientation)
          #expect(turned.pixels(plane: index) == expected, "\(format) \(width)×\(height)")
        }
      }
    }
  }

  private func expected(_ buffer: PixelBuffer, _ index: Int, _ orientation: ImageOrientation) -> [UInt8] {
    let plane = buffer.planes[index]
    let bytes = buffer.pixels(plane: index)
    let size = VideoDimensions(width: plane.width, height: plane.height).upright(orientation)
    let count = plane.bytesInRow / plane.width
    var result = [UInt8](repeating: 0, count: bytes.count)
    for y in 0..<plane.height {
      for x in 0..<plane.width {
        let centre = Point(
          x: (Double(x) + 0.5) / Double(plane.width), y: (Double(y) + 0.5) / Double(plane.height))
        let place = orientation.upright(centre)
        let target = Int(place.y * Double(size.height)) * size.width + Int(place.x * Double(size.width))
        for byte in 0..<count { result[target * count + byte] = bytes[(y * plane.width + x) * count + byte] }
      }
    }
    return result
  }

  @Test("A picture rotated back equals the original", arguments: PixelFormat.conversionTargets)
  func inverse(_ format: PixelFormat) throws {
    let buffer = try PixelBuffer.noise(format, 31, 18)
    for orientation in ImageOrientation.allCases {
      #expect(try buffer.uprightCopy(orientation).uprightCopy(orientation.inverse).allPixels == buffer.allPixels)
    }
  }

  @Test("A rotation uses the given pool")
  func pool() throws {
    let buffer = try PixelBuffer.noise(.nv12, 6, 4)
    let pool = try PixelBufferPool(format: .nv12, width: 4, height: 6)
    let turned = try buffer.uprightCopy(.left, into: pool)
    #expect(pool.leasedBufferCount == 1)
    #expect(turned.dimensions == VideoDimensions(width: 4, height: 6))
  }

  @Test("Packed formats with shared chroma are rejected")
  func refused() throws {
    for (format, orientation) in [(PixelFormat.yuyv, ImageOrientation.down), (.uyvy, .left), (.i422, .right)] {
      let buffer = try PixelBuffer.noise(format, 4, 4)
      let error = #expect(throws: MediaError.self) { try buffer.uprightCopy(orientation) }
      #expect(error?.code == .unsupportedConversion)
    }
  }
}
