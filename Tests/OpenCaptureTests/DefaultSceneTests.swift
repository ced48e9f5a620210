import Fixtures
import OpenCapture
import Testing

@Suite("The default scene of synthetic cameras")
struct DefaultSceneTests {
  private func frame(_ number: UInt64, _ size: VideoDimensions, _ format: PixelFormat) throws -> SampleBuffer {
    var picture = try PixelBuffer(format: format, width: size.width, height: size.height)
    let time = MediaTime(value: Int64(number), timescale: 30)
    try CodeAndFaces().render(SceneMoment(frame: number, time: time), into: &picture)
    return SampleBuffer(pixelBuffer: picture, timing: SampleTiming(presentationTimeStamp: time))
  }

  @Test(
    "Detectors find a code with the frame number and two faces in frames of every size",
    arguments: [(320, 240), (640, 480), (1280, 720), (1920, 1080)], [PixelFormat.yuyv, .nv12])
  func detectors(size: (Int, Int), format: PixelFormat) throws {
    let size = VideoDimensions(width: size.0, height: size.1)
    let codes = CodeScanner()
    let faces = try FaceDetector()
    for number in stride(from: UInt64(0), to: 400, by: 57) {
      let sample = try frame(number, size, format)
      #expect(try codes.scan(sample).map(\.stringValue) == ["frame \(number)"])
      let found = try faces.detect(sample)
      #expect(found.count == 2, "frame \(number)")
      // Both faces are on the right, one below the other.
      #expect(found.allSatisfy { $0.boundingBox.minX > 0.5 })
      #expect(found.count { $0.boundingBox.center.y < 0.5 } == 1)
    }
  }

  @Test("Tracked faces keep their numbers while they move")
  func followed() throws {
    var tracker = try FaceTracker()
    var numbers: [Set<Int>] = []
    var places: [Double] = []
    for number in 0..<UInt64(60) {
      var frame = Frame(try frame(number, VideoDimensions(width: 640, height: 480), .nv12))
      try tracker.process(&frame)
      let faces = frame.metadataObjects.compactMap { $0 as? FaceObject }
      numbers.append(Set(faces.map(\.faceID)))
      if let first = faces.first(where: { $0.boundingBox.center.y < 0.5 }) {
        places.append(first.boundingBox.center.x)
      }
    }
    #expect(numbers.last?.count == 2)
    #expect(numbers.suffix(40).allSatisfy { $0 == numbers.last })
    #expect(try #require(places.max()) - #require(places.min()) > 0.05)
  }

  @Test("Equal moments give equal pictures, independent of earlier ones")
  func deterministic() throws {
    let size = VideoDimensions(width: 320, height: 240)
    let scene = CodeAndFaces()
    func pixels(_ scene: CodeAndFaces, _ number: UInt64, _ format: PixelFormat) throws -> [UInt8] {
      var picture = try PixelBuffer(format: format, width: size.width, height: size.height)
      try scene.render(SceneMoment(frame: number, time: .zero), into: &picture)
      return try picture.converted(to: .grey).pixels
    }
    let first = try pixels(scene, 7, .yuyv)
    _ = try pixels(scene, 90, .nv12)
    #expect(try pixels(scene, 7, .yuyv) == first)
    #expect(try pixels(CodeAndFaces(), 7, .yuyv) == first)
    #expect(try pixels(CodeAndFaces(), 7, .nv12) == first)
  }

  @Test("The default camera shows this scene, which renders in unusual sizes too")
  func defaultScene() throws {
    let camera = SyntheticCamera()
    #expect(camera.scene is CodeAndFaces)
    for (width, height) in [(2, 2), (16, 400), (400, 16), (64, 48)] {
      let size = VideoDimensions(width: width, height: height)
      #expect(try frame(3, size, .nv12).format.videoDimensions == size)
    }
  }
}
