import CoreImage
import Fixtures
import OpenCaptureMediaSamples
import Testing

@Suite("Enlarged images and their parts")
struct EnlargingTests {
  private func image(_ width: Int = 40, _ height: Int = 30) throws -> CIImage {
    CIImage(cvPixelBuffer: try TestPicture.noise(width, height, .rgb24))
  }

  private func alpha(_ pixels: [UInt8]) -> [UInt8] { stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] } }

  @Test("A part that starts between pixels fills its enlarged area")
  func fraction() throws {
    let part = try image().cropped(to: CGRect(x: 0.4, y: 0.4, width: 10, height: 10))
    let large = part.transformed(by: CGAffineTransform(scaleX: 10, y: 10))
    #expect(alpha(large.rendered()) == Array(repeating: 255, count: 100 * 100))
    // The first pixel's color is in one corner, and the last pixel's in the other. The scaler of whole images is
    // exact to 1/128 of a pixel in both directions.
    let small = part.rendered()
    let pixels = large.rendered()
    #expect(zip(pixels.prefix(4), small.prefix(4)).allSatisfy { abs(Int($0) - Int($1)) <= 4 })
    #expect(zip(pixels.suffix(4), small.suffix(4)).allSatisfy { abs(Int($0) - Int($1)) <= 4 })
    // The same holds for skewed images, whose pixels are interpolated.
    let skewed = part.transformed(by: CGAffineTransform(a: 10, b: 0, c: 1e-6, d: 10, tx: 0, ty: 0))
    #expect(alpha(skewed.rendered(CGRect(x: 5, y: 4, width: 98, height: 100))).allSatisfy { $0 == 255 })
  }

  @Test("A part of an image that is too large to render can be rendered")
  func enormous() throws {
    let large = try image().transformed(by: CGAffineTransform(scaleX: 1000, y: 1000))
    let part = large.cropped(to: CGRect(x: 20_000, y: 15_000, width: 40, height: 30))
    #expect(alpha(part.rendered()) == Array(repeating: 255, count: 40 * 30))
    #expect(large.rendered().isEmpty)
    let more = try image().transformed(by: CGAffineTransform(scaleX: 1e6, y: 1e6))
    #expect(more.rendered(CGRect(x: 2e7, y: 1e7, width: 1, height: 1)).count == 4)
  }

  @Test(
    "Parts equal those of the whole image, in every orientation and scale",
    arguments: ImageOrientation.allCases, [0.5, 1, 1.7, 2, 5.3])
  func parts(_ orientation: ImageOrientation, _ scale: Double) throws {
    let named = try #require(CGImagePropertyOrientation(rawValue: UInt32(orientation.rawValue)))
    let image = try image().oriented(named)
      .transformed(by: CGAffineTransform(scaleX: CGFloat(scale), y: CGFloat(scale)).translatedBy(x: 7, y: -3))
    let whole = try #require(CIContext().createCGImage(image, from: image.extent)).pixelBuffer
    let left = Int((Double(image.extent.minX) + 0.5).rounded(.down))
    let top = Int((Double(image.extent.maxY) + 0.5).rounded(.down))
    for (x, y) in [(0, 0), (4, 3), (whole.width - 6, whole.height - 5)] {
      let part = image.rendered(CGRect(x: left + x, y: top - y - 5, width: 6, height: 5))
      let expected = try whole.cropped(x: x, y: y, width: 6, height: 5).pixels
      // Between pixels, the scaler of whole images is less exact.
      #expect(zip(part, expected).allSatisfy { abs(Int($0) - Int($1)) <= 4 } && part.count == expected.count)
      if scale <= 1 { #expect(part == expected) }
    }
  }

  @Test("Parts of a gray image equal those of the whole image", arguments: [0.5, 1, 1.7, 5.3])
  func greyParts(_ scale: Double) throws {
    let image = CIImage(cvPixelBuffer: try TestPicture.noise(40, 30, .grey))
      .transformed(by: CGAffineTransform(scaleX: CGFloat(scale), y: CGFloat(scale)))
      .applyingFilter("CIPhotoEffectMono")
    let height = Int((Double(image.extent.maxY) + 0.5).rounded(.down))
    let whole = try #require(CIContext().createCGImage(image, from: image.extent)).pixelBuffer
    let part = image.rendered(CGRect(x: 4, y: height - 3 - 5, width: 6, height: 5))
    let expected = try whole.cropped(x: 4, y: 3, width: 6, height: 5).pixels
    #expect(zip(part, expected).allSatisfy { abs(Int($0) - Int($1)) <= 4 } && part.count == expected.count)
  }

  @Test("Areas above the maximum size are not rendered")
  func limits() throws {
    let largest = CIContext().inputImageMaximumSize()
    #expect(largest == CGSize(width: 32_768, height: 32_768) && largest == CIContext().outputImageMaximumSize())
    let image = try image()
    #expect(image.rendered(CGRect(x: 0, y: 0, width: largest.width, height: 1)).count == 32_768 * 4)
    #expect(image.rendered(CGRect(x: 0, y: 0, width: largest.width + 1, height: 1)).isEmpty)
    #expect(image.rendered(CGRect(x: 0, y: 0, width: 1, height: largest.height + 1)).isEmpty)
  }
}
