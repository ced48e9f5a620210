import OpenCaptureCodes
import Fixtures
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite("QR codes that engines locate but can't read")
struct RegionReaderTests {
  /// Returns a code on a wavy surface like cloth.
  private func wavingCode(_ text: String, amplitude: Double) throws -> PixelBuffer {
    let symbol = try #require(QRSymbol(text, level: .medium, version: 3))
    let view = PerspectiveView(middle: Point(x: 150, y: 150), side: 220, turnedBy: 8, lean: 0.1)
    return try view.picture(width: 300, height: 300) { place in
      // A parabola: zero at the edges, largest in the middle.
      let bend = amplitude * 4 * place.x * (1 - place.x)
      let bent = Point(x: place.x + bend / 2, y: place.y + bend)
      return (0..<1).contains(bent.x) && (0..<1).contains(bent.y) && symbol.isDark(at: bent)
    }
  }

  @Test("A bent code is read")
  func bent() throws {
    let picture = try wavingCode("on cloth", amplitude: 0.025)
    #expect(try CodeScanner().scan(picture).map(\.stringValue) == ["on cloth"])
  }

  /// Returns a code on paper whose waves move modules by up to `amplitude` modules in both directions.
  private func crumpledCode(
    _ symbol: QRSymbol, amplitude: Double, _ across: (x: Double, y: Double), _ along: (x: Double, y: Double),
    phases: (Double, Double)
  ) throws -> PixelBuffer {
    let view = PerspectiveView(middle: Point(x: 240, y: 240), side: 330, turnedBy: 11.5, lean: 0)
    let reach = amplitude / Double(symbol.side)
    return try view.picture(width: 480, height: 480) { place in
      let wave = sin(2 * .pi * (across.x * place.x + across.y * place.y) + phases.0)
      let other = cos(2 * .pi * (along.x * place.x + along.y * place.y) + phases.1)
      return symbol.isDark(at: Point(x: place.x + reach * wave, y: place.y + reach * other))
    }
  }

  @Test("A code on crumpled paper is read")
  func crumpled() throws {
    let symbol = try #require(QRSymbol("crumpled paper", level: .medium, version: 4))
    let pictures = try [
      crumpledCode(symbol, amplitude: 0.5, (-0.57, -0.48), (0.98, 0.75), phases: (3.6, 4.37)),
      crumpledCode(symbol, amplitude: 0.5, (-0.99, -0.63), (-0.2, 0.72), phases: (0.56, 2.6)),
      crumpledCode(symbol, amplitude: 0.6, (-0.99, -0.63), (-0.2, 0.72), phases: (0.56, 2.6)),
    ]
    for picture in pictures { #expect(try CodeScanner().scan(picture).map(\.stringValue) == ["crumpled paper"]) }
  }

  @Test("Blurred codes of which only an enlarged copy shows the finder patterns are read")
  func blurred() throws {
    var count = 0
    for number in 0..<10 {
      let symbol = try #require(QRSymbol("blurred \(number)", level: .quartile, version: 3))
      let side = 3 * Double(symbol.side)
      let view = PerspectiveView(
        middle: Point(x: 120, y: 120), side: side, turnedBy: 7 + 8 * Double(number), lean: 0.1)
      let picture = try GaussianBlur(sigma: 1.9).blurred(
        view.picture(width: 240, height: 240, isDark: symbol.isDark(at:)))
      let found = try CodeScanner().scan(picture).map(\.stringValue)
      #expect(found.isEmpty || found == ["blurred \(number)"])
      count += found.count
    }
    print("blurred codes with small modules: \(count) of 10 read")
    #expect(count >= 5)
  }

  @Test(
    "A code in extreme perspective that ZBar can't read is read, with its corners", arguments: [0.5, 0.55, 0.6])
  func foreshortened(_ lean: Double) throws {
    let symbol = try #require(QRSymbol("from aside", version: 2))
    let view = PerspectiveView(middle: Point(x: 200, y: 200), side: 240, turnedBy: 20, lean: lean)
    let picture = try view.picture(width: 400, height: 400, isDark: symbol.isDark(at:))
    #expect(try ZBarEngine().scan(picture, types: [.qr], options: EngineOptions()).codes.isEmpty)
    let code = try #require(try CodeScanner(types: [.qr], engines: [ZBarEngine()]).scan(picture).first)
    #expect(code.stringValue == "from aside")
    #expect(abs(code.cornerPoints.topLeft.x * 400 - view.corners[0].x) < 2)
    #expect(abs(code.cornerPoints.bottomRight.y * 400 - view.corners[2].y) < 2)
  }

  @Test("The same picture always gives the same codes")
  func deterministic() throws {
    let picture = try wavingCode("again", amplitude: 0.02)
    let first = try CodeScanner().scan(picture)
    #expect(!first.isEmpty)
    for _ in 0..<3 { #expect(try CodeScanner().scan(picture) == first) }
  }
}
