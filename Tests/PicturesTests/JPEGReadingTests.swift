import CPictureFixtures
import OpenCaptureMediaSamples
import Testing
@testable import OpenCapturePictures

struct JPEGReadingTests {
  /// Returns fixtures of a size in all variants of JPEG.
  static func variants(_ width: Int, _ height: Int) -> [JPEGFixture] {
    let plain = JPEGFixture(width, height)
    return [
      plain,
      plain.with { $0.colour = FIXTURE_GREY },
      plain.with { $0.colour = FIXTURE_RGB },
      plain.with { $0.colour = FIXTURE_CMYK },
      plain.with {
        $0.colour = FIXTURE_CMYK
        $0.hasAdobeMarker = false
      },
      plain.with { $0.colour = FIXTURE_YCCK },
      plain.with { $0.sampling = JPEGFixture.sampling420 },
      plain.with { $0.sampling = JPEGFixture.sampling422 },
      plain.with { $0.sampling = JPEGFixture.sampling440 },
      plain.with { $0.sampling = JPEGFixture.sampling411 },
      plain.with { $0.sampling = JPEGFixture.samplingOdd },
      plain.with { $0.sampling = JPEGFixture.samplingOdder },
      plain.with {
        $0.isProgressive = true
        $0.sampling = JPEGFixture.sampling420
      },
      plain.with { $0.isArithmetic = true },
      plain.with {
        $0.restartInterval = 1
        $0.sampling = JPEGFixture.sampling420
      },
    ]
  }

  static let fixtures = (1...17).flatMap { variants($0, 18 - $0) } + variants(65, 39)

  @Test(arguments: fixtures)
  func coloursMatchThePicture(_ fixture: JPEGFixture) throws {
    let picture = try EncodedPicture(fixture.file).decoded()
    let expected = (0..<fixture.width * fixture.height).flatMap { index -> [UInt8] in
      let colours = fixture.colours(index % fixture.width, index / fixture.width).map { UInt8($0) }
      return [colours[2], colours[1], colours[0], 255]
    }
    #expect(largestDifference(picture.pixelBuffer.bytes(), expected) <= 9)
    #expect(picture.damage == nil)
  }

  @Test(arguments: fixtures)
  func lumaMatchesThePicture(_ fixture: JPEGFixture) throws {
    let file = try EncodedPicture(fixture.file)
    let luma = try file.decoded(as: .grey)
    let expected = (0..<fixture.height).flatMap { y in (0..<fixture.width).map { UInt8(fixture.luma($0, y)) }
    }
    #expect(luma.planes[0].bytesPerRow == luma.width)
    #expect(largestDifference(luma.bytes(), expected) <= 4)
    #expect(largestDifference(luma.bytes(), try file.decoded().pixelBuffer.luma().bytes()) <= 2)
  }

  @Test(arguments: fixtures)
  func planesMatchThePicture(_ fixture: JPEGFixture) throws {
    let file = try EncodedPicture(fixture.file)
    let planes = try file.decoded(as: .i420FullRange)
    #expect(largestDifference(planes.bytes(0), try file.decoded(as: .grey).bytes()) <= 1)
    let x = fixture.width / 4 * 2
    let y = fixture.height / 4 * 2
    let colours = fixture.colours(x, y)
    let luma = fixture.luma(x, y)
    let index = y / 2 * ((fixture.width + 1) / 2) + x / 2
    #expect(abs(Double(planes.bytes(1)[index]) - (128 + 0.564 * (colours[2] - luma))) < 6)
    #expect(abs(Double(planes.bytes(2)[index]) - (128 + 0.713 * (colours[0] - luma))) < 6)
  }

  @Test(arguments: variants(33, 20))
  func otherFormatsHaveTheirBytesInOrder(_ fixture: JPEGFixture) throws {
    let file = try EncodedPicture(fixture.file)
    let bgra = try file.decoded(as: .bgra).bytes()
    let pixels = stride(from: 0, to: bgra.count, by: 4).map { Array(bgra[$0..<$0 + 4]) }
    #expect(try file.decoded(as: .rgba).bytes() == pixels.flatMap { [$0[2], $0[1], $0[0], 255] })
    #expect(try file.decoded(as: .rgb24).bytes() == pixels.flatMap { [$0[2], $0[1], $0[0]] })
    #expect(try file.decoded(as: .bgr24).bytes() == pixels.flatMap { [$0[0], $0[1], $0[2]] })
  }

  @Test func chromaCanBeRepeatedInsteadOfInterpolated() throws {
    let fixture = JPEGFixture(64, 64).with { $0.sampling = JPEGFixture.sampling420 }
    let file = try EncodedPicture(fixture.file)
    let smooth = try file.decoded(as: .bgra)
    let fast = try file.decoded(as: .bgra) { $0.chromaUpsampling = .fast }
    #expect(smooth.bytes() != fast.bytes())
    #expect(largestDifference(smooth.bytes(), fast.bytes()) <= 8)
  }

  @Test(
    arguments: [
      (100, 60, 1), (51, 30, 1), (50, 31, 1), (50, 30, 2), (26, 15, 2), (25, 15, 4), (13, 8, 8), (1, 1, 8),
    ])
  func theSmallestSufficientScaleIsDecoded(_ width: Int, _ height: Int, _ denominator: Int) throws {
    let file = try EncodedPicture(JPEGFixture(100, 60).file)
    let size = VideoDimensions(width: width, height: height)
    for format in [PixelFormat.bgra, .grey, .i420FullRange] {
      let picture = try file.decoded(PictureReadingOptions(pixelFormat: format, sufficientSize: size))
      #expect(picture.pixelBuffer.width == (100 + denominator - 1) / denominator)
      #expect(picture.pixelBuffer.height == (60 + denominator - 1) / denominator)
      #expect(picture.info.dimensions == VideoDimensions(width: 100, height: 60))
    }
  }

  @Test func aFrameOfMotionJPEGNeedsNoHuffmanTables() throws {
    let file = JPEGFixture(48, 32).with { $0.sampling = JPEGFixture.sampling422 }.file
    let frame = file.removingSegments(0xc4)
    #expect(frame.count < file.count)
    let expected = try EncodedPicture(file).decoded().pixelBuffer.bytes()
    #expect(try EncodedPicture(frame).decoded().pixelBuffer.bytes() == expected)
  }

  @Test func bytesBehindThePictureAreNoDamage() throws {
    let file = JPEGFixture(20, 20).file
    let picture = try EncodedPicture(file + [0, 0, 1, 2, 0xff, 3]).decoded()
    #expect(try picture.pixelBuffer.bytes() == EncodedPicture(file).decoded().pixelBuffer.bytes())
  }

  @Test func extraBytesBeforeAMarkerAreNoDamage() throws {
    let file = JPEGFixture(20, 20).file
    let exif = Array("Exif\0\0".utf8) + OrientationTests.exif(6, bigEndian: true)
    var padded = file.insertingSegment(0xe1, exif).insertingSegment(0xfe, [65])
    padded.insert(contentsOf: [0, 1, 2], at: 7)
    let picture = try EncodedPicture(padded).decoded()
    #expect(try picture.pixelBuffer.bytes() == EncodedPicture(file).decoded().pixelBuffer.bytes())
    #expect(picture.damage == nil)
    #expect(picture.orientation == .right)
  }

  @Test func aLosslessJPEGIsUnsupported() throws {
    var file = JPEGFixture(20, 20).file
    let frame = try #require(file.segmentOffset(0xc0))
    file[frame + 1] = 0xc3
    let error = pictureError { _ = try EncodedPicture(file).decoded() }
    #expect(error?.code == .unsupportedFormat("JPEG"))
  }

  @Test(arguments: [8, 33_000])
  func chromaIsScaledForAnyNumberOfRows(height: Int) throws {
    let picture = JPEGFixture(8, height)
    let planes = try EncodedPicture(picture.file).decoded(as: .i420FullRange)
    for row in [0, height / 4, height / 2 - 1] {
      let colours = picture.colours(2, row * 2)
      let luma = picture.luma(2, row * 2)
      #expect(abs(Double(planes.bytes(1)[row * 4 + 1]) - (128 + 0.564 * (colours[2] - luma))) < 6)
    }
  }
}
