import Fixtures
import OpenCaptureMediaSamples
import Testing
@testable import OpenCapturePictures

struct EncoderTests {
  static let sizes = (1...17).flatMap { [($0, $0), ($0, 18 - $0)] } + [(64, 48), (101, 67)]
  static let packed: [PixelFormat] = [.bgra, .rgba, .rgb24, .bgr24, .grey]

  /// Returns a smooth picture in a format, with gradients that survive lossy compression.
  private func picture(_ format: PixelFormat, _ width: Int, _ height: Int) throws -> PixelBuffer {
    try EncodedPicture(JPEGFixture(width, height).file).decoded(as: format)
  }

  @Test(arguments: sizes, packed)
  func pngIsLossless(_ size: (Int, Int), _ format: PixelFormat) throws {
    var random = SeededGenerator(seed: UInt64(size.0 * 100 + size.1))
    let layout = try PixelLayout(format: format, width: size.0, height: size.1, rowAlignment: 1)
    let bytes = random.bytes(layout.byteCount)
    let picture = try PixelBuffer(format, size.0, size.1, bytes: bytes)
    let decoded = try PNGEncoder(compressionLevel: 1).encode(picture).decoded(as: format) { $0.alpha = .kept }
    #expect(decoded.bytes() == bytes)
  }

  @Test(arguments: sizes, packed + [.i420FullRange])
  func jpegKeepsThePixelsApproximately(_ size: (Int, Int), _ format: PixelFormat) throws {
    let picture = try picture(format, size.0, size.1)
    let decoded = try JPEGEncoder(quality: 98, chromaSampling: .full).encode(picture).decoded(as: format)
    for plane in picture.planes.indices {
      #expect(largestDifference(decoded.bytes(plane), picture.bytes(plane)) <= 7)
    }
  }

  @Test(arguments: zip(JPEGEncoder.ChromaSampling.allCases, [UInt8(0x11), 0x21, 0x22]))
  func chromaHasTheRequestedSampling(_ sampling: JPEGEncoder.ChromaSampling, _ factors: UInt8) throws {
    let file = try JPEGEncoder(chromaSampling: sampling).encode(picture(.bgra, 32, 32))
    let bytes = file.data.withUnsafeBytes { Array($0) }
    let frame = try #require(bytes.segmentOffset(0xc0))
    #expect(bytes[frame + 11] == factors)
  }

  @Test func paddingBeyondTheEdgesIsInvisible() throws {
    // The last row and the padding below form a block. It is dark only if the padding repeats that row.
    let luma = [UInt8](repeating: 40, count: 9) + [UInt8](repeating: 0, count: 72)
    let planes = try PixelBuffer(.i420FullRange, 9, 9, bytes: luma + [UInt8](repeating: 128, count: 50))
    let decoded = try JPEGEncoder(quality: 5).encode(planes).decoded(as: .grey)
    #expect(decoded.bytes()[72...].allSatisfy { $0 < 15 })
  }

  @Test func higherQualityTakesMoreBytes() throws {
    let picture = try picture(.bgra, 101, 67)
    let counts = try [10, 50, 90, 100].map { try JPEGEncoder(quality: $0).encode(picture).data.count }
    #expect(counts == counts.sorted() && Set(counts).count == 4)
    let ninety = try JPEGEncoder().encode(picture).data.count
    #expect(ninety == counts[2])
  }

  @Test func higherCompressionLevelsTakeFewerBytes() throws {
    let picture = try picture(.bgra, 101, 67)
    let counts = try [0, 1, 9].map { try PNGEncoder(compressionLevel: $0).encode(picture).data.count }
    #expect(counts[0] > counts[1] && counts[1] > counts[2])
  }

  @Test func anOpaquePictureIsWrittenWithoutAlpha() throws {
    let opaque = try PixelBuffer(.bgra, 2, 1, bytes: [1, 2, 3, 255, 4, 5, 6, 255])
    let translucent = try PixelBuffer(.bgra, 2, 1, bytes: [1, 2, 3, 255, 4, 5, 6, 254])
    #expect(try PNGEncoder().encode(opaque).data.withUnsafeBytes { $0[25] } == 2)
    #expect(try PNGEncoder().encode(translucent).data.withUnsafeBytes { $0[25] } == 6)
    #expect(try PNGEncoder().encode(opaque).decoded().pixelBuffer.bytes() == opaque.bytes())
  }

  @Test func alphaIsDroppedInAJPEG() throws {
    let translucent = try PixelBuffer(.bgra, 8, 8, bytes: (0..<64).flatMap { _ in [100, 100, 100, 0] as [UInt8] })
    let decoded = try JPEGEncoder().encode(translucent).decoded(as: .grey)
    #expect(largestDifference(decoded.bytes(), [UInt8](repeating: 100, count: 64)) <= 1)
  }

  @Test(arguments: ImageOrientation.allCases)
  func theOrientationIsWritten(_ orientation: ImageOrientation) throws {
    let picture = try picture(.grey, 3, 2)
    let metadata = PictureMetadata(orientation: orientation, date: PictureDate(secondsSince1970: 0))
    #expect(try JPEGEncoder().encode(picture, metadata: metadata).info().orientation == orientation)
    #expect(try PNGEncoder().encode(picture, metadata: metadata).info().orientation == orientation)
  }

  @Test func theDateAndTheProgramAreWritten() throws {
    let date = try #require(PictureDate(year: 2024, month: 2, day: 29, hour: 18, minute: 5, second: 9))
    let picture = try picture(.grey, 3, 2)
    let written = try JPEGEncoder().encode(picture, metadata: PictureMetadata(date: date))
    let text = String(decoding: written.data.withUnsafeBytes { Array($0) }, as: UTF8.self)
    #expect(text.components(of: "2024:02:29 18:05:09\0") == 2)
    #expect(text.components(of: "OpenCapture\0") == 1)
    let bare = try JPEGEncoder().encode(picture, metadata: PictureMetadata(software: nil))
    #expect(
      String(decoding: bare.data.withUnsafeBytes { Array($0) }, as: UTF8.self).components(of: "OpenCapture")
        == 0)
  }

  @Test func theOffsetsOfExifDirectoriesAreCorrect() {
    let date = PictureDate(year: 2024, month: 2, day: 29)
    let exif = ExifData.bytes(PictureMetadata(orientation: .left, date: date, software: "ab"))
    #expect(exif.two(8) == 4)
    #expect((0..<4).map { exif.two(10 + $0 * 12) } == [0x0112, 0x0131, 0x0132, 0x8769])
    // Three bytes including the terminating zero fit into the entry.
    #expect(exif[30..<34] == [97, 98, 0, 0])
    #expect(exif[exif.four(42)...].starts(with: Array("2024:02:29 00:00:00\0".utf8)))
    let second = exif.four(54)
    #expect(exif.two(second) == 2)
    #expect([exif.two(second + 2), exif.two(second + 14)] == [0x9000, 0x9003])
    #expect(exif[exif.four(second + 22)...].starts(with: Array("2024:02:29 00:00:00\0".utf8)))
  }

  @Test func unsupportedPicturesAndOptionsAreErrors() throws {
    let video = try PixelBuffer(format: .nv12, width: 4, height: 4)
    #expect(pictureError { _ = try JPEGEncoder().encode(video) }?.code == .unsupportedConversion)
    #expect(pictureError { _ = try PNGEncoder().encode(video) }?.code == .unsupportedConversion)
    let picture = try picture(.grey, 3, 2)
    #expect(pictureError { _ = try JPEGEncoder(quality: 0).encode(picture) }?.code == .invalidOption)
    #expect(pictureError { _ = try JPEGEncoder(quality: 101).encode(picture) }?.code == .invalidOption)
    #expect(pictureError { _ = try PNGEncoder(compressionLevel: 10).encode(picture) }?.code == .invalidOption)
    let wide = try PixelBuffer(format: .grey, width: 65_501, height: 1)
    #expect(pictureError { _ = try JPEGEncoder().encode(wide) }?.code == .tooLarge)
  }
}

extension String {
  /// Returns the number of occurrences of another text in this one.
  fileprivate func components(of text: String) -> Int {
    let all = Array(utf8)
    let part = Array(text.utf8)
    return all.indices.count { all[$0...].starts(with: part) }
  }
}

extension [UInt8] {
  fileprivate func two(_ offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }
  fileprivate func four(_ offset: Int) -> Int { two(offset) << 16 | two(offset + 2) }
}
