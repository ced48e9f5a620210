import Codes
import Fixtures
import MediaSamples
import Metadata
import Testing

@Suite("Outlines of linear codes")
struct LinearOutlineTests {
  @Test("They go as far as the bars do, however the code is turned", arguments: [0, 6, -9, 90, 180])
  func outline(_ degrees: Double) throws {
    let symbol = try #require(EANSymbol("400638133393"))
    // Twice as wide as it is high, white around.
    let view = PerspectiveView(middle: Point(x: 200, y: 200), side: 285, turnedBy: degrees, lean: 0)
    let (top, bottom) = (0.3, 0.7)
    let picture = try view.picture(width: 400, height: 400) { place in
      (top..<bottom).contains(place.y) && symbol.isDark(column: Int(place.x * 95))
    }
    let exact = [(0, top), (0, bottom), (1, bottom), (1, top)].map { view.apply(Point(x: $0.0, y: $0.1)) }
    for engine in CodeScanner.defaultEngines {
      let scanner = try CodeScanner(types: [.ean13], engines: [engine])
      let code = try #require(try scanner.scan(picture).first, "\(engine.name)")
      for (corner, place) in zip(code.corners, exact) {
        let (dx, dy): (Double, Double) = (corner.x * 400 - place.x, corner.y * 400 - place.y)
        #expect(abs(dx) < 8 && abs(dy) < 8, "\(engine.name), \(degrees)°: off by \(dx), \(dy)")
      }
    }
  }
}
