import CAllocationCounter
import CPictureFixtures
import MediaSamples
import Testing

@testable import Pictures

@Suite(.serialized) struct LimitTests {
  private func error(_ file: [UInt8], limits: PictureLimits = PictureLimits()) -> PictureError? {
    pictureError {
      let file = try EncodedPicture(file, limits: limits)
      _ = try file.decoded(PictureReadingOptions(acceptsDamage: true))
    }
  }

  @Test func pixelsAreCountedBeforeTheyAreDecoded() throws {
    let files = [
      JPEGFixture(20, 10).file, PNGFixture(20, 10, colourType: 0, depth: 1).file,
      Array("P5 20 10 255\n".utf8) + [UInt8](repeating: 0, count: 200),
    ]
    for file in files {
      #expect(error(file, limits: PictureLimits(maximumPixelCount: 199))?.code == .tooLarge)
      #expect(try EncodedPicture(file, limits: PictureLimits(maximumPixelCount: 200)).decoded().damage == nil)
    }
  }

  @Test func bytesAreCounted() {
    let file = JPEGFixture(2, 2).file
    #expect(error(file, limits: PictureLimits(maximumByteCount: file.count - 1))?.code == .tooLarge)
    #expect(throws: Never.self) {
      _ = try EncodedPicture(file, limits: PictureLimits(maximumByteCount: file.count))
    }
  }

  /// A JPEG whose header claims another size.
  private func jpeg(claiming width: UInt16, _ height: UInt16, isProgressive: Bool) throws -> [UInt8] {
    var file = JPEGFixture(16, 16).with { $0.isProgressive = isProgressive }.file
    let frame = try #require(file.segmentOffset(isProgressive ? 0xc2 : 0xc0))
    file.replaceSubrange(frame + 5..<frame + 9, with: height.bigEndianBytes + width.bigEndianBytes)
    return file
  }

  @Test func aHeaderAloneTakesNoMemory() throws {
    let before = allocation_byte_count()
    for isProgressive in [false, true] {
      let largest = try jpeg(claiming: 65_500, 65_500, isProgressive: isProgressive)
      #expect(error(largest)?.code == .tooLarge)
      let allowed = try jpeg(claiming: 16_000, 16_000, isProgressive: isProgressive)
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

  @Test func zerosThatCompressToNothingAreRefused() {
    let before = allocation_byte_count()
    var fixture = fixture_png()
    (fixture.width, fixture.height, fixture.bit_depth) = (30_000, 30_000, 1)
    let file = [UInt8](repeating: 0, count: 30_000 / 8).withUnsafeBufferPointer { row in
      fixture.rows = row.baseAddress
      return fixture.file
    }
    #expect(file.count < 1 << 18)
    #expect(error(file)?.code == .tooLarge)
    #expect(allocation_byte_count() - before < 16 << 20)
  }

  @Test func sidesThatNoBufferHasAreRefused() {
    let file = Array("P4 70000 1\n".utf8) + [UInt8](repeating: 0, count: 8750)
    #expect(error(file)?.code == .tooLarge)
    #expect(error(Array("P4 1 70000\n".utf8) + [UInt8](repeating: 0, count: 70_000))?.code == .tooLarge)
    #expect(error(PNGFixture(70_000, 1, colourType: 0, depth: 1).file)?.code == .tooLarge)
  }
}
