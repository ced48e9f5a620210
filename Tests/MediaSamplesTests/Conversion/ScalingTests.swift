import OpenCaptureMediaSamples
import Testing

@Suite("Scaling")
struct ScalingTests {
  private static let formats = PixelFormat.conversionTargets + [.nv21, .i422]

  @Test(
    "A picture of one color keeps that color at every size, to ±1, or ±2 for interleaved chroma",
    arguments: formats)
  func flat(_ format: PixelFormat) throws {
    let tolerance = [.nv12, .nv12FullRange, .nv21].contains(format) ? 2 : 1
    for (width, height) in [(1, 1), (2, 3), (7, 5), (67, 33)] {
      var buffer = try PixelBuffer(format: format, width: 13, height: 9)
      for index in buffer.planes.indices { try buffer.fill(plane: index, with: UInt8(90 + 40 * index)) }
      for filter in ScalingFilter.allCases {
        let result = try buffer.scaled(to: VideoDimensions(width: width, height: height), filter: filter)
        #expect(result.dimensions == VideoDimensions(width: width, height: height))
        for (index, bytes) in result.allPixels.enumerated() {
          let error = bytes.map { abs(Int($0) - 90 - 40 * index) }.max() ?? 0
          #expect(error <= (filter == .none ? 0 : tolerance), "\(filter) \(width)×\(height)")
        }
      }
    }
  }

  @Test("The box filter at half size averages four pixels, to ±1", arguments: formats)
  func halves(_ format: PixelFormat) throws {
    let buffer = try PixelBuffer.noise(format, 64, 40, padding: 3)
    let result = try buffer.scaled(to: VideoDimensions(width: 32, height: 20))
    for (index, plane) in result.planes.enumerated() {
      let from = buffer.pixels(plane: index)
      let to = result.pixels(plane: index)
      let bytes = plane.bytesInRow / plane.width
      let row = buffer.planes[index].bytesInRow
      for y in 0..<plane.height {
        for x in 0..<plane.bytesInRow {
          let first = y * 2 * row + x / bytes * 2 * bytes + x % bytes
          let four = [first, first + bytes, first + row, first + row + bytes].map { Double(from[$0]) }
          #expect(abs(four.reduce(0, +) / 4 - Double(to[y * plane.bytesInRow + x])) <= 1)
        }
      }
    }
  }

  @Test("Without a filter, every pixel is one of the source", arguments: formats)
  func nearest(_ format: PixelFormat) throws {
    var buffer = try PixelBuffer(format: format, width: 8, height: 8)
    for index in buffer.planes.indices {
      let plane = buffer.planes[index]
      try buffer.setPixels(plane: index, to: (0..<plane.bytesInRow * plane.height).map { $0 % 2 == 0 ? 10 : 250 })
    }
    let result = try buffer.scaled(to: VideoDimensions(width: 19, height: 5), filter: .none)
    #expect(Set(result.allPixels.joined()).isSubset(of: [10, 250]))
  }

  @Test("A smooth ramp stays smooth", arguments: [ScalingFilter.bilinear, .box])
  func ramp(_ filter: ScalingFilter) throws {
    var buffer = try PixelBuffer(format: .grey, width: 64, height: 4)
    try buffer.setPixels(plane: 0, to: (0..<256).map { UInt8($0 % 64 * 4) })
    for width in [16, 40, 100, 256] {
      let result = try buffer.scaled(to: VideoDimensions(width: width, height: 4), filter: filter).pixels(plane: 0)
      for x in 0..<width where x * 64 / width > 1 && x * 64 / width < 62 {
        let exact = ((Double(x) + 0.5) * 64 / Double(width) - 0.5) * 4
        #expect(abs(Double(result[x]) - exact) <= 3, "\(width): \(x)")
      }
    }
  }

  @Test("Scaling to the same size does nothing; impossible sizes and packed formats are rejected")
  func refused() throws {
    let buffer = try PixelBuffer.noise(.nv12, 8, 8)
    let same = try buffer.scaled(to: buffer.dimensions)
    #expect(same.withUnsafePlane(0) { $0.baseAddress } == buffer.withUnsafePlane(0) { $0.baseAddress })
    #expect(throws: MediaError.self) { try buffer.scaled(to: VideoDimensions(width: 0, height: 8)) }
    #expect(throws: MediaError.self) { try buffer.scaled(to: VideoDimensions(width: 32_769, height: 8)) }
    let packed = try PixelBuffer.noise(.uyvy, 8, 8)
    let error = #expect(throws: MediaError.self) { try packed.scaled(to: VideoDimensions(width: 4, height: 4)) }
    #expect(error?.code == .unsupportedConversion)
  }
}
