import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureCodes

@Suite("Outlines of linear codes")
struct LinearOutlineTests {
  /// Returns the errors of detected corners, in pixels.
  private func errors(_ degrees: Double, lean: Double, engine: any CodeEngine) throws -> [Double] {
    let symbol = try #require(EANSymbol("400638133393"))
    // More than twice as wide as high, on white ground.
    let view = PerspectiveView(middle: Point(x: 200, y: 200), side: 285, turnedBy: degrees, lean: lean)
    let top = 0.3
    let bottom = 0.7
    let picture = try view.picture(width: 400, height: 400) { place in
      (top..<bottom).contains(place.y) && symbol.isDark(column: Int(place.x * 95))
    }
    let exact = [(0, top), (0, bottom), (1, bottom), (1, top)].map { view.apply(Point(x: $0.0, y: $0.1)) }
    let scanner = try CodeScanner(types: [.ean13], engines: [engine])
    let code = try #require(try scanner.scan(picture).first, "\(engine.name)")
    return zip(code.cornerPoints, exact).map { corner, place in
      let dx: Double = corner.x * 400 - place.x
      let dy: Double = corner.y * 400 - place.y
      return (dx * dx + dy * dy).squareRoot()
    }
  }

  @Test("The outline covers the bars to a pixel, in any rotation and perspective")
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

  /// A view of an EAN-13 code in a picture.
  private struct Shape {
    var name: String
    var width = 400
    var height = 400
    var view: PerspectiveView
    /// The extent of the bars in the unit square of the view.
    var bars = 0.1..<0.9
    var dark: UInt8 = 20
    var light: UInt8 = 230
    /// Whether engines may fail to read the code.
    var isHard = false

    /// The ends of the outer edges of the first and last bar, upper end first.
    var ends: (first: (Point, Point), last: (Point, Point)) {
      func end(_ x: Double) -> (Point, Point) {
        (view.apply(Point(x: x, y: bars.lowerBound)), view.apply(Point(x: x, y: bars.upperBound)))
      }
      return (end(0), end(1))
    }

    func picture(of symbol: EANSymbol) throws -> PixelBuffer {
      try view.picture(width: width, height: height, dark: dark, light: light) { place in
        bars.contains(place.y) && symbol.isDark(column: Int(place.x * 95))
      }
    }
  }

  /// Returns a rectangle seen from the front.
  private static func flat(x: Double, y: Double, width: Double, height: Double) -> PerspectiveView {
    PerspectiveView(corners: [
      Point(x: x, y: y), Point(x: x + width, y: y), Point(x: x + width, y: y + height), Point(x: x, y: y + height),
    ])
  }

  private static let shapes: [Shape] = {
    let middle = Point(x: 200, y: 200)
    let turned = stride(from: 0.0, to: 360, by: 15).map { (degrees: Double) -> Shape in
      let isSteep = degrees.truncatingRemainder(dividingBy: 90) != 0
      let view = PerspectiveView(middle: middle, side: 270, turnedBy: degrees, lean: 0)
      return Shape(name: "turned by \(degrees)°", view: view, bars: 0..<1, isHard: isSteep)
    }
    let leaning = [0.06, 0.12, 0.18].map { (lean: Double) -> Shape in
      Shape(name: "leaning \(lean)", view: PerspectiveView(middle: middle, side: 285, turnedBy: 4, lean: lean))
    }
    let tight = [0.0, 0.4, 7.5].map { (margin: Double) -> Shape in
      Shape(
        name: "cut to \(margin) pixels", width: Int(380 + 2 * margin), height: Int(90 + 2 * margin),
        view: flat(x: margin, y: margin, width: 380, height: 90), bars: 0..<1, isHard: true)
    }
    let low = [2.0, 5, 9, 16].map { height in
      Shape(
        name: "\(height) pixels high", height: 60, view: flat(x: 40, y: 20.3, width: 300, height: height),
        bars: 0..<1,
        isHard: height < 6)
    }
    // The text below the bars and everything else is cut off with the rest of them.
    let atEdge = [(-40.0, 3.0), (250, -4), (-150, -12)].map { top, degrees in
      let view = PerspectiveView(middle: Point(x: 200, y: top + 142), side: 285, turnedBy: degrees, lean: 0)
      return Shape(name: "over the edge at \(top), \(degrees)°", view: view, bars: 0..<1)
    }
    let inverted = [0.0, 10].map { degrees in
      let view = PerspectiveView(middle: middle, side: 285, turnedBy: degrees, lean: 0)
      return Shape(name: "light on dark, \(degrees)°", view: view, dark: 235, light: 25, isHard: true)
    }
    return turned + leaning + tight + low + atEdge + inverted
  }()

  @Test("For any shape, corners lie in the picture and within 2 % of the first and last bar")
  func shapes() throws {
    let symbol = try #require(EANSymbol("400638133393"))
    for engine in CodeScanner.defaultEngines where engine.readableTypes.contains(.ean13) {
      let scanner = try CodeScanner(types: [.ean13], engines: [engine])
      var read = 0
      for shape in Self.shapes {
        let picture = try shape.picture(of: symbol)
        guard let code = try scanner.scan(picture).first else {
          #expect(shape.isHard, "\(engine.name) doesn't read what is \(shape.name)")
          continue
        }
        read += 1
        let device = PictureTransform(
          from: .unit, to: Rect(x: 0, y: 0, width: Double(shape.width), height: Double(shape.height)))
        let corners = device.apply(code.cornerPoints)
        #expect(code.cornerPoints.allSatisfy(Rect.unit.touches), "\(engine.name), \(shape.name): \(corners)")
        let (first, last) = shape.ends
        let most = 0.02 * first.0.distance(to: last.0)
        for (corner, end) in [
          (corners.topLeft, first), (corners.bottomLeft, first), (corners.topRight, last),
          (corners.bottomRight, last),
        ] {
          let line = FittedLine(through: end.0, along: end.1 - end.0)
          #expect(line.distance(to: corner) < most, "\(engine.name), \(shape.name): \(corners), not \(end)")
        }
      }
      // The number of codes that ZBar reads; zxing-cpp reads more.
      #expect(read >= 24, "\(engine.name)")
    }
  }

  @Test("The outline of a low code covers all of its bars, even if they lean", arguments: [-40.0, -20, 20, 40])
  func skewed(_ skew: Double) throws {
    let symbol = try #require(EANSymbol("400638133393"))
    let corners = [(80 + skew, 60.0), (460 + skew, 72), (460, 142), (80, 130)].map { Point(x: $0.0, y: $0.1) }
    let picture = try PerspectiveView(corners: corners).picture(width: 560, height: 200) { place in
      symbol.isDark(column: Int(place.x * 95))
    }
    let code = try #require(try CodeScanner(types: [.ean13]).scan(picture).first)
    let found = code.cornerPoints
    for (corner, expected) in zip([found.topLeft, found.topRight, found.bottomRight, found.bottomLeft], corners) {
      let place = Point(x: corner.x * 560, y: corner.y * 200)
      #expect(place.distance(to: expected) < 2.5, "\(place), not \(expected)")
    }
  }

  @Test("A code with fewer bars than there are is a misread part of a longer code")
  func parts() throws {
    func refined(_ picture: PixelBuffer, _ type: MetadataObjectType, _ text: String) -> EngineCode? {
      let corners = Corners(Rect(x: 30, y: 20, width: Double(picture.width) / 2, height: 40))
      let code = EngineCode(type: type, bytes: Array(text.utf8), corners: corners)
      return picture.withPicture { LinearOutline(picture: $0).refined(code) }
    }
    let retail = try #require(EANSymbol("400638133393")).picture(pixelsPerModule: 3)
    #expect(refined(retail, .ean13, "4006381333931") != nil)
    #expect(refined(retail, .upce, "04006384") == nil)
    #expect(refined(retail, .ean8, "40063814") == nil)
    let short = try #require(EANSymbol("4006381")).picture(pixelsPerModule: 3)
    #expect(refined(short, .ean8, "40063813") != nil)
    let interleaved = try ITFSymbol("10602679").picture(pixelsPerModule: 3)
    #expect(refined(interleaved, .itf, "10602679") != nil)
    #expect(refined(interleaved, .itf, "1060") == nil)
  }

  @Test("Positions outside the picture from an engine are handled, wherever they are")
  func beyond() throws {
    let symbol = try #require(EANSymbol("400638133393"))
    let picture = try symbol.picture(pixelsPerModule: 2)
    let width = Double(picture.width)
    let height = Double(picture.height)
    let steps = Array(stride(from: -2.0, through: 2, by: 0.5))
    let starts = steps.flatMap { x in steps.map { Point(x: x * width, y: $0 * height) } }
    let ways = [(width / 3, 0), (-width / 3, 0), (0, height / 3), (0, -height / 3), (0.1, height), (width, -0.1)]
    for start in starts {
      for (dx, dy) in ways {
        let end = Point(x: start.x + dx, y: start.y + dy)
        let reported = Corners(topLeft: start, bottomLeft: start, bottomRight: end, topRight: end)
        let corners = picture.withPicture { LinearOutline(picture: $0).corners(of: reported, canBeStacked: false) }
        #expect(corners.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "\(reported)")
      }
    }
  }

  @Test("A fitted line ignores outliers")
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

extension Rect {
  /// Returns whether a point lies in the rectangle or on its edge, apart from rounding errors.
  fileprivate func touches(_ place: Point) -> Bool {
    let slack = 1e-9
    return (minX - slack...maxX + slack).contains(place.x) && (minY - slack...maxY + slack).contains(place.y)
  }
}
