import CPictureFixtures
import OpenCaptureMediaSamples
import OpenCapturePictures
import OpenCaptureSystem
import Testing

@Suite("Work limits of decoding")
struct WorkLimitTests {
  private static let files: [(name: String, bytes: [UInt8])] = [
    ("JPEG", JPEGFixture(64, 1200).file),
    ("progressive JPEG", JPEGFixture(64, 1200).with { $0.isProgressive = true }.file),
    ("CMYK", JPEGFixture(64, 1200).with { $0.colour = FIXTURE_CMYK }.file),
    ("PNG", PNGFixture(64, 200, colourType: 2, depth: 8).file),
    ("interlaced PNG", PNGFixture(64, 200, colourType: 2, depth: 8, isInterlaced: true).file),
    ("PNM", Array("P5 64 200 255\n".utf8) + [UInt8](repeating: 9, count: 12_800)),
    ("plain PNM", Array("P2 64 20 255\n".utf8) + Array(repeating: Array("7 ".utf8), count: 1280).joined()),
  ]

  @Test(
    "Every decoder stops when a limit is reached, even if damage is accepted",
    arguments: files.indices, [PixelFormat.bgra, .grey, .i420FullRange])
  func formats(_ index: Int, _ format: PixelFormat) throws {
    let (name, bytes) = Self.files[index]
    let picture = try EncodedPicture(bytes)
    let options = PictureReadingOptions(pixelFormat: format, acceptsDamage: true)
    for (limit, code) in [
      (WorkLimit(), PictureError.Code.cancelled), (WorkLimit(cpuTime: .zero), .deadlineExceeded),
    ] {
      if code == .cancelled { limit.cancel() }
      let error = pictureError { _ = try limit.run { try picture.decoded(options) } }
      #expect(error?.code == code, "\(name)")
    }
    #expect(try picture.decoded(options).damage == nil)
  }
}
