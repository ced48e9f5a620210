import OpenCaptureSyntheticDevices
import OpenCaptureFaces
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import Testing

@Suite("FaceTracker")
struct FaceTrackerTests {
  private static let width = 320
  private static let height = 240

  /// Returns a frame at a time in seconds.
  private func sample(_ faces: [DrawnFace], at seconds: Double?) throws -> SampleBuffer {
    let time = seconds.map { MediaTime(seconds: $0, preferredTimescale: 90_000) } ?? .invalid
    return SampleBuffer(
      pixelBuffer: try DrawnFace.picture(faces, width: Self.width, height: Self.height),
      timing: SampleTiming(presentationTimeStamp: time))
  }

  /// Returns the tracked faces in each frame.
  private func track(
    frames: Int, rate: Double = 30, from start: Double = 0, with tracker: inout FaceTracker,
    _ faces: (Double) -> [DrawnFace]
  ) throws -> [[FaceObject]] {
    try (0..<frames).map { index in
      let time = start + Double(index) / rate
      return try tracker.track(sample(faces(time), at: time))
    }
  }

  private func walker(_ x: Double, y: Double = 120, lightness: Double = 200) -> DrawnFace {
    DrawnFace(center: Point(x: x, y: y), size: 70, lightness: lightness)
  }

  @Test("A moving face keeps its number and is tracked closely", arguments: [10.0, 15, 30, 60])
  func following(_ rate: Double) throws {
    var tracker = try FaceTracker()
    let face = { (time: Double) in walker(80 + 60 * time) }
    let frames = try track(frames: Int(2 * rate), rate: rate, with: &tracker) { [face($0)] }
    let first = try #require(frames.firstIndex { !$0.isEmpty })
    #expect(Double(first) / rate < 0.35)
    for (index, found) in frames.enumerated() where index > first {
      #expect(found.map(\.faceID) == [1])
      let place = face(Double(index) / rate).center.x / Double(Self.width)
      #expect(abs((found.first?.boundingBox.center.x ?? 0) - place) < 0.03)
      #expect(found.first?.time.isNumeric == true)
    }
  }

  @Test("With hindsight, a face is reported from its first frame on")
  func hindsight() throws {
    var tracker = try FaceTracker()
    tracker.options.hindsight = 24
    var late: [Int: [FaceObject]] = [:]
    let face = { (time: Double) in walker(80 + 60 * time) }
    var first: Int?
    for index in 0..<40 {
      let time = Double(index) / 30
      let found = try tracker.track(sample(index < 10 ? [] : [face(time)], at: time))
      if first == nil, !found.isEmpty { first = index }
      for object in tracker.takeLateObjects() {
        late[index - object.framesAgo, default: []] += [object.object as? FaceObject].compactMap(\.self)
      }
    }
    let seen = try #require(first)
    #expect(seen > 10)
    #expect(late.keys.sorted() == Array(10..<seen))
    for (index, faces) in late {
      #expect(faces.map(\.faceID) == [1] && faces.allSatisfy { !$0.hasRollAngle })
      let time = Double(index) / 30
      let place = face(time).center.x / Double(Self.width)
      #expect(abs((faces.first?.boundingBox.center.x ?? 0) - place) < 0.03)
      #expect(abs((faces.first?.time.seconds ?? -1) - time) < 1e-3)
    }
  }

  @Test("A pipeline with hindsight shows a face from its first frame on")
  func pipeline() throws {
    let face = { (time: Double) in walker(80 + 60 * time) }
    var pipeline = FramePipeline([try FaceTracker()], hindsight: 24)
    var frames: [Frame] = []
    for index in 0..<40 {
      let time = Double(index) / 30
      let frame = try pipeline.process(Frame(sample(index < 10 ? [] : [face(time)], at: time)))
      frames += [frame].compactMap(\.self)
    }
    frames += pipeline.finish()
    #expect(frames.map(\.metadataObjects.count) == (0..<40).map { $0 < 10 ? 0 : 1 })
  }

  @Test("At the end of a stream all faces are forgotten, and numbers aren't reused")
  func end() throws {
    var pipeline = FramePipeline([try FaceTracker()])
    var numbers: [Int] = []
    for index in 0..<40 {
      if index == 20 { pipeline.finish() }
      var frame = Frame(try sample([walker(150)], at: Double(index) / 30))
      pipeline.process(&frame)
      numbers += frame.metadataObjects.compactMap { ($0 as? FaceObject)?.faceID }
    }
    #expect(Set(numbers) == [1, 2])
    #expect(numbers == numbers.sorted())
  }

  @Test("A region outside the picture is one failure for all frames")
  func region() throws {
    let nowhere = Rect(x: 2, y: 2, width: 1, height: 1)
    var tracker = try FaceTracker()
    var detector = try FaceDetector()
    tracker.options.rectOfInterest = nowhere
    detector.rectOfInterest = nowhere
    var pipeline = FramePipeline([tracker, detector])
    for index in 0..<3 {
      var frame = Frame(try sample([walker(150)], at: Double(index) / 30))
      pipeline.process(&frame)
    }
    #expect(pipeline.statistics.map(\.failureCount) == [1, 1])
    #expect(pipeline.statistics.map(\.bypassedCount) == [3, 3])
  }

  @Test("The position and size of a face at rest don't jitter")
  func resting() throws {
    var tracker = try FaceTracker()
    let frames = try track(frames: 60, with: &tracker) { _ in [walker(150)] }
    let bounds = frames.suffix(40).compactMap { $0.first?.boundingBox }
    #expect(bounds.count == 40)
    for (a, b) in zip(bounds, bounds.dropFirst()) {
      #expect(abs(a.center.x - b.center.x) < 0.002 && abs(a.width / b.width - 1) < 0.01)
    }
  }

  @Test("A face that left is shown for half a second at most and gets a new number if it returns late")
  func leaving() throws {
    var tracker = try FaceTracker()
    let there = try track(frames: 30, with: &tracker) { _ in [walker(150)] }
    #expect(there.last?.map(\.faceID) == [1])
    let gone = try track(frames: 75, from: 1, with: &tracker) { _ in [] }
    #expect(gone.dropFirst(16).allSatisfy { $0.isEmpty })
    let back = try track(frames: 30, from: 3.5, with: &tracker) { _ in [walker(150)] }
    #expect(back.last?.map(\.faceID) == [2])
  }

  @Test("A face that is hidden briefly keeps its number")
  func returning() throws {
    var tracker = try FaceTracker()
    _ = try track(frames: 30, with: &tracker) { _ in [walker(150)] }
    _ = try track(frames: 20, from: 1, with: &tracker) { _ in [] }
    let back = try track(frames: 30, from: 1 + 20.0 / 30, with: &tracker) { _ in [walker(152)] }
    #expect(back.last?.map(\.faceID) == [1])
  }

  @Test(
    "Two people who move while hidden keep their numbers, whoever reappears first",
    arguments: [0, 1], [-30.0, 30])
  func returningTogether(first: Int, step: Double) throws {
    var tracker = try FaceTracker()
    let people = [walker(122, lightness: 185), walker(198, lightness: 220)]
    let moved = [walker(122 + step, lightness: 185), walker(198 + step, lightness: 220)]
    func number(of person: DrawnFace, in faces: [FaceObject]?) -> Int? {
      faces?.first { abs($0.boundingBox.center.x * Double(Self.width) - person.center.x) < 25 }?.faceID
    }
    let there = try track(frames: 45, with: &tracker) { _ in people }
    let before = people.map { number(of: $0, in: there.last) }
    #expect(Set(before) == [1, 2])
    _ = try track(frames: 17, from: 45.0 / 30, with: &tracker) { _ in [] }
    let one = try track(frames: 12, from: 62.0 / 30, with: &tracker) { _ in [moved[first]] }
    #expect(number(of: moved[first], in: one.last) == before[first])
    let both = try track(frames: 40, from: 74.0 / 30, with: &tracker) { _ in moved }
    #expect(moved.map { number(of: $0, in: both.last) } == before)
  }

  @Test("Faces that pass each other keep their numbers")
  func crossing() throws {
    var tracker = try FaceTracker()
    let left = { (time: Double) in walker(50 + 55 * time, y: 105, lightness: 185) }
    let right = { (time: Double) in walker(270 - 55 * time, y: 140, lightness: 220) }
    let frames = try track(frames: 120, with: &tracker) { [left($0), right($0)] }
    func id(near x: Double, in faces: [FaceObject]) -> Int? {
      faces.first { abs($0.boundingBox.center.x * Double(Self.width) - x) < 25 }?.faceID
    }
    let early = frames[20]
    let late = frames[119]
    let a = id(near: left(0.67).center.x, in: early)
    let b = id(near: right(0.67).center.x, in: early)
    #expect(a != nil && b != nil && a != b)
    #expect(id(near: left(3.97).center.x, in: late) == a)
    #expect(id(near: right(3.97).center.x, in: late) == b)
  }

  @Test("Roll follows a tilting head, positive clockwise, and is rounded if requested")
  func roll() throws {
    var tracker = try FaceTracker()
    tracker.options.angles = .continuous
    let tilted = { (time: Double) in
      [DrawnFace(center: Point(x: 160, y: 120), size: 100, roll: min(20, 20 * time))]
    }
    let frames = try track(frames: 75, with: &tracker, tilted)
    let roll = try #require(frames.last?.first?.roll)
    #expect(abs(roll - 20) < 8)
    tracker.options.angles = .rounded
    let rounded = try track(frames: 45, from: 2.5, with: &tracker, tilted)
    #expect(rounded.last?.first?.roll == 30)
    #expect(rounded.last?.first?.yaw == 0)
  }

  @Test("Frames without times count as 30 per second, and a jump in time restarts with new numbers")
  func times() throws {
    var tracker = try FaceTracker()
    var last: [FaceObject] = []
    for _ in 0..<20 { last = try tracker.track(sample([walker(150)], at: nil)) }
    #expect(last.map(\.faceID) == [1])
    let later = try track(frames: 20, from: 100, with: &tracker) { _ in [walker(150)] }
    #expect(later.last?.map(\.faceID) == [2])
    let back = try track(frames: 20, from: 50, with: &tracker) { _ in [walker(150)] }
    #expect(back.last?.map(\.faceID) == [3])
  }

  @Test("A scene cut restarts tracking at once")
  func cut() throws {
    var tracker = try FaceTracker()
    _ = try track(frames: 20, with: &tracker) { _ in [walker(80)] }
    var stripes = try PixelBuffer(format: .grey, width: Self.width, height: Self.height, rowAlignment: 1)
    try stripes.withUnsafeMutablePlane(0) { bytes in
      for index in bytes.indices { bytes[index] = index % Self.width / 40 % 2 == 0 ? 220 : 20 }
    }
    let timing = SampleTiming(presentationTimeStamp: MediaTime(value: 20, timescale: 30))
    #expect(try tracker.track(SampleBuffer(pixelBuffer: stripes, timing: timing)).isEmpty)
  }

  @Test(
    "A face that is smaller than usual is found, unless it is smaller than the minimum", arguments: [0.06, 0.1])
  func smallFace(_ minimum: Double) throws {
    var tracker = try FaceTracker()
    tracker.options.minimumFaceSize = minimum
    let face = DrawnFace(center: Point(x: 500, y: 300), size: 50)
    let picture = try DrawnFace.picture([face], width: 960, height: 720)
    var found: [FaceObject] = []
    for index in 0..<30 {
      let timing = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(index), timescale: 15))
      found = try tracker.track(SampleBuffer(pixelBuffer: picture, timing: timing))
    }
    #expect(found.count == (minimum < 0.1 ? 1 : 0), "\(found)")
  }

  @Test(
    "A rotated stream gives device coordinates", arguments: [ImageOrientation.right, .left, .down, .upMirrored])
  func orientations(_ orientation: ImageOrientation) throws {
    var tracker = try FaceTracker()
    let face = DrawnFace(center: Point(x: 100, y: 130), size: 80)
    let stored = try DrawnFace.picture([face], width: 320, height: 240).uprightCopy(orientation.inverse)
    var found: [FaceObject] = []
    for index in 0..<20 {
      let timing = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(index), timescale: 30))
      found = try tracker.track(SampleBuffer(pixelBuffer: stored, timing: timing, orientation: orientation))
    }
    let upright = orientation.upright(try #require(found.first).boundingBox.center)
    #expect(abs(upright.x - 100.0 / 320) < 0.03 && abs(upright.y - 130.0 / 240) < 0.04)
  }

  @Test("A copy of a tracker is independent")
  func copies() throws {
    var tracker = try FaceTracker()
    _ = try track(frames: 20, with: &tracker) { _ in [walker(150)] }
    var copy = tracker
    let other = try track(frames: 30, from: 0.7, with: &copy) { _ in [walker(60), walker(250)] }
    #expect(other.last?.count == 2)
    let same = try track(frames: 5, from: 0.7, with: &tracker) { _ in [walker(150)] }
    #expect(same.last?.map(\.faceID) == [1])
  }

  @Test("The registry creates a detector for pictures")
  func registryForPictures() throws {
    var registry = ProcessorRegistry()
    try registry.registerFaces(inStreams: false)
    let detector = try #require(
      registry.make("faces:minimum=0.2,effort=thorough,profiles=no,angles=rounded") as? FaceDetector)
    #expect(detector.minimumFaceSize == 0.2 && detector.effort == .thorough && detector.findsProfiles == false)
  }

  @Test("The registry creates a tracker with options")
  func registry() throws {
    var registry = ProcessorRegistry.builtIn
    try registry.registerFaces()
    var pipeline = FramePipeline(try registry.makeAll("faces:minimum=0.2,angles=rounded,grayscale"))
    var frame = Frame(try sample([walker(150)], at: 0))
    for index in 0..<15 {
      frame = Frame(try sample([walker(150)], at: Double(index) / 30))
      pipeline.process(&frame)
    }
    #expect(frame.metadataObjects.map(\.type) == [.face])
    #expect(throws: ProcessingError.self) { try registry.make("faces:minimum=2") }
    #expect(throws: ProcessingError.self) { try registry.make("faces:effort=heroic") }
  }
}
