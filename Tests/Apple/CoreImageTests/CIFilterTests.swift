import Fixtures
import OpenCaptureMediaSamples
import Testing

@testable import CoreImage

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

  @Test("What was turned by less than a quarter keeps its transparent corners without colour, too")
  func transparency() throws {
    let turned = try image.get().transformed(by: CGAffineTransform(rotationAngle: .pi / 4))
    let (colour, grey) = (turned.rendered(), turned.applyingFilter("CIPhotoEffectMono").rendered())
    let alpha = { (pixels: [UInt8]) in stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] } }
    #expect(alpha(colour).contains(0) && alpha(colour).contains(255))
    #expect(alpha(grey) == alpha(colour))
    #expect(grey.prefix(3) == [0, 0, 0])
    let glass = CIImage(cvPixelBuffer: try TestPicture.noise(6, 4))
    #expect(alpha(glass.applyingFilter("CIPhotoEffectMono").rendered()) == alpha(glass.rendered()))
  }

  @Test("A part is told by a vector, as elsewhere, or by a rectangle; by another type, none is, which is told")
  func rectangles() throws {
    let (image, part) = (try image.get(), CGRect(x: 1, y: 1, width: 2, height: 2))
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

  @Test("A transform is one of Core Graphics' or of Foundation's; another type is told")
  func transforms() throws {
    let (image, log) = (try image.get(), Log())
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
    "Inputs that would have an effect and have none here are told, those that change nothing aren't",
    arguments: [
      (kCIInputBrightnessKey, 0.0, 0.3), (kCIInputContrastKey, 1, 1.2), (kCIInputSaturationKey, 1, 0.5),
    ])
  func tones(_ key: String, _ neutral: Double, _ other: Double) throws {
    let (image, log) = (try image.get(), Log())
    func apply(_ value: Any) -> CIImage {
      FilterKind.colorControls.apply(to: image, [key: value]) { log.lines.append($0) }
    }
    #expect(apply(neutral) === image && log.lines.isEmpty)
    #expect(apply(other) === image && log.lines.count == 1 && log.lines[0].contains(key))
    #expect(apply("much") === image && log.lines.count == 2 && log.lines[1].contains("much"))
    #expect(try #require(CIFilter(name: "CIColorControls")).inputKeys.contains(key))
  }

  /// What was told.
  private final class Log {
    var lines: [String] = []
  }
}
