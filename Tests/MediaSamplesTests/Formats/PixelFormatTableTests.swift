import CAllocationCounter
@testable import OpenCaptureMediaSamples
import Testing

/// Tests every row of the table, including rows added later.
@Suite("Table of pixel formats")
struct PixelFormatTableTests {
  @Test("Each format occurs once, and can be found by its code")
  func codes() {
    let codes = PixelFormatRow.table.map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(PixelFormat.supported.map(\.rawValue) == codes)
    for format in PixelFormat.supported {
      #expect(format.row?.code == format.rawValue && format.isSupported)
    }
  }

  @Test("The table contains exactly the formats with names")
  func names() {
    let named: [PixelFormat] = [
      .bgra, .rgba, .rgb24, .bgr24, .grey, .nv12, .nv12FullRange, .nv21, .i420, .i420FullRange, .i422, .yuyv,
      .yuyvFullRange, .uyvy,
    ]
    #expect(Set(PixelFormat.supported).isSuperset(of: named))
    #expect(PixelFormat.conversionTargets.allSatisfy(PixelFormat.supported.contains))
  }

  @Test("A format outside the table has no properties")
  func unknown() {
    let unknown = PixelFormat(rawValue: "Y16 ")
    #expect(!unknown.isSupported && unknown.row == nil && !unknown.isYCbCr && unknown.colorRange == .full)
    #expect(
      !unknown.isConversionTarget && unknown.processingFormat == unknown && !unknown.hasAlpha
        && !unknown.isPacked422)
    #expect(unknown.v4l2Codes.isEmpty && unknown.ffmpegName == nil && unknown.bytesPerPixel == nil)
    #expect(unknown.captureCost > (PixelFormat.supported.map(\.captureCost).max() ?? 0))
  }

  @Test("Formats with equal codes are equal")
  func equality() {
    #expect(PixelFormat(rawValue: "420v") == .nv12 && PixelFormat(rawValue: "420v") != .nv12FullRange)
    #expect(Set([PixelFormat(rawValue: "420v"), .nv12, .grey]).count == 2)
    #expect("\(PixelFormat.nv12)" == "420v")
  }

  @Test("Planes contain every pixel and do not overlap", arguments: PixelFormat.supported)
  func layout(_ format: PixelFormat) throws {
    let row = try #require(format.row)
    for (width, height) in [(1, 1), (2, 2), (3, 5), (16, 9), (1920, 1080)] {
      let layout = try PixelLayout(format: format, width: width, height: height, rowAlignment: 1)
      #expect(layout.planes.count == row.planes.count && layout.planes.count <= 3)
      for (plane, shape) in zip(layout.planes, row.planes) {
        #expect(plane.width * shape.subsampling.x >= width && plane.height * shape.subsampling.y >= height)
        #expect(plane.bytesInRow * shape.pixelsPerGroup >= width * shape.bytesPerGroup)
      }
      let strides = layout.planes.map(\.bytesPerRow)
      if width % 4 == 0 { #expect(format.bytesPerRow(ofPlanesBehind: strides[0]) == strides) }
    }
    #expect(row.planes[0].subsampling == (1, 1))
  }

  @Test("The components match the planes", arguments: PixelFormat.supported)
  func components(_ format: PixelFormat) throws {
    let row = try #require(format.row)
    switch row.components {
    case .rgb: #expect(format.bytesPerPixel == 3 && row.range == .full)
    case .rgba: #expect(format.bytesPerPixel == 4 && row.range == .full)
    case .grey: #expect(format.bytesPerPixel == 1 && row.planes.count == 1)
    case .lumaAndChroma: #expect(format.bytesPerPixel == nil)
    }
    #expect(format.hasAlpha == (row.components == .rgba))
    #expect(format.isYCbCr == (row.components == .lumaAndChroma))
    #expect((row.luma == nil) == format.hasLumaPlane)
  }

  @Test(
    "Every format converts to every target, as exact arithmetic requires", arguments: PixelFormat.supported)
  func conversion(_ format: PixelFormat) throws {
    let buffer = try PixelBuffer.noise(format, 18, 7, padding: 3)
    let reference = ReferencePicture(buffer, matrix: .bt601)
    for target in PixelFormat.conversionTargets where target != format {
      #expect(largestError(try buffer.converted(to: target), reference) <= 1, "\(target)")
    }
  }

  @Test("The luma plane matches the picture's luma", arguments: PixelFormat.supported)
  func luma(_ format: PixelFormat) throws {
    let buffer = try PixelBuffer.noise(format, 18, 7, padding: 3)
    let luma = try buffer.luma().pixels(plane: 0)
    let full = try buffer.converted(to: .grey).pixels(plane: 0)
    for (luma, full) in zip(luma, full) {
      // Video range stays video range.
      let stretched = format.colorRange == .full ? Double(luma) : (Double(luma) - 16) * 255 / 219
      #expect(abs(min(255, max(0, stretched)) - Double(full)) <= 1)
    }
  }

  @Test("A format that cannot be scaled or rotated has a nearest one that can", arguments: PixelFormat.supported)
  func processingFormat(_ format: PixelFormat) throws {
    let near = format.processingFormat
    #expect(near.isConversionTarget && near.processingFormat == near)
    #expect(near.isYCbCr == format.isYCbCr && near.colorRange == format.colorRange)
    #expect((near == format) == PixelFormat.conversionTargets.contains(format))
    let buffer = try PixelBuffer.noise(near, 8, 6)
    #expect(try buffer.scaled(to: VideoDimensions(width: 5, height: 9)).dimensions.width == 5)
    #expect(try buffer.uprightCopy(.right).dimensions.width == 6)
    let description = FormatDescription(pixelFormat: format, dimensions: buffer.dimensions)
    #expect(PixelFormat.processingFormat(for: description) == near)
  }

  @Test("Decoded pixels are processed in JPEG's format")
  func workableForCompressed() {
    let description = FormatDescription(codec: .jpeg, dimensions: VideoDimensions(width: 8, height: 6))
    #expect(PixelFormat.processingFormat(for: description) == .i420FullRange)
  }

  @Test("A V4L2 or FFmpeg name with a range identifies one format")
  func foreignNames() {
    let codes = PixelFormat.supported.flatMap { format in
      format.v4l2Codes.map { "\($0.code) \(format.isYCbCr ? "\(format.colorRange)" : "any")" }
    }
    #expect(Set(codes).count == codes.count)
    let names = PixelFormat.supported.compactMap { format in
      format.ffmpegName.map { "\($0) \(format.colorRange)" }
    }
    #expect(Set(names).count == names.count && names.count == PixelFormat.supported.count)
  }

  @Test("A luma plane has the lowest cost, and lost colors have the highest")
  func costs() {
    for format in PixelFormat.supported where format != .grey {
      #expect(format.captureCost >= PixelFormat.nv12.captureCost)
      #expect(format.captureCost < PixelFormat.grey.captureCost)
    }
  }

  @Test(
    "Per-frame queries do not allocate",
    .enabled(if: allocation_counter_works(), "a sanitizer brings a heap of its own"),
    arguments: PixelFormat.supported + [PixelFormat(rawValue: "????")])
  func allocations(_ format: PixelFormat) {
    func answers() -> [Bool] {
      let description = FormatDescription(pixelFormat: format, dimensions: VideoDimensions(width: 2, height: 2))
      let before = allocation_count()
      let isYCbCr = format.isYCbCr
      let isFull = format.colorRange == .full
      let isTarget = format.isConversionTarget
      let near = PixelFormat.processingFormat(for: description)
      let isPacked = format.isPacked422
      let isFree = allocation_count() == before
      return [isFree, isYCbCr, isFull, isTarget, near.isSupported, isPacked]
    }
    _ = answers()
    #expect(answers()[0])
  }
}
