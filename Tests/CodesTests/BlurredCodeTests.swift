import Fixtures
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureCodes

@Suite("Blurred EAN and UPC codes")
struct BlurredCodeTests {
  /// The width of a picture, in pixels; about a third of it is beside the code.
  private static let width = 260
  private static let height = 180
  /// The types that the reader can read.
  private static let types: Set<MetadataObjectType> = [.ean13, .ean8]

  /// Draws bars out of focus, 1.8 pixels per module.
  private func photograph(
    modules count: Int, blur sigma: Double, turnedBy degrees: Double = 0, lean: Double = 0,
    isDark: (Int) -> Bool
  ) throws -> PixelBuffer {
    let side = 1.8 * Double(count)
    let middle = Point(x: Double(Self.width) / 2, y: Double(Self.height) / 2)
    let view = PerspectiveView(middle: middle, side: side, turnedBy: degrees, lean: lean)
    var picture = try view.picture(width: Self.width, height: Self.height) { place in
      (0.2..<0.8).contains(place.y) && isDark(Int(place.x * Double(count)))
    }
    try defocus(&picture, sigma)
    return picture
  }

  private func defocus(_ picture: inout PixelBuffer, _ sigma: Double) throws {
    // A lens blurs light, of which the grey values are about the square root.
    let light = picture.pixels.map { Double($0) * Double($0) }
    let blurred = GaussianBlur(sigma: sigma).blurred(light, width: picture.width)
    try picture.withUnsafeMutablePlane(0) { pixels in
      for index in blurred.indices { pixels[index] = UInt8(blurred[index].squareRoot()) }
    }
  }

  private func photograph(
    _ symbol: EANSymbol, blur: Double, turnedBy degrees: Double = 0, lean: Double = 0
  ) throws -> PixelBuffer {
    try photograph(modules: symbol.width, blur: blur, turnedBy: degrees, lean: lean, isDark: symbol.isDark)
  }

  private func codes(
    _ picture: PixelBuffer, types: Set<MetadataObjectType> = Self.types, effort: ScanEffort = .balanced
  ) throws -> [MachineReadableCodeObject] {
    var scanner = try CodeScanner(types: types)
    scanner.effort = effort
    return try scanner.scan(picture)
  }

  @Test(
    "A code whose bars run together is read, though no engine reads it",
    arguments: ["978067960105", "400638133393", "1234567"])
  func blurred(_ digits: String) throws {
    let symbol = try #require(EANSymbol(digits))
    let picture = try photograph(symbol, blur: 1.9)
    for engine in CodeScanner.defaultEngines {
      #expect(try engine.scan(picture, types: Self.types, options: EngineOptions()).codes.isEmpty)
    }
    #expect(try codes(picture).map(\.stringValue) == ["\(digits)\(symbol.check)"])
    #expect(try codes(picture, effort: .fast).isEmpty)
  }

  @Test(
    "A blurred code is read in perspective, turned and upside down",
    arguments: [(0, 0.15), (25, 0), (180, 0.1)])
  func views(_ degrees: Double, _ lean: Double) throws {
    let symbol = try #require(EANSymbol("590123412345"))
    let code = try #require(try codes(photograph(symbol, blur: 1.7, turnedBy: degrees, lean: lean)).first)
    #expect(code.stringValue == "590123412345\(symbol.check)")
    let corners = code.cornerPoints
    #expect((corners.topRight.x > corners.topLeft.x) == (degrees < 90))
    #expect((corners.bottomLeft.y > corners.topLeft.y) == (degrees < 90))
    let dx = (corners.topRight.x - corners.topLeft.x) * Double(Self.width)
    let dy = (corners.topRight.y - corners.topLeft.y) * Double(Self.height)
    #expect(abs((dx * dx + dy * dy).squareRoot() - 1.8 * 95) < 12)
  }

  @Test("A blurred code on a low label is read in an oblique view, with other things and more light beside it")
  func label() throws {
    let symbol = try #require(EANSymbol("590123412345"))
    let size = (width: 460, height: 260)
    // The label is 113 modules wide. A row across the bars would cross only half of the code.
    let view = PerspectiveView(corners: [
      Point(x: 130, y: 76), Point(x: 330, y: 118), Point(x: 322, y: 172), Point(x: 122, y: 132),
    ])
    var picture = try view.picture(width: size.width, height: size.height, dark: 40, light: 170) { place in
      symbol.isDark(column: Int((place.x * 113).rounded(.down)) - 9)
    }
    try picture.withUnsafeMutablePlane(0) { pixels in
      for index in pixels.indices {
        let pixel = Point(x: Double(index % size.width), y: Double(index / size.width))
        let place = view.invert(pixel)
        if (0..<1).contains(place.x), (0..<1).contains(place.y) { continue }
        pixels[index] = UInt8(150 + 90 * sin(pixel.x / 13 + 2 * cos(pixel.y / 31)) * cos(pixel.y / 17))
      }
    }
    try defocus(&picture, 1.5)
    #expect(try codes(picture).map(\.stringValue) == ["590123412345\(symbol.check)"])
  }

  @Test("A leading zero makes a UPC-A code if that type is requested")
  func americanCode() throws {
    let symbol = try #require(EANSymbol("007183100799"))
    let picture = try photograph(symbol, blur: 1.8)
    let american = try codes(picture, types: [.ean13, .upca])
    #expect(american.map(\.type) == [.upca] && american.map(\.stringValue) == ["07183100799\(symbol.check)"])
    #expect(try codes(picture, types: [.ean13]).map(\.stringValue) == ["007183100799\(symbol.check)"])
    #expect(try codes(picture, types: [.upca]).map(\.type) == [.upca])
    #expect(try codes(picture, types: [.ean8]).isEmpty)
  }

  @Test("Blurred bars of any widths are no code")
  func randomBars() throws {
    var random = SeededGenerator(seed: 5)
    for count in [95, 67] {
      for _ in 0..<10 {
        var modules: [Bool] = []
        while modules.count < count {
          modules += [Bool](repeating: modules.last == false, count: Int.random(in: 1...4, using: &random))
        }
        modules[count - 1] = true
        let picture = try photograph(modules: count, blur: 1.5) { (0..<count).contains($0) && modules[$0] }
        #expect(try codes(picture).isEmpty)
      }
    }
  }

  /// Returns the brightness of sharp bars and spaces over 95 modules of four values.
  private func profile(elementCount: Int) -> GreyProfile {
    let quiet = 60
    let modules = 95
    let values = (0..<4 * modules + 2 * quiet).map { index -> Float in
      let place = index - quiet
      guard (0..<4 * modules).contains(place) else { return 255 }
      return (place * elementCount / (4 * modules)).isMultiple(of: 2) ? 0 : 255
    }
    let line = ScanLine(start: Point(x: 0, y: 10), end: Point(x: Double(values.count) / 2, y: 10))
    return GreyProfile(line: line, values: values, region: quiet..<quiet + 4 * modules)
  }

  @Test("Sharp bars are compared with the digits of EAN-13 only if their number is about right")
  func barCount() {
    #expect(profile(elementCount: 59).codes(half: 6).count == 1)
    #expect(profile(elementCount: 55).codes(half: 6).count == 1)
    for count in [31, 47, 71, 95] { #expect(profile(elementCount: count).codes(half: 6).isEmpty, "\(count)") }
  }

  @Test("A wrong check digit is not corrected")
  func wrongCheckDigit() throws {
    let symbol = try #require(EANSymbol("978067960105"))
    let other = try #require(EANSymbol("978067960106"))
    let picture = try photograph(modules: 95, blur: 1.7) { column in
      column < 85 ? symbol.isDark(column: column) : other.isDark(column: column)
    }
    #expect(try codes(picture).isEmpty)
  }

  /// An engine that reads two codes in the place of one.
  private struct Contradiction: CodeEngine {
    let name = "contradiction"
    let version = "1"
    let readableTypes: Set<MetadataObjectType> = [.ean13, .upca]
    let corners: Corners

    func scan(
      _ luma: PixelBuffer, types: Set<MetadataObjectType>, options: EngineOptions
    ) throws(CodeScannerError) -> EngineResult {
      let codes = [(MetadataObjectType.upca, "036000291452"), (.ean13, "1234567890128")]
      return EngineResult(codes: codes.map { EngineCode(type: $0, bytes: Array($1.utf8), corners: corners) })
    }
  }

  @Test("Of two codes that an engine read from the same bars, the one that the bars show is reported")
  func contradiction() throws {
    let picture = try photograph(try #require(EANSymbol("123456789012")), blur: 1.2)
    let corners = Corners(Rect(x: 0.17, y: 0.35, width: 0.66, height: 0.3))
    let toPicture = PictureTransform(from: .unit, to: Rect(origin: .zero, size: picture.dimensions.size))
    let engine = Contradiction(corners: toPicture.apply(corners))
    let scanner = try CodeScanner(types: [.ean13, .upca], engines: [engine])
    #expect(try scanner.scan(picture).map(\.stringValue) == ["1234567890128"])
  }
}

@Suite("Regions of bars")
struct BarRegionTests {
  private func regions(turnedBy degrees: Double, isDark: (Point) -> Bool) throws -> [BarRegion] {
    let view = PerspectiveView(middle: Point(x: 200, y: 150), side: 200, turnedBy: degrees, lean: 0)
    let picture = try view.picture(width: 400, height: 300, isDark: isDark)
    return picture.withPicture(BarRegion.regions)
  }

  @Test("Bars form one region with their direction and extent", arguments: [0, 30, 75])
  func bars(_ degrees: Double) throws {
    let found = try regions(turnedBy: degrees) { Int($0.x * 50).isMultiple(of: 2) && abs($0.y - 0.5) < 0.3 }
    let region = try #require(found.first)
    #expect(found.count == 1)
    #expect(region.middle.middle.distance(to: Point(x: 200, y: 150)) < 12)
    // Cells of eight pixels, and of their neighbours, extend over the edges.
    #expect(abs(region.middle.length - 200) < 50)
    #expect(abs(region.height - 120) < 50)
    let across = degrees * .pi / 180
    #expect(abs(region.middle.direction.dot(Point(x: -sin(across), y: cos(across)))) < 0.1)
  }

  @Test("The region of leaning bars follows the line of their ends")
  func leaningBars() throws {
    let corners = [Point(x: 90, y: 90), Point(x: 310, y: 130), Point(x: 320, y: 190), Point(x: 100, y: 150)]
    let picture = try PerspectiveView(corners: corners).picture(width: 400, height: 300) { place in
      Int(place.x * 50).isMultiple(of: 2)
    }
    let region = try #require(picture.withPicture(BarRegion.regions).first)
    let row = (1 / (corners[1] - corners[0]).length) * (corners[1] - corners[0])
    let bars = corners[3] - corners[0]
    #expect(abs(region.middle.normal.dot(row)) < 0.05)
    #expect(abs(region.lean - ScanLine(start: corners[0], end: corners[1]).lean(of: bars)) < 0.1)
    #expect(region.middle.middle.distance(to: Point(x: 205, y: 140)) < 10)
    #expect(abs(region.height - 60) < 35)
  }

  @Test("A chessboard has no region of bars")
  func chessboard() throws {
    let found = try regions(turnedBy: 10) { (Int($0.x * 40) + Int($0.y * 40)).isMultiple(of: 2) }
    #expect(found.isEmpty)
  }
}
