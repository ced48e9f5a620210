import CoreImage
import Fixtures
import OpenCaptureMediaSamples
import Testing

@Suite("Filters of Core Image's")
struct CIFilterTests {
  private let image = Result { CIImage(cvPixelBuffer: try TestPicture.make()) }

  @Test("The colour is taken out: all parts of a pixel are what its luma is")
  func mono() throws {
    let (image, luma) = (try image.get(), try TestPicture.make().converted(to: .grey).pixels)
    let filter = try #require(CIFilter(name: "CIPhotoEffectMono"))
    filter.setValue(image, forKey: kCIInputImageKey)
    let outputs = [
      filter.outputImage, image.applyingFilter("CIPhotoEffectMono"),
      image.applyingFilter("CIColorControls", parameters: [kCIInputSaturationKey: 0]),
    ]
    for output in outputs {
      let pixels = try #require(output).rendered()
      #expect(pixels == luma.flatMap { [$0, $0, $0, 255] })
    }
  }

  @Test("Turned and cut, it is the same grey")
  func chain() throws {
    let image = try image.get()
    let first = image.applyingFilter("CIPhotoEffectMono").oriented(.left).cropped(
      to: CGRect(x: 1, y: 1, width: 2, height: 3))
    let last = image.oriented(.left).cropped(to: CGRect(x: 1, y: 1, width: 2, height: 3)).applyingFilter(
      "CIPhotoEffectMono")
    #expect(first.rendered() == last.rendered())
    #expect(first.rendered().count == 24)
  }

  @Test("Scaling, cutting and transforming do what the image's own methods do")
  func geometry() throws {
    let image = try image.get()
    let scaled = image.applyingFilter(
      "CILanczosScaleTransform", parameters: [kCIInputScaleKey: 0.5, kCIInputAspectRatioKey: 2])
    #expect(scaled.extent == CGRect(x: 0, y: 0, width: 6, height: 2))
    let part = CGRect(x: 1, y: 1, width: 2, height: 2)
    #expect(image.applyingFilter("CICrop", parameters: ["inputRectangle": part]).extent == part)
    let move = CGAffineTransform(translationX: 5, y: 0)
    #expect(image.applyingFilter("CIAffineTransform", parameters: [kCIInputTransformKey: move]).extent.minX == 5)
  }

  @Test("A filter that isn't there is none, and changes nothing")
  func unknown() throws {
    let image = try image.get()
    #expect(CIFilter(name: "CISepiaTone") == nil)
    #expect(image.applyingFilter("CISepiaTone") === image)
    #expect(
      image.applyingFilter("CIColorControls", parameters: ["inputBrightness": 0.3]).rendered() == image.rendered())
    #expect(CIFilter(name: "CICrop")?.outputImage == nil)
    #expect(CIFilter.filterNames(inCategory: nil).allSatisfy { CIFilter(name: $0) != nil })
  }
}
