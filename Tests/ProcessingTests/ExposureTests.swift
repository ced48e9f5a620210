import Fixtures
import COpenCaptureProcessing
import OpenCaptureMediaSamples
import Testing
@testable import OpenCaptureProcessing

@Suite("Exposure")
struct ExposureTests {
  @Test("The histogram counts luma without padding")
  func histogram() throws {
    let picture = try PixelBuffer.make(.grey, 10, 4, rowAlignment: 64) { x, _ in [x < 3 ? 255 : 16] }
    let histogram = try LumaHistogram(of: picture)
    #expect(histogram.counts[255] == 12 && histogram.counts[16] == 28 && histogram.pixelCount == 40)
    #expect(histogram.share(from: 255) == 0.3 && histogram.share(from: 17) == 0.3 && histogram.share(from: 0) == 1)
  }

  @Test("Stripes are drawn over overexposed parts only")
  func zebra() throws {
    var zebra = Zebra(limit: 240, color: PictureColor(red: 9, green: 8, blue: 7))
    let picture = try PixelBuffer.make(.bgra, 67, 32) { x, _ in x < 32 ? [239, 239, 239, 1] : [240, 240, 240, 1] }
    let result = try zebra.picture(of: picture)
    for y in 0..<32 {
      for x in 0..<67 {
        let isStripe = x >= 32 && (x + y) % 16 < 8
        #expect(result.rgba(x, y) == (isStripe ? [9, 8, 7, 1] : picture.rgba(x, y)))
      }
    }
  }

  @Test("Wide and narrow vectors draw the same stripes")
  func equalBits() throws {
    for width in 1...67 {
      let picture = try PixelBuffer.noise(.bgra, width, 3, seed: UInt64(width), rowAlignment: 1)
      var clone = picture
      var plain = picture
      try picture.withSource { source in
        try clone.withTarget { cprocessing_zebra(source, $0, width, 3, 130, 16, 0x10203) }
        try plain.withTarget { cprocessing_zebra_plain(source, $0, width, 3, 130, 16, 0x10203) }
      }
      #expect(clone.pixels == plain.pixels)
    }
  }
}
