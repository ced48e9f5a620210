import CAllocationCounter
import CPictureFixtures
import OpenCaptureMediaSamples
import Testing
@testable import OpenCapturePictures

@Suite(.serialized) struct LimitTests {
  private func error(_ file: [UInt8], limits: PictureLimits = PictureLimits()) -> PictureError? {
    pictureError {
      let file = try EncodedPicture(file, limits: limits)
      _ = try file.decoded(PictureReadingOptions(acceptsDamage: true))
    }
  }

  @Test func theNumberOfPixelsIsLimitedBeforeDecoding() throws {
    let files = [
      JPEGFixture(20, 10).file, PNGFixture(20, 10, colourType: 0, depth: 1).file,
      Array("P5 20 10 255\n".utf8) + [UInt8](repeating: 0, count: 200),
    ]
    for file in files {
      #expect(error(file, limits: PictureLimits(maximumPixelCount: 199))?.code == .tooLarge)
      #expect(try EncodedPicture(file, limits: PictureLimits(maximumPixelCount: 200)).decoded().damage == nil)
    }
  }

  @Test func theNumberOfBytesIsLimited() {
    let file = JPEGFixture(2, 2).file
    #expect(error(file, limits: PictureLimits(maximumByteCount: file.count - 1))?.code == .tooLarge)
    #expect(throws: Never.self) {
      _ = try EncodedPicture(file, limits: PictureLimits(maximumByteCount: file.count))
    }
  }

  /// Returns a JPEG whose header declares another size.
  private func jpeg(
    declaring width: UInt16, _ height: UInt16, isProgressive: Bool, isArithmetic: Bool = false
  ) throws -> [UInt8] {
    var file = JPEGFixture(16, 16).with {
      $0.isProgressive = isProgressive
      $0.isArithmetic = isArithmetic
    }.file
    let marker: UInt8 = (isProgressive ? 0xc2 : isArithmetic ? 0xc1 : 0xc0) + (isArithmetic ? 8 : 0)
    let frame = try #require(file.segmentOffset(marker))
    file.replaceSubrange(frame + 5..<frame + 9, with: height.bigEndianBytes + width.bigEndianBytes)
    return file
  }

  @Test func aHeaderAloneAllocatesNoMemory() throws {
    let before = allocation_byte_count()
    for (isProgressive, isArithmetic) in [(false, false), (true, false), (false, true), (true, true)] {
      let largest = try jpeg(
        declaring: 65_500, 65_500, isProgressive: isProgressive, isArithmetic: isArithmetic)
      #expect(error(largest)?.code == .tooLarge)
      let allowed = try jpeg(
        declaring: 16_000, 16_000, isProgressive: isProgressive, isArithmetic: isArithmetic)
      #expect(error(allowed)?.code == .truncated)
    }
    #expect(error(Array("P6 16000 16000 255\nabc".utf8))?.code == .truncated)
    #expect(error(Array("P6 99999999 99999999 255\nabc".utf8))?.code == .tooLarge)
    var png = PNGFixture(16, 16, colourType: 6, depth: 16).file
    png.replaceSubrange(16..<24, with: UInt32(16_000).bigEndianBytes + UInt32(16_000).bigEndianBytes)
    png.replaceSubrange(29..<33, with: Array(png[12..<29]).crc32.bigEndianBytes)
    #expect(error(png)?.code == .truncated)
    #expect(allocation_byte_count() - before < 16 << 20)
  }

  @Test func aDecompressionBombIsRejected() {
    let before = allocation_byte_count()
    var fixture = fixture_png()
    fixture.width = 30_000
    fixture.height = 30_000
    fixture.bit_depth = 1
    let file = [UInt8](repeating: 0, count: 30_000 / 8).withUnsafeBufferPointer { row in
      fixture.rows = row.baseAddress
      return fixture.file
    }
    #expect(file.count < 1 << 18)
    #expect(error(file)?.code == .tooLarge)
    #expect(allocation_byte_count() - before < 16 << 20)
  }

  @Test func theMemoryOfTheDecoderIsCounted() throws {
    // Two bytes for each coefficient; the numbers of coefficients and samples are equal.
    let pixels = 64 * 64
    let coefficients = 64 * 64 * 3 * 2
    for isProgressive in [false, true] {
      let file = JPEGFixture(64, 64).with { $0.isProgressive = isProgressive }.file
      let memory = try EncodedPicture(file).memory(PictureReadingOptions(pixelFormat: .grey))
      #expect(memory == file.count + pixels + (isProgressive ? coefficients : 0))
    }
    let rows = try [false, true].map {
      let file = PNGFixture(64, 64, colourType: 6, depth: 8, isInterlaced: $0).file
      return try EncodedPicture(file).memory() - file.count
    }
    // The opacity, and the luma over black.
    #expect(rows == [pixels * (4 + 2), pixels * (8 + 2)])
  }

  @Test func theMemoryLimitIncludesProcessing() throws {
    let file = JPEGFixture(64, 64).with { $0.isProgressive = true }.file
    let memory = try EncodedPicture(file).memory()
    var limits = PictureLimits(maximumMemory: memory, hint: "use --more")
    #expect(throws: Never.self) { _ = try EncodedPicture(file, limits: limits).decoded() }
    limits.maximumMemory -= 1
    let tooLarge = error(file, limits: limits)
    #expect(tooLarge?.code == .tooLarge)
    #expect(tooLarge?.hint == "use --more")
    limits.maximumMemory = memory
    limits.workingBytesPerPixel = 11
    #expect(error(file, limits: limits)?.code == .tooLarge)
    limits.maximumMemory = file.count + 64 * 64 * 11
    #expect(throws: Never.self) { _ = try EncodedPicture(file, limits: limits).decoded() }
  }

  @Test func sidesLongerThanThoseOfBuffersAreRejected() {
    let file = Array("P4 70000 1\n".utf8) + [UInt8](repeating: 0, count: 8750)
    #expect(error(file)?.code == .tooLarge)
    #expect(error(Array("P4 1 70000\n".utf8) + [UInt8](repeating: 0, count: 70_000))?.code == .tooLarge)
    #expect(error(PNGFixture(70_000, 1, colourType: 0, depth: 1).file)?.code == .tooLarge)
  }
}
