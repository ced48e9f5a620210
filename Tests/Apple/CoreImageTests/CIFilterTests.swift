import Fixtures
import OpenCaptureMediaSamples
import Testing

@testable import CoreImage

@Suite("CIFilter")
struct CIFilterTests {
  private let image = Result { CIImage(cvPixelBuffer: try TestPicture.make()) }

  @Test("Mono filters replace all components with the luma")
  func mono() throws {
    let image = try image.get()
    let luma = try TestPicture.make().converted(to: .grey).pixels
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

  @Test("Rotating and cropping commute with the mono filter")
  func chain() throws {
    let image = try image.get()
    let first = image.applyingFilter("CIPhotoEffectMono").oriented(.left).cropped(
      to: CGRect(x: 1, y: 1, width: 2, height: 3))
    let last = image.oriented(.left).cropped(to: CGRect(x: 1, y: 1, width: 2, height: 3)).applyingFilter(
      "CIPhotoEffectMono")
    #expect(first.rendered() == last.rendered())
    #expect(first.rendered().count == 24)
  }

  @Test("Scaling, cropping and transforming filters equal the methods of CIImage")
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

  @Test("An unknown filter is nil and does not change the image")
  func unknown() throws {
    let image = try image.get()
    #expect(CIFilter(name: "CISepiaTone") == nil)
    #expect(image.applyingFilter("CISepiaTone") === image)
    #expect(
      image.applyingFilter("CIColorControls", parameters: ["inputBrightness": 0.3]).rendered() == image.rendered())
    #expect(CIFilter(name: "CICrop")?.outputImage == nil)
    #expect(CIFilter.filterNames(inCategory: nil).allSatisfy { CIFilter(name: $0) != nil })
  }

  @Test("The mono filter keeps the transparent corners of a rotated image")
  func transparency() throws {
    let turned = try image.get().transformed(by: CGAffineTransform(rotationAngle: .pi / 4))
    let colour = turned.rendered()
    let grey = turned.applyingFilter("CIPhotoEffectMono").rendered()
    let alpha = { (pixels: [UInt8]) in stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] } }
    #expect(alpha(colour).contains(0) && alpha(colour).contains(255))
    #expect(alpha(grey) == alpha(colour))
    #expect(grey.prefix(3) == [0, 0, 0])
    let glass = CIImage(cvPixelBuffer: try TestPicture.noise(6, 4))
    #expect(alpha(glass.applyingFilter("CIPhotoEffectMono").rendered()) == alpha(glass.rendered()))
  }

  @Test("The crop filter accepts vectors and rectangles, and reports other types")
  func rectangles() throws {
    let image = try image.get()
    let part = CGRect(x: 1, y: 1, width: 2, height: 2)
    let log = Log()
    func cropped(to value: Any) -> CGRect {
      FilterKind.crop.apply(to: image, ["inputRectangle": value]) { log.lines.append($0) }.extent
    }
    #expect(cropped(to: CIVector(cgRect: part)) == part && cropped(to: part) == part)
    #expect(cropped(to: CIVector(x: 1, y: 1, z: 2, w: 2)) == part)
    #expect(log.lines.isEmpty)
    #expect(cropped(to: CIVector(x: 1, y: 1)) == image.extent && cropped(to: "1 1 2 2") == image.extent)
    #expect(log.lines.count == 2 && log.lines.allSatisfy { $0.hasPrefix("CICrop: inputRectangle") })
  }

  @Test("The transform filter accepts CGAffineTransform and NSAffineTransform, and reports other types")
  func transforms() throws {
    let image = try image.get()
    let log = Log()
    func moved(by value: Any) -> CGFloat {
      FilterKind.affineTransform.apply(to: image, [kCIInputTransformKey: value]) { log.lines.append($0) }.extent
        .minX
    }
    let object = NSAffineTransform()
    object.translateX(by: 5, yBy: 0)
    #expect(moved(by: CGAffineTransform(translationX: 5, y: 0)) == 5 && moved(by: object) == 5)
    #expect(log.lines.isEmpty && moved(by: 5) == 0 && log.lines.count == 1)
  }

  @Test(
    "Unsupported values are reported, and neutral values are not",
    arguments: [
      (kCIInputBrightnessKey, 0.0, 0.3), (kCIInputContrastKey, 1, 1.2), (kCIInputSaturationKey, 1, 0.5),
    ])
  func tones(_ key: String, _ neutral: Double, _ other: Double) throws {
    let image = try image.get()
    let log = Log()
    func apply(_ value: Any) -> CIImage {
      FilterKind.colorControls.apply(to: image, [key: value]) { log.lines.append($0) }
    }
    #expect(apply(neutral) === image && log.lines.isEmpty)
    #expect(apply(other) === image && log.lines.count == 1 && log.lines[0].contains(key))
    #expect(apply("much") === image && log.lines.count == 2 && log.lines[1].contains("much"))
    #expect(try #require(CIFilter(name: "CIColorControls")).inputKeys.contains(key))
  }

  /// The reports.
  private final class Log {
    var lines: [String] = []
  }
}
