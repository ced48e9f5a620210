import Fixtures
import OpenCaptureMediaSamples
import Testing
@testable import OpenCapturePictures

/// Tests with random damage: decoding must not crash, and pictures must have their size.
struct FuzzTests {
  static let files =
    JPEGReadingTests.variants(19, 14).map(\.file) + PNGFixture.all(19, 14).map(\.file) + [
      Array("P1 3 3 010101010".utf8), Array("P2 2 2 9 1 2 3 4".utf8), Array("P4 9 2\n1234".utf8),
      Array("P5 2 2 300\n12345678".utf8), Array("P6 2 2 9\n123456789012".utf8),
    ]

  static let formats: [PixelFormat] = [.bgra, .grey, .rgb24, .i420FullRange]

  @Test(arguments: files.indices)
  func flippedBytesNeverCrash(_ index: Int) {
    var random = SeededGenerator(seed: UInt64(index))
    for _ in 0..<60 {
      var file = Self.files[index]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        file[Int.random(in: 0..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      decode(file, &random)
    }
  }

  @Test(arguments: files.indices)
  func removedBytesNeverCrash(_ index: Int) {
    var random = SeededGenerator(seed: UInt64(index))
    for _ in 0..<20 {
      var file = Self.files[index]
      let first = Int.random(in: 0..<file.count, using: &random)
      file.removeSubrange(first..<min(file.count, first + Int.random(in: 1...40, using: &random)))
      decode(file, &random)
    }
  }

  private func decode(_ file: [UInt8], _ random: inout SeededGenerator) {
    let options = PictureReadingOptions(
      pixelFormat: Self.formats.randomElement(using: &random) ?? .bgra,
      alpha: Bool.random(using: &random) ? .kept : .overWhite,
      sufficientSize: Bool.random(using: &random) ? VideoDimensions(width: 4, height: 4) : nil,
      acceptsDamage: Bool.random(using: &random))
    do throws(PictureError) {
      let file = try EncodedPicture(file, limits: PictureLimits(maximumPixelCount: 1 << 20))
      let picture = try file.decoded(options)
      #expect(options.acceptsDamage || picture.damage == nil)
      #expect(picture.pixelBuffer.format == options.pixelFormat)
    } catch {
      #expect(!error.description.isEmpty)
    }
  }
}
