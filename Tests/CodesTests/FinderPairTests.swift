import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureCodes

@Suite("QR codes with a hidden finder pattern")
struct FinderPairTests {
  /// The finder patterns: top left, top right and bottom left.
  private static let corners: [(x: Double, y: Double)] = [(0, 0), (1, 0), (0, 1)]

  /// Returns a code in perspective, with a spot over one finder pattern.
  private func spotted(
    _ symbol: QRSymbol, corner: Int, isDark: Bool, turnedBy degrees: Double = 0, width: Int = 400
  ) throws -> (picture: PixelBuffer, view: PerspectiveView) {
    let side = Double(symbol.side)
    let spot = Self.corners[corner]
    let middle = Double(width) / 2
    let view = PerspectiveView(
      middle: Point(x: middle, y: middle), side: 0.6 * Double(width), turnedBy: degrees, lean: 0.15)
    let picture = try view.picture(width: width, height: width) { place in
      let x = place.x * side - (spot.x == 0 ? 3.5 : side - 3.5)
      let y = place.y * side - (spot.y == 0 ? 3.5 : side - 3.5)
      return x * x + y * y < 18 ? isDark : symbol.isDark(at: place)
    }
    return (picture, view)
  }

  @Test(
    "A code with a spot over any finder pattern is read in any rotation, with its corners", arguments: 0..<3,
    [0.0, 35, 90, 160])
  func hidden(_ corner: Int, _ degrees: Double) throws {
    let symbol = try #require(QRSymbol("two of three", level: .quartile, version: 3))
    for isDark in [false, true] {
      let (picture, view) = try spotted(symbol, corner: corner, isDark: isDark, turnedBy: degrees)
      let code = try #require(try CodeScanner().scan(picture).first, "\(isDark)")
      #expect(code.stringValue == "two of three")
      for (found, actual) in zip([code.cornerPoints.topLeft, code.cornerPoints.bottomRight], [0, 2]) {
        #expect(abs(found.x * 400 - view.corners[actual].x) < 4)
        #expect(abs(found.y * 400 - view.corners[actual].y) < 4)
      }
    }
  }

  @Test("A code with a hidden pattern is read beside another code in a large picture")
  func large() throws {
    let symbol = try #require(QRSymbol("hidden", level: .quartile, version: 2))
    var picture = try PixelBuffer(format: .grey, width: 2400, height: 1600)
    try picture.withUnsafeMutablePlane(0) { pixels in for index in pixels.indices { pixels[index] = 230 } }
    try picture.paste(try #require(QRSymbol("whole")).picture(pixelsPerModule: 20), x: 200, y: 300)
    try picture.paste(spotted(symbol, corner: 2, isDark: false, width: 800).picture, x: 1300, y: 300)
    #expect(Set(try CodeScanner().scan(picture).map(\.stringValue)) == ["whole", "hidden"])
  }

  @Test("The axes of a pattern follow its rotation")
  func frame() throws {
    let symbol = try #require(QRSymbol("axes", version: 1))
    let view = PerspectiveView(middle: Point(x: 150, y: 150), side: 168, turnedBy: 20, lean: 0)
    let picture = try view.picture(width: 300, height: 300, isDark: symbol.isDark(at:))
    let center = view.apply(Point(x: 3.5 / 21, y: 3.5 / 21))
    let pattern = FinderPattern(
      center: center + Point(x: 2, y: -2), moduleWidth: 8.5, moduleHeight: 8.5, count: 9)
    let frame = try #require(
      picture.withPicture { picture -> FinderFrame? in
        var fit = QRFit(picture: picture)
        return fit.frame(of: pattern)
      })
    #expect(frame.center.distance(to: center) < 0.8)
    // The second axis continues clockwise from the first one.
    let right = frame.facing(Point(x: 1, y: 0))
    #expect(right.right.distance(to: Point(x: 7.52, y: 2.74)) < 0.5)
    #expect(right.down.distance(to: Point(x: -2.74, y: 7.52)) < 0.5)
  }

  @Test("Patterns of different sizes, or at another angle than a code's, are no pair")
  func pairs() {
    func frame(_ x: Double, _ y: Double, size: Double = 4) -> FinderFrame {
      FinderFrame(center: Point(x: x, y: y), right: Point(x: size, y: 0), down: Point(x: 0, y: size))
    }
    #expect(FinderPair(frame(0, 0), frame(100, 5)) != nil)
    #expect(FinderPair(frame(0, 0), frame(100, 90)) != nil)
    #expect(FinderPair(frame(0, 0), frame(100, 5, size: 8)) == nil)
    #expect(FinderPair(frame(0, 0), frame(30, 0)) == nil)
    #expect(FinderPair(frame(0, 0), frame(900, 0)) == nil)
    let turned = FinderFrame(center: Point(x: 100, y: 0), right: Point(x: 3, y: 3), down: Point(x: -3, y: 3))
    #expect(FinderPair(frame(0, 0), turned) == nil)
  }

  /// Returns a dark code beside a lamp, which ends at the quiet zone.
  private func lampPicture(_ symbol: QRSymbol, pixelsPerModule: Int) throws -> PixelBuffer {
    let width = 200 * pixelsPerModule
    var picture = try PixelBuffer(format: .grey, width: width, height: 150 * pixelsPerModule, rowAlignment: 1)
    let code = try symbol.picture(pixelsPerModule: pixelsPerModule)
    let left = 75 * pixelsPerModule
    let top = 50 * pixelsPerModule
    let codePixels = code.pixels
    try picture.withUnsafeMutablePlane(0) { pixels in
      for index in pixels.indices {
        let x = index % width
        let column = x - left
        let row = index / width - top
        let isInCode = (0..<code.width).contains(column) && (0..<code.width).contains(row)
        let isLight = !isInCode || codePixels[row * code.width + column] > 127
        pixels[index] = x < left ? 255 : isLight ? 34 : 10
      }
    }
    return picture
  }

  @Test("Finder patterns beside a bright light are found, and their code is read in a smaller copy")
  func light() throws {
    let symbol = try #require(QRSymbol("in the shadow of a lamp", version: 2))
    let small = try lampPicture(symbol, pixelsPerModule: 4)
    #expect(try FinderSearch(in: small).patterns.count < 3)
    #expect(try FinderSearch(in: small, isThorough: true).patterns.count == 3)
    let picture = try lampPicture(symbol, pixelsPerModule: 8)
    #expect(try CodeScanner().scan(picture).map(\.stringValue) == ["in the shadow of a lamp"])
  }
}
