import OpenCaptureSyntheticDevices
import OpenCaptureFaces
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import Testing

@Suite("FaceDetector")
struct FaceDetectorTests {
  private let detector = Result { try FaceDetector() }

  /// Returns whether bounds in device coordinates match a drawn face.
  private func isAt(_ bounds: Rect, _ face: DrawnFace, _ picture: PixelBuffer) -> Bool {
    let pixels = bounds.scaled(x: Double(picture.width), y: Double(picture.height))
    return abs(pixels.center.x - face.center.x) < face.size * 0.1
      && abs(pixels.center.y - face.center.y) < face.size * 0.15 && pixels.height > face.size * 0.7
      && pixels.height < face.size * 1.2
  }

  @Test("A face of any size is found once, in the right place", arguments: [24.0, 40, 75, 140, 230])
  func sizes(_ size: Double) throws {
    let face = DrawnFace(center: Point(x: 150, y: 120), size: size)
    let picture = try DrawnFace.picture([face], width: 320, height: 240)
    let found = try detector.get().detect(picture)
    #expect(found.count == 1)
    #expect(found.allSatisfy { isAt($0.boundingBox, face, picture) })
    #expect(found.first?.faceID == 1)
    #expect(abs(found.first?.roll ?? 90) < 4)
    #expect(abs(found.first?.yaw ?? 90) < 15)
  }

  @Test(
    "A face that fills the picture or is cut by its edge is found",
    arguments: [
      DrawnFace(center: Point(x: 160, y: 120), size: 300), DrawnFace(center: Point(x: 160, y: 30), size: 150),
      DrawnFace(center: Point(x: 40, y: 120), size: 150),
    ])
  func edges(_ face: DrawnFace) throws {
    let picture = try DrawnFace.picture([face], width: 320, height: 240)
    let found = try detector.get().detect(picture)
    #expect(found.count == 1 && found.allSatisfy { isAt($0.boundingBox, face, picture) }, "\(found)")
  }

  @Test("Faces are found with every effort, and nothing else", arguments: DetectionEffort.allCases)
  func efforts(_ effort: DetectionEffort) throws {
    var detector = try detector.get()
    detector.effort = effort
    let faces = [60.0, 160, 260].map { DrawnFace(center: Point(x: $0, y: 100), size: 70) }
    let picture = try DrawnFace.picture(faces, width: 320, height: 200)
    let found = try detector.detect(picture)
    #expect(found.count == 3)
    #expect(faces.allSatisfy { face in found.contains { isAt($0.boundingBox, face, picture) } })
  }

  @Test("The roll of a tilted head is measured, positive clockwise", arguments: [-20.0, -10, 10, 20])
  func roll(_ degrees: Double) throws {
    let face = DrawnFace(center: Point(x: 100, y: 100), size: 110, roll: degrees)
    let found = try detector.get().detect(DrawnFace.picture([face], width: 200, height: 200))
    let roll = try #require(found.first?.roll)
    #expect(abs(roll - degrees) < 8)
  }

  @Test("Strongly tilted heads are found only with thorough effort")
  func thoroughRoll() throws {
    var detector = try detector.get()
    let face = DrawnFace(center: Point(x: 100, y: 100), size: 100, roll: 42)
    let picture = try DrawnFace.picture([face], width: 200, height: 200)
    #expect(try detector.detect(picture).isEmpty)
    detector.effort = .thorough
    let roll = try #require(try detector.detect(picture).first?.roll)
    #expect(abs(roll - 42) < 8)
  }

  @Test("Faces below the minimum size are not reported")
  func minimumFaceSize() throws {
    var detector = try detector.get()
    let small = DrawnFace(center: Point(x: 60, y: 100), size: 40)
    let large = DrawnFace(center: Point(x: 200, y: 110), size: 140)
    let picture = try DrawnFace.picture([small, large], width: 300, height: 220)
    #expect(try detector.detect(picture).count == 2)
    detector.minimumFaceSize = 0.4
    let found = try detector.detect(picture)
    #expect(found.count == 1)
    #expect(found.allSatisfy { isAt($0.boundingBox, large, picture) })
  }

  @Test("A region of interest excludes faces outside and moves none")
  func regionOfInterest() throws {
    var detector = try detector.get()
    let faces = [80.0, 240].map { DrawnFace(center: Point(x: $0, y: 100), size: 90) }
    let picture = try DrawnFace.picture(faces, width: 320, height: 200)
    detector.rectOfInterest = Rect(x: 0.5, y: 0, width: 0.5, height: 1)
    let found = try detector.detect(picture)
    #expect(found.count == 1)
    #expect(found.allSatisfy { isAt($0.boundingBox, faces[1], picture) })
    detector.rectOfInterest = Rect(x: 1, y: 0, width: 1, height: 1)
    let error = #expect(throws: FaceError.self) { try detector.detect(picture) }
    #expect(error?.code == .emptyRegion)
  }

  @Test("A picture that is stored rotated or mirrored gives the same face", arguments: ImageOrientation.allCases)
  func orientations(_ orientation: ImageOrientation) throws {
    let face = DrawnFace(center: Point(x: 110, y: 90), size: 100, roll: 12)
    let upright = try DrawnFace.picture([face], width: 260, height: 200)
    let stored = try upright.uprightCopy(orientation.inverse)
    let found = try #require(try detector.get().detect(stored, orientation: orientation).first)
    // The face in device coordinates, transformed to upright, must match the face in the upright picture.
    let turn = PictureTransform(from: .unit, orientation: orientation, to: .unit)
    let seen = found.transformed(by: turn)
    let same = try #require(try detector.get().detect(upright).first)
    #expect(abs(seen.boundingBox.center.x - same.boundingBox.center.x) < 0.01)
    #expect(abs(seen.boundingBox.center.y - same.boundingBox.center.y) < 0.01)
    #expect(abs((seen.roll ?? 90) - (same.roll ?? -90)) < 2)
  }

  @Test("Backgrounds without faces give no detections")
  func nothing() throws {
    var generator = SeededGenerator(seed: 7)
    var noise = try PixelBuffer(format: .grey, width: 320, height: 240, rowAlignment: 1)
    try noise.withUnsafeMutablePlane(0) { bytes in
      for index in bytes.indices { bytes[index] = UInt8.random(in: 0...255, using: &generator) }
    }
    #expect(try detector.get().detect(noise).isEmpty)
    let plain = try DrawnFace.picture([], width: 320, height: 240)
    #expect(try detector.get().detect(plain).isEmpty)
  }

  @Test(
    "Pictures of any size are accepted", arguments: [(1, 1), (1, 300), (300, 1), (19, 19), (20, 20), (21, 500)])
  func tiny(_ width: Int, _ height: Int) throws {
    let plain = try DrawnFace.picture([], width: width, height: height)
    #expect(try detector.get().detect(plain).isEmpty)
  }

  @Test("An invalid minimum size is clamped", arguments: [-1, 0, 5, .nan, .infinity])
  func nonsense(_ size: Double) throws {
    var detector = try detector.get()
    detector.minimumFaceSize = size
    let face = DrawnFace(center: Point(x: 60, y: 60), size: 90)
    let found = try detector.detect(DrawnFace.picture([face], width: 120, height: 120))
    #expect(found.count <= 1)
  }

  @Test("Faces are appended to existing metadata objects, with the time of the frame")
  func processor() throws {
    let face = DrawnFace(center: Point(x: 60, y: 60), size: 80)
    let timing = SampleTiming(
      presentationTimeStamp: MediaTime(value: 5, timescale: 30), duration: MediaTime(value: 1, timescale: 30))
    let sample = SampleBuffer(
      pixelBuffer: try DrawnFace.picture([face], width: 120, height: 120), timing: timing)
    var frame = Frame(sample, metadataObjects: [FaceObject(faceID: 9, boundingBox: .unit)])
    var pipeline = FramePipeline([try detector.get()])
    pipeline.process(&frame)
    let ids = frame.metadataObjects.map { ($0 as? FaceObject)?.faceID }
    #expect(ids == [9, 1])
    #expect(frame.metadataObjects.last?.time == timing.presentationTimeStamp)
    #expect(frame.metadataObjects.last?.duration == timing.duration)
  }
}
