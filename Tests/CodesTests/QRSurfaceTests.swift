import COpenCaptureCodes
import Fixtures
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureCodes

@Suite("QR codes on curved surfaces")
struct QRSurfaceTests {
  /// The place and the module sides in a point of a cylinder with a radius of 100 pixels that a distant camera sees.
  private func frame(at x: Double, _ y: Double, perModule angle: Double) -> FinderFrame {
    let turn = (x - 12) * angle
    return FinderFrame(
      center: Point(x: 100 * sin(turn), y: 100 * angle * y), right: Point(x: 100 * angle * cos(turn), y: 0),
      down: Point(x: 0, y: 100 * angle))
  }

  @Test("The modules between finder patterns on a cylinder are where the cylinder has them")
  func cylinder() {
    // The 25 modules cover 115° of the cylinder.
    let angle = 0.08
    let surface = QRSurface(
      dimension: 25, topLeft: frame(at: 3.5, 3.5, perModule: angle),
      topRight: frame(at: 21.5, 3.5, perModule: angle), bottomLeft: frame(at: 3.5, 21.5, perModule: angle))
    for x in stride(from: 0.0, through: 25, by: 0.5) {
      for y in [0, 6.5, 12, 25] {
        let place = surface.apply(x: x, y: y)
        let expected = frame(at: x, y, perModule: angle)
        // A module is eight pixels high.
        #expect(place.distance(to: expected.center) < 1)
        let tangent = surface.map(at: Point(x: x, y: y))
        #expect(tangent.map { $0.apply(x: x, y: y).distance(to: place) < 1e-9 } == true)
        if (3.5...21.5).contains(x) {
          #expect(tangent.map { $0.apply(x: x + 1, y: y).distance(to: place + expected.right) < 0.5 } == true)
        }
      }
    }
  }

  @Test("The fourth corner of a flat surface in perspective is where the plane has it")
  func plane() throws {
    let map = try #require(
      ProjectiveMap(
        unitSquareTo: Point(x: 100, y: 100), Point(x: 300, y: 120), Point(x: 280, y: 310), Point(x: 110, y: 290))
    ).from(squareAt: 0, side: 25)
    func frame(_ x: Double, _ y: Double) -> FinderFrame {
      let center = map.apply(x: x, y: y)
      return FinderFrame(
        center: center, right: map.apply(x: x + 0.5, y: y) - map.apply(x: x - 0.5, y: y),
        down: map.apply(x: x, y: y + 0.5) - map.apply(x: x, y: y - 0.5))
    }
    let surface = QRSurface(
      dimension: 25, topLeft: frame(3.5, 3.5), topRight: frame(21.5, 3.5), bottomLeft: frame(3.5, 21.5))
    #expect(surface.apply(x: 21.5, y: 21.5).distance(to: map.apply(x: 21.5, y: 21.5)) < 2)
    #expect(surface.apply(x: 12.5, y: 12.5).distance(to: map.apply(x: 12.5, y: 12.5)) < 1)
  }

  @Test("Codes that wrap up to 140° around a cylinder are read, which engines alone can't do")
  func read() throws {
    let pictures = try (0..<18).map { try CodePhotograph.photograph(.curved, number: $0) }
    for (text, picture) in pictures {
      #expect(try CodeScanner().scan(picture).map(\.stringValue) == [text])
    }
    for engine in CodeScanner.defaultEngines where engine.readableTypes.contains(.qr) {
      let peers = try pictures.count {
        try !engine.scan($0.picture, types: [.qr], options: EngineOptions()).codes.isEmpty
      }
      #expect(peers < 10, "\(engine.name): \(peers)")
    }
  }
}
