import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureCodes

@Suite("Turned linear codes")
struct TurnedBarsTests {
  /// A code and its text.
  private struct Example {
    let text: String
    let picture: PixelBuffer

    init(_ text: String, _ picture: PixelBuffer) {
      self.text = text
      self.picture = picture
    }

    static func all() throws -> [Self] {
      [
        Self("TURNED", try #require(Code39Symbol("TURNED")).picture(pixelsPerModule: 1, height: 30)),
        Self("1234567890128", try #require(EANSymbol("123456789012")).picture(pixelsPerModule: 1, height: 30)),
        Self("10602679", try ITFSymbol("10602679").picture(pixelsPerModule: 1, height: 30)),
      ]
    }

    /// Returns the code turned by an angle in a picture, three pixels per module.
    ///
    /// - Parameter move: The distance of the code from the middle of the picture. Default: none.
    func turned(by degrees: Double, movedBy move: Point = .zero) throws -> (
      picture: PixelBuffer, view: PerspectiveView
    ) {
      let size = Double(3 * picture.width)
      let side = Int(1.3 * size)
      let middle = Point(x: Double(side) / 2, y: Double(side) / 2) + move
      let view = PerspectiveView(middle: middle, side: size, turnedBy: degrees, lean: 0.05)
      let row = try picture.cropped(x: 0, y: picture.height / 2, width: picture.width, height: 1)
        .withUnsafePlane(0) { [UInt8]($0) }
      let turned = try view.picture(width: side, height: side) { place in
        abs(place.y - 0.5) < 0.1 && row[Int(place.x * Double(picture.width))] < 128
      }
      return (turned, view)
    }
  }

  @Test("Linear codes are read at any angle", arguments: Array(stride(from: 0.0, to: 360, by: 10)))
  func angles(_ degrees: Double) throws {
    let scanner = try CodeScanner(types: CodeScanner.readableTypes())
    for example in try Example.all() {
      let codes = try scanner.scan(example.turned(by: degrees).picture)
      #expect(codes.map(\.stringValue) == [example.text])
    }
  }

  @Test("A region with fewer bars than a code is not searched")
  func stripes() throws {
    let view = PerspectiveView(middle: Point(x: 200, y: 200), side: 300, turnedBy: 40, lean: 0.05)
    for (count, isSearched) in [(10.0, false), (40, true)] {
      let picture = try view.picture(width: 400, height: 400) { Int($0.x * count).isMultiple(of: 2) }
      let region = try #require(picture.withPicture { BarRegion.regions(in: $0) }.first)
      let bars = try UprightBars(region, of: picture)
      #expect((bars != nil) == isSearched)
    }
  }

  @Test("Blurred bars contradict an EAN code with other digits, but not their own")
  func contradiction() throws {
    let example = try #require(Example.all().first { $0.text == "1234567890128" })
    var (picture, _) = try example.turned(by: 40)
    let width = picture.width
    let blurred = GaussianBlur(sigma: 2).blurred(picture.pixels.map { Double($0) }, width: width)
    try picture.withUnsafeMutablePlane(0) { pixels in
      for place in pixels.indices { pixels[place] = UInt8(min(max(blurred[place], 0), 255)) }
    }
    let region = try #require(picture.withPicture { BarRegion.regions(in: $0) }.first)
    let bars = try #require(try UprightBars(region, of: picture))
    for (digits, isContradicted) in [("1234567890128", false), ("1234567890135", true)] {
      let code = EngineCode(type: .ean13, bytes: Array(digits.utf8), corners: Corners(.unit))
      #expect(bars.contradict(code) == isContradicted)
    }
  }

  @Test("The corners of turned codes are in the picture, not in its upright copy", arguments: [35.0, 55, 130, 215])
  func corners(_ degrees: Double) throws {
    let scanner = try CodeScanner(types: CodeScanner.readableTypes())
    for example in try Example.all() {
      let (picture, view) = try example.turned(by: degrees)
      let codes = try scanner.scan(picture)
      let middle = try #require(codes.first).cornerPoints.middle
      let expected = view.apply(Point(x: 0.5, y: 0.5))
      #expect(abs(middle.x * Double(picture.width) - expected.x) < 12)
      #expect(abs(middle.y * Double(picture.height) - expected.y) < 12)
    }
  }

  @Test("A tracker reads turned codes in moving frames and follows them", arguments: [40.0, 125])
  func movement(_ degrees: Double) throws {
    var scanner = try CodeScanner(types: CodeScanner.readableTypes())
    scanner.effort = .fast
    for example in try Example.all() {
      var tracker = CodeTracker(scanner)
      for index in 0..<12 {
        let move = Point(x: 2 * Double(index) - 10, y: Double(index) - 5)
        let (picture, view) = try example.turned(by: degrees + 0.4 * Double(index), movedBy: move)
        let codes = try tracker.scan(picture)
        #expect(codes.map(\.stringValue) == [example.text], "frame \(index)")
        let middle = try #require(codes.first).cornerPoints.middle
        let expected = view.apply(Point(x: 0.5, y: 0.5))
        let place = Point(x: middle.x * Double(picture.width), y: middle.y * Double(picture.height))
        #expect(place.distance(to: expected) < 6, "frame \(index)")
      }
    }
  }

  @Test("A small linear code is read among secondary types, unless another code was found")
  func small() throws {
    let symbol = try #require(EANSymbol("123456789012"))
    let corners = [(500.0, 400.0), (630, 404), (629, 440), (499, 436)].map { Point(x: $0.0, y: $0.1) }
    var picture = try PerspectiveView(corners: corners).picture(width: 1000, height: 800) { place in
      symbol.isDark(column: Int(place.x * 95))
    }
    var scanner = CodeScanner()
    scanner.secondaryTypes = CodeScanner.checkedTypes
    #expect(try scanner.scan(picture).map(\.stringValue) == ["1234567890128"])
    try picture.paste(try #require(QRSymbol("found")).picture(pixelsPerModule: 5), x: 20, y: 20)
    let report = try scanner.report(on: picture)
    #expect(report.codes.map(\.stringValue) == ["found"])
    #expect(!report.passes.contains { $0.name == "upright bars" })
  }

  @Test("Engines alone do not read low codes at 40°")
  func engines() throws {
    for example in try Example.all() {
      let picture = try example.turned(by: 40).picture
      for engine in CodeScanner.defaultEngines {
        let found = try engine.scan(picture, types: engine.readableTypes, options: EngineOptions())
        #expect(found.codes.isEmpty)
      }
    }
  }

  @Test("Some bars of an EAN-13 are not reported as a UPC-E, whichever is read first")
  func parts() {
    func code(_ type: MetadataObjectType, _ text: String, width: Double) -> DetectedCode {
      let corners = Corners(Rect(x: 10, y: 10, width: width, height: 50))
      return DetectedCode(code: EngineCode(type: type, bytes: Array(text.utf8), corners: corners), engine: "zxing")
    }
    let whole = code(.ean13, "1996002369315", width: 190)
    let part = code(.upce, "19960021", width: 100)
    for order in [[whole, part], [part, whole]] {
      var found = DetectedCodes()
      for code in order { found.insert(code) }
      found.removeParts()
      #expect(found.codes.map(\.code.type) == [.ean13])
    }
  }
}
