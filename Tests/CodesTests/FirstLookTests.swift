@testable import OpenCaptureCodes
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite("The first look at large pictures")
struct FirstLookTests {
  /// A picture of twelve megapixels with these codes from left to right, so many pixels a module.
  private func picture(_ codes: [(text: String, pixelsPerModule: Int)]) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .grey, width: 4000, height: 3000)
    try picture.withUnsafeMutablePlane(0) { pixels in for index in pixels.indices { pixels[index] = 200 } }
    var x = 400
    for (text, pixelsPerModule) in codes {
      let code = try #require(QRSymbol(text)).picture(pixelsPerModule: pixelsPerModule)
      try picture.paste(code, x: x, y: 900)
      x += code.width + 400
    }
    return picture
  }

  private func passes(_ report: ScanReport) -> [String] { report.passes.map(\.name).filter { $0 != "corners" } }

  @Test("A large code is read in a quarter of the size, its corners are those of the picture")
  func enough() throws {
    let report = try CodeScanner().report(on: picture([("large", 40)]))
    #expect(report.codes.map(\.stringValue) == ["large"])
    #expect(passes(report).suffix(2) == ["\(CodeScanner.defaultEngines[0].name) ¼", "patterns ½"])
    let corner = try #require(report.codes.first).corners.topLeft
    #expect(abs(corner.x * 4000 - 560) < 1 && abs(corner.y * 3000 - 1060) < 1)
  }

  @Test("A small code beside it isn't lost", arguments: [3, 4, 6])
  func small(pixelsPerModule: Int) throws {
    let codes = try CodeScanner().scan(picture([("large", 40), ("small", pixelsPerModule)]))
    #expect(Set(codes.map(\.stringValue)) == ["large", "small"])
  }

  @Test("It is taken of large pictures, for QR codes alone, where a scan may not cost what it wants")
  func due() {
    func look(_ width: Int, _ types: Set<MetadataObjectType>, _ effort: ScanEffort) -> String? {
      let engine = ScanPlan.Engine(name: "engine", types: [.qr, .code128])
      return ScanPlan(effort: effort, types: types, engines: [engine]).firstLook(
        at: VideoDimensions(width: width, height: width))?.name
    }
    #expect(look(1700, [.qr], .balanced) == nil)
    #expect(look(2000, [.qr], .balanced) == "engine ½")
    #expect(look(4000, [.qr], .fast) == "engine ¼")
    #expect(look(4000, [.qr], .thorough) == nil)
    #expect(look(4000, [.qr, .code128], .balanced) == nil)
  }
}
