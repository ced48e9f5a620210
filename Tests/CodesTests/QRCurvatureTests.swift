import OpenCaptureMetadata
import COpenCaptureCodes
import Fixtures
import Testing
@testable import OpenCaptureCodes

@Suite("QR codes on bottles and cans")
struct QRCurvatureTests {
  @Test("Finder patterns keep their positions, and many points are mapped like single ones")
  func places() {
    for bendsRows in [true, false] {
      let bend = QRCurvature(bendsRows: bendsRows, angle: 0.9, sag: 0.1)
      for (x, y) in [(3.5, 3.5), (21.5, 3.5), (3.5, 21.5), (21.5, 21.5)] {
        let place = bend.apply(x: x, y: y, dimension: 25)
        #expect(abs(place.x - x) < 1e-9 && abs(place.y - y) < 1e-9)
      }
      let points = QRFunctionPatterns.points(dimension: 25, offset: 0.4)
      for (point, moved) in zip(points, bend.applyToAll(points, dimension: 25)) {
        let exact = bend.apply(x: Double(point.x), y: Double(point.y), dimension: 25)
        #expect(abs(Double(moved.x) - exact.x) < 0.02 && abs(Double(moved.y) - exact.y) < 0.02)
      }
    }
  }

  @Test("Codes that wrap far around a cylinder are read, which engines alone can't do")
  func read() throws {
    let pictures = try (3..<8).map { try CodePhotograph.photograph(.curved, number: $0) }
    let read = try pictures.count { text, picture in
      let found = try CodeScanner().scan(picture).map(\.stringValue)
      #expect(found.isEmpty || found == [text])
      return found == [text]
    }
    #expect(read >= 3)
    for engine in CodeScanner.defaultEngines where engine.readableTypes.contains(.qr) {
      let peers = try pictures.count {
        try !engine.scan($0.picture, types: [.qr], options: EngineOptions()).codes.isEmpty
      }
      #expect(peers < 2, "\(engine.name)")
    }
  }
}
