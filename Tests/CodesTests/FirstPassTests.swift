@testable import OpenCaptureCodes
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite("The first pass over large pictures")
struct FirstPassTests {
  /// Returns a picture of twelve megapixels with codes from left to right.
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

  @Test("A large code is read at a quarter of the size, with corners in the full picture")
  func enough() throws {
    let report = try CodeScanner().report(on: picture([("large", 40)]))
    #expect(report.codes.map(\.stringValue) == ["large"])
    #expect(passes(report).suffix(2) == ["\(CodeScanner.defaultEngines[0].name) ¼", "patterns ½"])
    let corner = try #require(report.codes.first).cornerPoints.topLeft
    #expect(abs(corner.x * 4000 - 560) < 1 && abs(corner.y * 3000 - 1060) < 1)
  }

  @Test("A small code beside a large one is found", arguments: [3, 4, 6])
  func small(pixelsPerModule: Int) throws {
    let codes = try CodeScanner().scan(picture([("large", 40), ("small", pixelsPerModule)]))
    #expect(Set(codes.map(\.stringValue)) == ["large", "small"])
  }

  @Test("The first pass is made for QR codes in large pictures, except with thorough effort")
  func due() {
    func look(_ width: Int, _ types: Set<MetadataObjectType>, _ effort: ScanEffort) -> String? {
      let engine = ScanPlan.Engine(name: "engine", types: [.qr, .code128])
      return ScanPlan(effort: effort, types: types, engines: [engine]).firstPass(
        at: VideoDimensions(width: width, height: width))?.name
    }
    #expect(look(1700, [.qr], .balanced) == nil)
    #expect(look(2000, [.qr], .balanced) == "engine ½")
    #expect(look(4000, [.qr], .fast) == "engine ¼")
    #expect(look(4000, [.qr], .thorough) == nil)
    #expect(look(4000, [.qr, .code128], .balanced) == nil)
  }
}
