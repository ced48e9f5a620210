@testable import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite("MetadataJoiner")
struct MetadataJoinerTests {
  private func face(_ id: Int) -> FaceObject { FaceObject(faceID: id, boundingBox: .unit, time: .invalid) }

  private func ids(_ objects: [any MetadataObject]) -> [Int?] { objects.map { ($0 as? FaceObject)?.faceID } }

  @Test("With `once`, each detection is added to one frame and none is lost")
  func once() throws {
    var joiner = MetadataJoiner(.once)
    let times = (0..<5).map { MediaTime(value: $0, timescale: 30) }
    joiner.store([face(1)], seenAt: times[0])
    joiner.store([face(2)], seenAt: times[1])
    #expect(joiner.objects(joining: times[0]).isEmpty)
    #expect(ids(joiner.objects(joining: times[2])) == [1, 2])
    #expect(joiner.objects(joining: times[3]).isEmpty)
  }

  @Test("Frames without a time receive the newest detections")
  func noTime() throws {
    var joiner = MetadataJoiner(.recent)
    joiner.store([face(1)], seenAt: .invalid)
    joiner.store([face(2)], seenAt: .invalid)
    #expect(ids(joiner.objects(joining: .invalid)) == [2])
  }
}
