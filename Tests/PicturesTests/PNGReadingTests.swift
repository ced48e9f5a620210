import OpenCaptureMediaSamples
import Testing
@testable import OpenCapturePictures

struct PNGReadingTests {
  static let sizes = [(1, 1), (2, 3), (7, 5), (8, 8), (9, 17), (33, 21)]
  static let fixtures = sizes.flatMap { PNGFixture.all($0.0, $0.1) }

  @Test(arguments: fixtures)
  func everyTypeIsCompositedOverWhiteExactly(_ fixture: PNGFixture) throws {
    let picture = try EncodedPicture(fixture.file).decoded()
    #expect(picture.pixelBuffer.bytes() == fixture.bgra(keepsAlpha: false))
    #expect(picture.info.dimensions == VideoDimensions(width: fixture.width, height: fixture.height))
    #expect(picture.damage == nil)
  }

  @Test(arguments: fixtures)
  func everyTypeKeepsItsAlphaExactly(_ fixture: PNGFixture) throws {
    let picture = try EncodedPicture(fixture.file).decoded(as: .bgra) { $0.alpha = .kept }
    #expect(picture.bytes() == fixture.bgra(keepsAlpha: true))
  }

  @Test(arguments: fixtures)
  func theOpacityOfEveryTypeIsKeptExactly(_ fixture: PNGFixture) throws {
    let alphas = stride(from: 3, to: fixture.width * fixture.height * 4, by: 4).map {
      fixture.bgra(keepsAlpha: true)[$0]
    }
    for format in [PixelFormat.bgra, .rgba, .rgb24, .bgr24, .grey] {
      let picture = try EncodedPicture(fixture.file).decoded(as: format)
      #expect(picture.opacity?.bytes() == (alphas.allSatisfy { $0 == 255 } ? nil : alphas))
    }
    #expect(try EncodedPicture(fixture.file).decoded(as: .bgra) { $0.alpha = .kept }.opacity == nil)
  }

  @Test(
    "A misplaced transparency chunk in front of a suggested palette is ignored", arguments: [8, 16])
  func misplacedTransparency(_ depth: Int) throws {
    let fixture = PNGFixture(33, 21, colourType: 2, depth: depth)
    let palette = fixture.file.insertingChunk("PLTE", [1, 2, 3, 4, 5, 6])
    let file = palette.insertingChunk("tRNS", [0, 9, 0, 9, 0, 9])
    let picture = try EncodedPicture(file).decoded()
    #expect(picture.pixelBuffer.bytes() == fixture.bgra(keepsAlpha: false))
  }

  @Test func opacityOfManyStripsIsInTheRightPlace() throws {
    var fixture = PNGFixture(300, 400, colourType: 6, depth: 8)
    for index in stride(from: 3, to: fixture.rows.count, by: 4) { fixture.rows[index] = 255 }
    #expect(try EncodedPicture(fixture.file).decoded().pixelBuffer.opacity == nil)
    fixture.rows[(350 * 300 + 7) * 4 + 3] = 9
    let opacity = try #require(try EncodedPicture(fixture.file).decoded().pixelBuffer.opacity).bytes()
    #expect(opacity.indices.filter { opacity[$0] != 255 } == [350 * 300 + 7] && opacity[350 * 300 + 7] == 9)
  }

  @Test func opacityIsLeftOutIfItExceedsTheMemoryLimit() throws {
    let file = PNGFixture(64, 64, colourType: 6, depth: 8).file
    let memory = try EncodedPicture(file).memory()
    var limits = PictureLimits(maximumMemory: memory)
    #expect(try EncodedPicture(file, limits: limits).decoded().pixelBuffer.opacity != nil)
    limits.maximumMemory -= 1
    let picture = try EncodedPicture(file, limits: limits).decoded().pixelBuffer
    #expect(picture.opacity == nil)
    #expect(picture.bytes() == PNGFixture(64, 64, colourType: 6, depth: 8).bgra(keepsAlpha: false))
  }

  @Test func missingPixelsAreOpaque() throws {
    let fixture = PNGFixture(64, 64, colourType: 6, depth: 8)
    let file = Array(fixture.file.dropLast(fixture.file.count / 2))
    let picture = try EncodedPicture(file).decoded(as: .bgra) { $0.acceptsDamage = true }
    let opacity = try #require(picture.opacity).bytes()
    #expect(opacity.suffix(64).allSatisfy { $0 == 255 } && opacity.prefix(64).contains { $0 != 255 })
  }

  @Test(arguments: fixtures, [PictureReadingOptions.Alpha.overWhite, .kept])
  func lumaMatchesThePictureInBGRA(_ fixture: PNGFixture, _ alpha: PictureReadingOptions.Alpha) throws {
    let file = try EncodedPicture(fixture.file)
    let luma = try file.decoded(as: .grey) { $0.alpha = alpha }
    #expect(luma.planes[0].bytesPerRow == luma.width)
    #expect(luma.bytes() == (try file.decoded(as: .bgra) { $0.alpha = alpha }.luma().bytes()))
  }

  @Test(arguments: PNGFixture.all(19, 4))
  func otherFormatsHaveTheirBytesInOrder(_ fixture: PNGFixture) throws {
    let file = try EncodedPicture(fixture.file)
    let bgra = fixture.bgra(keepsAlpha: false)
    let pixels = stride(from: 0, to: bgra.count, by: 4).map { Array(bgra[$0..<$0 + 4]) }
    #expect(try file.decoded(as: .rgba).bytes() == pixels.flatMap { [$0[2], $0[1], $0[0], $0[3]] })
    #expect(try file.decoded(as: .rgb24).bytes() == pixels.flatMap { [$0[2], $0[1], $0[0]] })
    #expect(try file.decoded(as: .bgr24).bytes() == pixels.flatMap { [$0[0], $0[1], $0[2]] })
  }

  @Test func aPictureOfManyStripsIsComplete() throws {
    let fixture = PNGFixture(300, 400, colourType: 6, depth: 8)
    #expect(try EncodedPicture(fixture.file).decoded().pixelBuffer.bytes() == fixture.bgra(keepsAlpha: false))
  }

  @Test func indicesWithoutAColourAreBlack() throws {
    var fixture = PNGFixture(4, 1, colourType: 3, depth: 8)
    fixture.palette = [255, 255, 255, 1, 2, 3]
    fixture.rows = [0, 1, 2, 200]
    let bytes = try EncodedPicture(fixture.file).decoded().pixelBuffer.bytes()
    #expect(bytes == [255, 255, 255, 255, 3, 2, 1, 255, 0, 0, 0, 255, 0, 0, 0, 255])
  }

  @Test func planesMatchTheColours() throws {
    var fixture = PNGFixture(3, 3, colourType: 2, depth: 8)
    fixture.rows = (0..<9).flatMap { _ in [255, 0, 0] as [UInt8] }
    let picture = try EncodedPicture(fixture.file).decoded(as: .i420FullRange)
    #expect(largestDifference(picture.bytes(0), [UInt8](repeating: 76, count: 9)) <= 1)
    #expect(largestDifference(picture.bytes(1), [UInt8](repeating: 85, count: 4)) <= 1)
    #expect(largestDifference(picture.bytes(2), [UInt8](repeating: 255, count: 4)) <= 1)
  }

  @Test func aLongTextChunkIsSkipped() throws {
    let fixture = PNGFixture(4, 4, colourType: 0, depth: 8)
    let text = Array("Comment".utf8) + [0] + [UInt8](repeating: 65, count: 9_000_000)
    let file = fixture.file.insertingChunk("tEXt", text)
    #expect(try EncodedPicture(file).decoded().pixelBuffer.bytes() == fixture.bgra(keepsAlpha: false))
  }
}
