import CoreImage
import Fixtures
import OpenCaptureMediaSamples
import Testing

@Suite("CIColorKernel and subclasses of CIFilter")
struct CIColorKernelTests {
  /// A filter that inverts colors, written as for Apple's systems.
  private final class Inversion: CIFilter {
    var inputAmount: Float = 1
    private let kernel = CIColorKernel { color, _ in SIMD4(1 - color.x, 1 - color.y, 1 - color.z, color.w) }

    override var outputImage: CIImage? {
      guard let image = value(forKey: kCIInputImageKey) as? CIImage else { return nil }
      return inputAmount < 0.5 ? image : kernel.apply(extent: image.extent, arguments: [image])
    }
  }

  @Test("A kernel computes each pixel, and the source is unchanged")
  func colors() throws {
    let picture = try TestPicture.make()
    let before = picture.pixels
    let image = CIImage(cvPixelBuffer: picture)
    let kernel = CIColorKernel { color, _ in SIMD4(color.z, color.y, 2, .nan) }
    let output = try #require(kernel.apply(extent: image.extent, arguments: ["first", image]))
    let starts = stride(from: 0, to: before.count, by: 4)
    let expected: [UInt8] = starts.flatMap { [255, before[$0 + 1], before[$0], 0] }
    #expect(output.rendered() == expected)
    #expect(picture.pixels == before)
    #expect(kernel.apply(extent: image.extent, arguments: []) == nil)
    #expect(kernel.apply(extent: image.extent, arguments: nil) == nil)
  }

  @Test("A kernel receives positions in the plane, and its result has the given extent")
  func positions() throws {
    let image = CIImage(cvPixelBuffer: try TestPicture.make())
      .transformed(by: CGAffineTransform(translationX: 100, y: 50))
    let kernel = CIColorKernel { _, position in
      SIMD4(Float(position.x - 0.5) / 255, Float(position.y - 0.5) / 255, 0, 1)
    }
    let part = CGRect(x: 102, y: 51, width: 2, height: 1)
    let output = try #require(kernel.apply(extent: part, arguments: [image]))
    #expect(output.extent == part)
    #expect(output.rendered() == [0, 51, 102, 255, 0, 51, 103, 255])
  }

  @Test("A subclass of CIFilter computes its output from its inputs")
  func filter() throws {
    let picture = try TestPicture.make()
    let filter = Inversion()
    #expect(filter.outputImage == nil)
    filter.setValue(CIImage(cvPixelBuffer: picture), forKey: kCIInputImageKey)
    let inverted = picture.pixels.enumerated().map { $0.offset % 4 == 3 ? $0.element : 255 - $0.element }
    #expect(filter.outputImage?.rendered() == inverted)
    #expect((filter.value(forKey: kCIOutputImageKey) as? CIImage)?.rendered() == inverted)
    filter.inputAmount = 0
    #expect(filter.outputImage?.rendered() == picture.pixels)
    #expect(filter.name == "Inversion" && filter.inputKeys == ["inputAmount"])
    #expect(filter.attributes[kCIAttributeFilterName] as? String == "Inversion")
    filter.setDefaults()
    #expect(filter.outputImage == nil)
  }

  @Test("No shading language is available")
  func source() { #expect(CIColorKernel(source: "kernel vec4 f(__sample s) { return s; }") == nil) }
}
