import FoundationEssentials
import Fixtures
import Testing
@testable import OpenCapture

@Suite("Faces in a metadata output")
struct FacesOnDemandTests {
  private func finds(_ detector: FacesOnDemand, at center: Point) throws -> [any MetadataObject] {
    var pipeline = FramePipeline([detector]) { Issue.record("\($0)") }
    return try finds(&pipeline, at: center)
  }

  private func finds(_ pipeline: inout FramePipeline, at center: Point) throws -> [any MetadataObject] {
    let picture = try DrawnFace.picture([DrawnFace(center: center, size: 100)], width: 320, height: 240)
    var found: [any MetadataObject] = []
    for index in 0..<8 {
      let timing = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(index), timescale: 30))
      var frame = Frame(SampleBuffer(imageBuffer: picture, timing: timing))
      pipeline.process(&frame)
      found = frame.metadataObjects
    }
    return found
  }

  @Test("They are followed when they are asked for, and only then")
  func selection() throws {
    let detector = try #require(FacesOnDemand())
    let left = Point(x: 80, y: 120)
    #expect(try finds(detector.selecting([.face, .qr]), at: left).map(\.type) == [.face])
    #expect(try finds(detector.selecting([.qr]), at: left).isEmpty)
  }

  @Test("A face's number is never given to another, neither after faces weren't asked for nor in the next stream")
  func numbers() throws {
    var pipeline = FramePipeline([try #require(FacesOnDemand())]) { Issue.record("\($0)") }
    var numbers: [Int] = []
    for types in [[.face], [.qr], [.face], [.face]] as [Set<MetadataObjectType>] {
      pipeline.updateProcessors { ($0 as? any MetadataDetector)?.selecting(types) ?? $0 }
      numbers += try finds(&pipeline, at: Point(x: 80, y: 120)).compactMap { ($0 as? FaceObject)?.faceID }
      if numbers.count == 2 { pipeline.finish() }
    }
    #expect(numbers.count == 3)
    #expect(Set(numbers).count == numbers.count)
  }

  @Test("Cascades that can't be read are tried once, not with every frame")
  func broken() throws {
    try TemporaryFolder.with { folder in
      for view in FaceView.allCases { folder.file(view.cascadeFileName, Array("no cascade".utf8)) }
      let detector = try #require(FacesOnDemand(cascades: CascadeSearch(folder: folder.url.path)))
      var pipeline = FramePipeline([detector])
      for _ in 0..<3 {
        var frame = Frame(SampleBuffer(imageBuffer: try PixelBuffer(format: .grey, width: 64, height: 64)))
        pipeline.process(&frame)
      }
      #expect(pipeline.statistics[0].failureCount == 1)
      #expect(pipeline.statistics[0].bypassedCount == 3)
    }
  }

  @Test("Where there are no cascades they can't be asked for")
  func missing() throws {
    let none = FacesOnDemand(cascades: CascadeSearch(folder: "/nowhere"))
    #expect(none == nil)
    #expect(CaptureMetadataOutput().availableMetadataObjectTypes.contains(.face))
  }
}
