import Fixtures
import OpenCaptureMediaSamples
import OpenCapturePages
import OpenCapturePictures
import Testing

@Suite("Writing HEIC and AVIF")
struct HEIFEncoderTests {
  @Test(
    "Written pictures are read upright in every orientation",
    .enabled(if: HEIFEncoder.isAvailable(.hevc) && HEIFEncoder.isAvailable(.av1), "libheif has no encoders"),
    arguments: ImageOrientation.allCases)
  func readBack(orientation: ImageOrientation) throws {
    let symbol = try #require(QRSymbol("which way up?")).picture(pixelsPerModule: 4).converted(to: .rgb24)
    // Not square, so that a wrong rotation changes the size.
    let picture = try symbol.cropped(x: 0, y: 0, width: symbol.width & ~1, height: symbol.height / 2 & ~1)
    for codec in [VideoCodecType.hevc, .av1] {
      let file = try HEIFEncoder(codec, quality: 95).encode(
        picture, metadata: PictureMetadata(orientation: orientation))
      let page = try PicturePages(file).page(1)
      let upright = try picture.converted(to: .bgra).uprightCopy(orientation)
      let seen = try page.sampleBuffer.image()
      try #require(seen.dimensions == upright.dimensions)
      #expect(try seen.peakSignalToNoiseRatio(to: upright) > 25)
    }
  }

  @Test("Unsupported codecs and qualities are errors")
  func refused() throws {
    let picture = try PixelBuffer(format: .rgb24, width: 8, height: 8)
    #expect(!HEIFEncoder.isAvailable(.h264))
    let error = #expect(throws: PictureError.self) { try HEIFEncoder(.h264).encode(picture) }
    #expect(error?.code == .unsupportedConversion)
    let range = #expect(throws: PictureError.self) { try HEIFEncoder(.hevc, quality: 101).encode(picture) }
    #expect(range?.code == .invalidOption)
  }
}
