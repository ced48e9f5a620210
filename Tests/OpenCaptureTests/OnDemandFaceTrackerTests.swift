import FoundationEssentials
import Fixtures
import Testing
@testable import OpenCapture

@Suite("Face detection on demand")
struct FacesOnDemandTests {
  private func detections(_ detector: OnDemandFaceTracker, at center: Point) throws -> [any MetadataObject] {
    var pipeline = FramePipeline([detector]) { Issue.record("\($0)") }
    return try detections(&pipeline, at: center)
  }

  private func detections(_ pipeline: inout FramePipeline, at center: Point) throws -> [any MetadataObject] {
    let picture = try DrawnFace.picture([DrawnFace(center: center, size: 100)], width: 320, height: 240)
    var found: [any MetadataObject] = []
    for index in 0..<8 {
      let timing = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(index), timescale: 30))
      var frame = Frame(SampleBuffer(pixelBuffer: picture, timing: timing))
      pipeline.process(&frame)
      found = frame.metadataObjects
    }
    return found
  }

  @Test("Faces are tracked only when requested")
  func selection() throws {
    let detector = try #require(OnDemandFaceTracker())
    let left = Point(x: 80, y: 120)
    #expect(try detections(detector.selecting([.face, .qr]), at: left).map(\.type) == [.face])
    #expect(try detections(detector.selecting([.qr]), at: left).isEmpty)
  }

  @Test("Face numbers are never reused, neither after a pause nor in the next stream")
  func numbers() throws {
    var pipeline = FramePipeline([try #require(OnDemandFaceTracker())]) { Issue.record("\($0)") }
    var numbers: [Int] = []
    for types in [[.face], [.qr], [.face], [.face]] as [Set<MetadataObjectType>] {
      pipeline.updateProcessors { ($0 as? any MetadataDetector)?.selecting(types) ?? $0 }
      numbers += try detections(&pipeline, at: Point(x: 80, y: 120)).compactMap { ($0 as? FaceObject)?.faceID }
      if numbers.count == 2 { pipeline.finish() }
    }
    #expect(numbers.count == 3)
    #expect(Set(numbers).count == numbers.count)
  }

  @Test("Unreadable cascades are loaded once, not for every frame")
  func broken() throws {
    try TemporaryFolder.with { folder in
      for view in FaceView.allCases { folder.file(view.cascadeFileName, Array("no cascade".utf8)) }
      let detector = try #require(OnDemandFaceTracker(cascades: CascadeLocator(folder: folder.url.path)))
      var pipeline = FramePipeline([detector])
      for _ in 0..<3 {
        var frame = Frame(SampleBuffer(pixelBuffer: try PixelBuffer(format: .grey, width: 64, height: 64)))
        pipeline.process(&frame)
      }
      #expect(pipeline.statistics[0].failureCount == 1)
      #expect(pipeline.statistics[0].bypassedCount == 3)
    }
  }

  @Test("Faces are not available without cascades")
  func missing() throws {
    let none = OnDemandFaceTracker(cascades: CascadeLocator(folder: "/nowhere"))
    #expect(none == nil)
    #expect(CaptureMetadataOutput().availableMetadataObjectTypes.contains(.face))
  }
}
