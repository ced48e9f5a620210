import Fixtures
import Testing
@testable import OpenCapture

@Suite("Faces in a metadata output")
struct FacesOnDemandTests {
  private func finds(_ detector: FacesOnDemand, at center: Point) throws -> [any MetadataObject] {
    var detector = detector
    let picture = try DrawnFace.picture([DrawnFace(center: center, size: 100)], width: 320, height: 240)
    var found: [any MetadataObject] = []
    for index in 0..<8 {
      let timing = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(index), timescale: 30))
      var frame = Frame(SampleBuffer(imageBuffer: picture, timing: timing))
      try detector.process(&frame)
      found = frame.metadataObjects
    }
    return found
  }

  @Test("They are followed when they are asked for, where they are asked for, and only then")
  func selection() throws {
    let detector = try #require(FacesOnDemand())
    let (left, right) = (Point(x: 80, y: 120), Point(x: 240, y: 120))
    #expect(try finds(detector.selecting([.face, .qr]), at: left).map(\.type) == [.face])
    #expect(try finds(detector.selecting([.qr]), at: left).isEmpty)
    let half = detector.selecting(Rect(x: 0.5, y: 0, width: 0.5, height: 1))
    #expect(try finds(half, at: left).isEmpty)
    #expect(try finds(half, at: right).count == 1)
  }

  @Test("Where there are no cascades they can't be asked for")
  func missing() throws {
    let none = FacesOnDemand(cascades: CascadeSearch(folder: "/nowhere"))
    #expect(none == nil)
    #expect(CaptureMetadataOutput().availableMetadataObjectTypes.contains(.face))
  }
}
