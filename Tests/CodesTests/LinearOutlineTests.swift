import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureCodes

@Suite("Outlines of linear codes")
struct LinearOutlineTests {
  /// How far the corners that are found lie from where they are, in pixels.
  private func errors(_ degrees: Double, lean: Double, engine: any CodeEngine) throws -> [Double] {
    let symbol = try #require(EANSymbol("400638133393"))
    // More than twice as wide as it is high, white around.
    let view = PerspectiveView(middle: Point(x: 200, y: 200), side: 285, turnedBy: degrees, lean: lean)
    let (top, bottom) = (0.3, 0.7)
    let picture = try view.picture(width: 400, height: 400) { place in
      (top..<bottom).contains(place.y) && symbol.isDark(column: Int(place.x * 95))
    }
    let exact = [(0, top), (0, bottom), (1, bottom), (1, top)].map { view.apply(Point(x: $0.0, y: $0.1)) }
    let scanner = try CodeScanner(types: [.ean13], engines: [engine])
    let code = try #require(try scanner.scan(picture).first, "\(engine.name)")
    return zip(code.corners, exact).map { corner, place in
      let (dx, dy): (Double, Double) = (corner.x * 400 - place.x, corner.y * 400 - place.y)
      return (dx * dx + dy * dy).squareRoot()
    }
  }

  @Test("They go as far as the bars do, to a pixel, however the code is turned and leans")
  func outline() throws {
    for engine in CodeScanner.defaultEngines where engine.readableTypes.contains(.ean13) {
      var all: [Double] = []
      for (degrees, lean) in [(0.0, 0.0), (6, 0), (-9, 0.1), (90, 0), (180, 0.1), (3, 0.1), (-14, 0)] {
        let errors = try errors(degrees, lean: lean, engine: engine)
        #expect(errors.allSatisfy { $0 < 2.5 }, "\(engine.name), \(degrees)°, \(lean): \(errors)")
        all += errors
      }
      print(
        "corners of linear codes, \(engine.name): median \(all.sorted()[all.count / 2]), worst \(all.max() ?? 0)")
      #expect(all.sorted()[all.count / 2] < 0.6, "\(engine.name)")
    }
  }

  @Test("Lines leave out places that lie beside them")
  func line() throws {
    let places =
      (0..<20).map { Point(x: Double($0), y: 3 + 0.5 * Double($0)) } + [Point(x: 4, y: 19), Point(x: 9, y: 0)]
    let upright = try #require(FittedLine(through: [Point(x: 6, y: 0), Point(x: 6, y: 9)], least: 2))
    let crossing = try #require(FittedLine(through: places, least: 4)?.crossing(upright))
    #expect(abs(crossing.x - 6) < 1e-6 && abs(crossing.y - 6) < 1e-6)
    #expect(FittedLine(through: [Point(x: 1, y: 1)], least: 1) == nil)
    #expect(upright.crossing(upright) == nil)
  }
}
