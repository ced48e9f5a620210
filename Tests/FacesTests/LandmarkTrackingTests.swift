import Glibc
import OpenCaptureFaces
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Testing

/// An engine whose results are given for each picture.
private final class ScriptedEngine: LandmarkFaceEngine {
  private struct State: Lockable {
    var results: [[DetectedFace]]
    var count = 0
  }

  private let state: Locked<State>

  init(_ results: [[DetectedFace]]) { state = Locked(State(results: results)) }

  let name = "scripted"
  let version = "1"

  /// The number of searched pictures.
  var count: Int { state.withLock { $0.count } }

  func faces(in picture: PixelBuffer, minimumScore: Double) throws(FaceError) -> [DetectedFace] {
    state.withLock { state in
      defer { state.count += 1 }
      guard state.count < state.results.count else { return [] }
      return state.results[state.count].filter { $0.score >= minimumScore }
    }
  }
}

@Suite("FaceTracker with landmarks")
struct LandmarkTrackingTests {
  /// Returns a face with plausible landmarks.
  private func face(_ x: Double, _ y: Double = 60, score: Double) -> DetectedFace {
    let at = { (dx: Double, dy: Double) in Point(x: x + dx, y: y + dy) }
    return DetectedFace(
      bounds: Rect(x: x - 20, y: y - 25, width: 40, height: 50), score: score,
      landmarks: FaceLandmarks(
        rightEye: at(-9, -8), leftEye: at(9, -8), nose: at(0, 1), rightMouthCorner: at(-7, 11),
        leftMouthCorner: at(7, 11)))
  }

  /// Returns the faces and late faces in each frame at 10 frames per second.
  private func track(
    _ script: [[DetectedFace]], hindsight: Int = 0
  ) throws -> (now: [[FaceObject]], late: [(frame: Int, face: FaceObject)]) {
    var tracker = FaceTracker(engine: ScriptedEngine(script))
    tracker.options.hindsight = hindsight
    var now: [[FaceObject]] = []
    var late: [(frame: Int, face: FaceObject)] = []
    let picture = try DrawnFace.picture([], width: 160, height: 120)
    for index in script.indices {
      let time = MediaTime(value: Int64(index), timescale: 10)
      now.append(
        try tracker.track(SampleBuffer(pixelBuffer: picture, timing: SampleTiming(presentationTimeStamp: time))))
      for entry in tracker.takeLateObjects() {
        if let face = entry.object as? FaceObject { late.append((index - entry.framesAgo, face)) }
      }
    }
    return (now, late)
  }

  @Test("A face is confirmed by several certain detections, and keeps its number through uncertain ones")
  func confirmation() throws {
    let scores = [0.75, 0.85, 0.9, 0.45, 0.42, 0.9]
    let found = try track(scores.map { [face(60, score: $0)] }).now
    #expect(found.map { $0.map(\.faceID) } == [[], [], [1], [1], [1], [1]])
    let first = try #require(found[2].first)
    #expect(abs(first.boundingBox.center.x - 60.0 / 160) < 0.01 && abs((first.roll ?? 90) - 0) < 1)
    #expect(first.landmarks != nil && abs((first.yaw ?? 90) - 0) < 1)
  }

  @Test(
    "Faces that are uncertain, or seen too seldom, are not reported",
    arguments: [
      [0.45, 0.5, 0.55, 0.6, 0.65, 0.65], [0.7, 0.72, 0.75, 0.74, 0.79, 0.78], [0.9, 0, 0, 0, 0.9, 0],
      [0.9, 0.45, 0.45, 0.45, 0.45, 0.45],
    ])
  func doubt(_ scores: [Double]) throws {
    let found = try track(scores.map { $0 > 0 ? [face(60, score: $0)] : [] }).now
    #expect(found.map(\.count) == Array(repeating: 0, count: scores.count))
  }

  @Test("With hindsight, a face is reported since its first detection, between detections too")
  func hindsight() throws {
    let script = [[], [face(60, score: 0.8)], [], [face(64, score: 0.9)], [face(66, score: 0.9)]]
    let (now, late) = try track(script, hindsight: 10)
    #expect(now.map(\.count) == [0, 0, 0, 0, 1])
    #expect(late.map(\.frame).sorted() == [1, 2, 3])
    #expect(late.allSatisfy { $0.face.faceID == 1 && $0.face.landmarks != nil })
    let between = try #require(late.first { $0.frame == 2 })
    #expect(abs(between.face.boundingBox.center.x * 160 - 62) < 0.01)
    #expect(abs(between.face.time.seconds - 0.2) < 1e-9)
  }

  @Test("Two faces that pass each other keep their numbers")
  func passing() throws {
    let script = (0..<16).map { index in
      [face(30 + 6 * Double(index), 40, score: 0.9), face(130 - 6 * Double(index), 75, score: 0.85)]
    }
    let found = try track(script).now
    let ids = { (faces: [FaceObject]) in faces.sorted { $0.boundingBox.minY < $1.boundingBox.minY }.map(\.faceID) }
    let first = ids(try #require(found.first { $0.count == 2 }))
    #expect(found.dropFirst(4).map(ids) == Array(repeating: first, count: 12))
  }

  @Test("A face within a more certain one is not reported")
  func nested() throws {
    let script = (0..<6).map { _ in [face(60, score: 0.95), face(64, 64, score: 0.85)] }
    let found = try track(script).now
    #expect(found.last?.count == 1)
  }

  @Test("A face that returns within a second keeps its number; another place gets a new one")
  func returning() throws {
    let seen = [face(60, score: 0.9)]
    let script =
      Array(repeating: seen, count: 4) + Array(repeating: [], count: 7) + Array(repeating: seen, count: 4)
    let found = try track(script).now
    #expect(found[8].isEmpty)
    #expect(found.last?.map(\.faceID) == [1])
    let other = Array(repeating: seen, count: 4) + Array(repeating: [face(130, score: 0.9)], count: 4)
    let moved = try track(other).now
    #expect(moved.last?.map(\.faceID) == [2])
  }

  @Test("Any size of the smallest face is accepted", arguments: [Double.nan, -1, 0, 7, .infinity])
  func smallestFace(_ size: Double) throws {
    var tracker = FaceTracker(engine: ScriptedEngine([[face(60, score: 0.9)]]))
    tracker.options.minimumFaceSize = size
    let picture = try DrawnFace.picture([], width: 1600, height: 1200)
    #expect(try tracker.track(SampleBuffer(pixelBuffer: picture)).isEmpty)
  }

  @Test("At high frame rates, not every frame is searched")
  func rate() throws {
    let engine = ScriptedEngine(Array(repeating: [face(60, score: 0.9)], count: 120))
    var tracker = FaceTracker(engine: engine)
    var found: [[FaceObject]] = []
    let picture = try DrawnFace.picture([], width: 160, height: 120)
    for index in 0..<120 {
      let time = MediaTime(value: Int64(index), timescale: 120)
      found.append(
        try tracker.track(SampleBuffer(pixelBuffer: picture, timing: SampleTiming(presentationTimeStamp: time))))
    }
    #expect((10...20).contains(engine.count))
    #expect(found.suffix(90).allSatisfy { $0.map(\.faceID) == [1] })
  }

  @Test("Roll and yaw follow from the landmarks", arguments: [0.0, 30, -75, 140])
  func pose(_ roll: Double) throws {
    // A nose a quarter of the eyes' distance off the axis.
    let upright = FaceLandmarks(
      rightEye: Point(x: -10, y: -10), leftEye: Point(x: 10, y: -10), nose: Point(x: 5, y: 0),
      rightMouthCorner: Point(x: -8, y: 10), leftMouthCorner: Point(x: 8, y: 10))
    let angle = roll * .pi / 180
    let turned = upright.mapped { point in
      Point(
        x: 80 + point.x * cos(angle) - point.y * sin(angle), y: 60 + point.x * sin(angle) + point.y * cos(angle))
    }
    let bounds = Rect(x: 60, y: 40, width: 40, height: 40)
    let detected = DetectedFace(bounds: bounds, score: 0.9, landmarks: turned)
    let found = try #require(try track(Array(repeating: [detected], count: 4)).now.last?.first)
    #expect(abs(((found.roll ?? 0) - roll).remainder(dividingBy: 360)) < 0.5)
    #expect(abs((found.yaw ?? 0) - 27.9) < 1)
  }
}
