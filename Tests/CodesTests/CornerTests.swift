import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureCodes

@Suite("Corners of QR codes")
struct CornerTests {
  /// Returns the errors of detected corners over many views, in pixels.
  private func errors(blur: Double, engine: any CodeEngine) throws -> [Double] {
    let symbol = try #require(QRSymbol("corners to a fraction of a pixel", version: 3))
    let scanner = try CodeScanner(types: [.qr], engines: [engine])
    var errors: [Double] = []
    for index in 0..<6 {
      // About 8 pixels per module.
      let view = PerspectiveView(
        middle: Point(x: 200.3, y: 199.6), side: 8 * 29, turnedBy: Double(index) * 57 - 100,
        lean: Double(index % 4) * 0.08)
      let picture = try view.picture(width: 400, height: 400, isDark: symbol.isDark(at:))
      let code = try #require(try scanner.scan(GaussianBlur(sigma: blur).blurred(picture)).first)
      // The view's corners are clockwise from the top left.
      let exact = [view.corners[0], view.corners[3], view.corners[2], view.corners[1]]
      for (corner, place) in zip(code.cornerPoints, exact) {
        let dx: Double = corner.x * 400 - place.x
        let dy: Double = corner.y * 400 - place.y
        errors.append((dx * dx + dy * dy).squareRoot())
      }
    }
    return errors.sorted()
  }

  @Test("The sizes of codes near an estimate are those of QR codes, and none is near a number that is no size")
  func dimensions() {
    #expect(QRFit.dimensions(near: 22).first == 21 && QRFit.dimensions(near: 176).last == 177)
    for estimate in [Double.nan, -.infinity, 1e18] { #expect(QRFit.dimensions(near: estimate).isEmpty) }
  }

  @Test(
    "Corners are exact to a pixel in any rotation, perspective and blur",
    arguments: [0, 2])
  func exact(_ blur: Double) throws {
    for engine in CodeScanner.defaultEngines where engine.readableTypes.contains(.qr) {
      let errors = try errors(blur: blur, engine: engine)
      let median = errors[errors.count / 2]
      let worst = errors[errors.count - 1]
      print("corners, \(engine.name), blur \(blur): median \(median), worst \(worst)")
      #expect(median < 0.9, "\(engine.name)")
      #expect(worst < 2, "\(engine.name)")
    }
  }
}
