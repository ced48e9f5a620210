import COpenCapturePixels
import Fixtures
@testable import OpenCaptureMediaSamples
import Testing

@Suite("Pixel conversion")
struct ConversionTests {
  @Test("Converted noise is within ±1 of exact arithmetic", arguments: PixelFormat.supported)
  func exactness(_ source: PixelFormat) throws {
    for (width, height, padding) in [(1, 1, 0), (2, 1, 1), (1, 2, 3), (3, 5, 7), (34, 3, 0), (67, 67, 5)] {
      let buffer = try PixelBuffer.noise(source, width, height, padding: padding)
      for matrix in ColorMatrix.allCases {
        let reference = ReferencePicture(buffer, matrix: matrix)
        for target in PixelFormat.conversionTargets where target != source {
          let result = try buffer.converted(to: target, matrix: matrix)
          #expect(result.format == target)
          #expect(largestError(result, reference) <= 1, "\(target) \(matrix) \(width)×\(height)")
        }
      }
    }
  }

  @Test(
    "Every color of luma and chroma is converted correctly, to ±1",
    arguments: [PixelFormat.yuyv, .yuyvFullRange])
  func coloursToRGB(_ format: PixelFormat) throws {
    let buffer = try colours(format, bytes: 4) { [$0, $1, $0, $2] }
    for matrix in ColorMatrix.allCases {
      let result = try buffer.converted(to: .bgra, matrix: matrix)
      #expect(largestError(result, ReferencePicture(buffer, matrix: matrix)) <= 1)
    }
  }

  @Test(
    "Every color of red, green and blue is converted correctly, to ±1",
    arguments: [PixelFormat.i420, .i420FullRange, .grey])
  func coloursFromRGB(_ format: PixelFormat) throws {
    let buffer = try colours(.bgra, bytes: 8) { [$0, $1, $2, 255, $0, $1, $2, 255] }
    for matrix in ColorMatrix.allCases {
      let result = try buffer.converted(to: format, matrix: matrix)
      #expect(largestError(result, ReferencePicture(buffer, matrix: matrix)) <= 1)
    }
  }

  /// Makes a picture two pixels high with all colors of a dense grid in blocks of two by two.
  private func colours(
    _ format: PixelFormat, bytes: Int, pixels: (UInt8, UInt8, UInt8) -> [UInt8]
  ) throws -> PixelBuffer {
    let steps = Array(stride(from: UInt8(0), through: 248, by: 8)) + [127, 129, 235, 255]
    var rows: [UInt8] = []
    for first in steps {
      for _ in 0..<2 { for second in steps { for third in steps { rows += pixels(first, second, third) } } }
    }
    var buffer = try PixelBuffer(format: format, width: steps.count * steps.count * 2, height: steps.count * 2)
    try buffer.setPixels(plane: 0, to: rows)
    return buffer
  }

  @Test("Grey has neutral chroma and survives a round trip", arguments: PixelFormat.conversionTargets)
  func grey(_ format: PixelFormat) throws {
    var ramp = try PixelBuffer(format: .grey, width: 256, height: 2)
    try ramp.setPixels(plane: 0, to: (0..<512).map { UInt8($0 & 255) })
    for matrix in ColorMatrix.allCases {
      let back = try ramp.converted(to: format, matrix: matrix).converted(to: .grey, matrix: matrix)
      // Video range has 219 steps for 255.
      let tolerance = format.colorRange == .video ? 1 : 0
      for (before, after) in zip(ramp.pixels(plane: 0), back.pixels(plane: 0)) {
        #expect(abs(Int(before) - Int(after)) <= tolerance)
      }
    }
    let colour = try ramp.converted(to: .bgra).converted(to: .i420FullRange)
    #expect(Set(colour.pixels(plane: 1) + colour.pixels(plane: 2)) == [128])
  }

  @Test("The loops for this processor and the portable loops give the same bytes", arguments: PixelFormat.supported)
  func loops(_ source: PixelFormat) throws {
    let sizes = (1...67).map { ($0, 1 + $0 % 3) } + [(2047, 2), (2048, 3), (2049, 1), (4099, 2)]
    for (width, height) in sizes {
      let buffer = try PixelBuffer.noise(source, width, height, padding: width % 2, seed: UInt64(width))
      for target in PixelFormat.conversionTargets where target != source {
        let matrix: ColorMatrix = width % 2 == 0 ? .bt601 : .bt709
        let fastest = try PixelBuffer(format: target, width: width, height: height)
        let portable = try PixelBuffer(format: target, width: width, height: height)
        buffer.convertPixels(to: fastest, matrix: matrix)
        buffer.convertPixels(to: portable, matrix: matrix, loops: CPIXELS_PORTABLE)
        #expect(fastest.allPixels == portable.allPixels, "\(target) \(width)×\(height)")
      }
    }
  }

  @Test("Pictures wider than one tile have no seams", arguments: [PixelFormat.bgra, .yuyv, .nv21])
  func seams(_ source: PixelFormat) throws {
    let buffer = try PixelBuffer.noise(source, 4101, 3)
    let reference = ReferencePicture(buffer, matrix: .bt709)
    for target in [PixelFormat.rgb24, .nv12, .i420FullRange] {
      #expect(largestError(try buffer.converted(to: target, matrix: .bt709), reference) <= 1)
    }
  }

  @Test("The padding of a target's rows is not written", arguments: PixelFormat.conversionTargets)
  func padding(_ target: PixelFormat) throws {
    let source = try PixelBuffer.noise(target == .bgra ? .nv12 : .bgra, 33, 5)
    var result = try PixelBuffer.padded(target, 33, 5, padding: 19)
    try result.withUnsafeMutablePlanes { planes in
      for plane in planes { _ = plane.initializeMemory(as: UInt8.self, repeating: 0xa5) }
    }
    let before = result.withUnsafePlane(0) { $0.baseAddress }
    try source.convert(to: &result)
    #expect(result.withUnsafePlane(0) { $0.baseAddress } == before)
    #expect(result.allPixels == (try source.converted(to: target).allPixels))
    for (index, plane) in result.planes.enumerated() {
      result.withUnsafePlane(index) { bytes in
        for row in 0..<plane.height - 1 {
          let end = row * plane.bytesPerRow + plane.bytesInRow
          #expect(bytes[end..<(row + 1) * plane.bytesPerRow].allSatisfy { $0 == 0xa5 })
        }
      }
    }
  }

  @Test("Conversion between formats with alpha keeps alpha")
  func alpha() throws {
    let buffer = try PixelBuffer.noise(.bgra, 5, 2)
    #expect(try buffer.converted(to: .rgba).converted(to: .bgra).allPixels == buffer.allPixels)
    let opaque = try buffer.converted(to: .rgb24).converted(to: .rgba).pixels(plane: 0)
    #expect(stride(from: 3, to: opaque.count, by: 4).allSatisfy { opaque[$0] == 255 })
  }

  @Test("A conversion to the same format, or to a stored luma plane, shares the memory")
  func nothingToDo() throws {
    let buffer = try PixelBuffer.noise(.nv12FullRange, 6, 4)
    let address = buffer.withUnsafePlane(0) { $0.baseAddress }
    #expect(try buffer.converted(to: .nv12FullRange).withUnsafePlane(0) { $0.baseAddress } == address)
    #expect(try buffer.converted(to: .grey).withUnsafePlane(0) { $0.baseAddress } == address)
    let video = try PixelBuffer.noise(.nv12, 6, 4)
    #expect(try video.converted(to: .grey).withUnsafePlane(0) { $0.baseAddress } != address)
  }

  @Test("A conversion uses the given pool, which must fit")
  func pool() throws {
    let buffer = try PixelBuffer.noise(.yuyv, 6, 4)
    let pool = try PixelBufferPool(format: .bgra, width: 6, height: 4)
    let result = try buffer.converted(to: .bgra, into: pool)
    #expect(pool.leasedBufferCount == 1)
    #expect(result.allPixels == (try buffer.converted(to: .bgra).allPixels))
    let error = #expect(throws: MediaError.self) { try buffer.converted(to: .rgba, into: pool) }
    #expect(error?.code == .invalidDimensions)
  }

  @Test("A target with other holders gets new memory")
  func sharedTarget() throws {
    let source = try PixelBuffer.noise(.nv12, 4, 4)
    var target = try PixelBuffer.noise(.bgra, 4, 4)
    let other = target
    let before = target.allPixels
    try source.convert(to: &target)
    #expect(other.allPixels == before)
    #expect(target.allPixels == (try source.converted(to: .bgra).allPixels))
    var small = try PixelBuffer(format: .bgra, width: 4, height: 3)
    let error = #expect(throws: MediaError.self) { try source.convert(to: &small) }
    #expect(error?.code == .invalidDimensions)
  }

  @Test("A format that is no conversion target is rejected with the list of targets")
  func refused() throws {
    let buffer = try PixelBuffer.noise(.bgra, 4, 4)
    let error = #expect(throws: MediaError.self) { try buffer.converted(to: .yuyv) }
    #expect(error?.code == .unsupportedConversion)
    #expect(error?.hint == "convert to one of BGRA RGBA RGB3 24BG L008 420v 420f y420 f420")
    #expect(throws: MediaError.self) { try buffer.converted(to: PixelFormat(rawValue: "????")) }
  }
}
