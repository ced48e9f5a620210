import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureSession

@Suite("One report a frame of several detectors' finds")
struct FindsJoinTests {
  private static let connection = CaptureConnection()

  /// Detectors that find in each frame a face that has the frame's number; times are the frames' numbers.
  private struct Detectors {
    private var join: FindsJoin
    /// What was told: the frame, and by which detectors in which frames.
    private(set) var reports: [String] = []

    init(_ count: Int) { join = FindsJoin(laneCount: count) }

    /// Two, of which the first is in the middle of the second frame, and the second still in that of the first.
    static func apart() -> Self {
      var detectors = Self(2)
      detectors.arrive(1)
      for lane in 0..<2 { detectors.begin(lane, 1) }
      detectors.arrive(2)
      detectors.finish(0, 1)
      detectors.begin(0, 2)
      return detectors
    }

    mutating func arrive(_ frame: Int) { join.arrive(at: Self.time(frame)) }

    mutating func begin(_ lane: Int, _ frame: Int) { join.begin(lane, at: Self.time(frame)) }

    mutating func finish(_ lane: Int, _ frame: Int, finding count: Int = 1) {
      let face = FaceObject(faceID: frame, bounds: .unit, time: Self.time(frame))
      let origin = FindsJoin.Origin(time: Self.time(frame), connection: FindsJoinTests.connection)
      for report in join.finish(lane, Array(repeating: face, count: count), in: origin) { note(report) }
    }

    mutating func end(_ lane: Int) {
      if let report = join.end(lane) { note(report) }
    }

    mutating func forget() { join.forget() }

    private mutating func note(_ report: FindsJoin.Report) {
      let numbers = report.objects.compactMap { ($0 as? FaceObject)?.faceID }
      reports.append("\(report.origin.time.value): \(numbers)")
    }

    private static func time(_ frame: Int) -> MediaTime { MediaTime(value: Int64(frame), timescale: 30) }
  }

  @Test("Detectors that keep pace are told of together, once a frame")
  func together() {
    var detectors = Detectors(2)
    for frame in 1...3 {
      detectors.arrive(frame)
      for lane in 0..<2 { detectors.begin(lane, frame) }
      for lane in [1, 0] { detectors.finish(lane, frame) }
    }
    #expect(detectors.reports == ["1: [1, 1]", "2: [2, 2]", "3: [3, 3]"])
  }

  @Test(
    "What detectors that are in the middle of frames find isn't told once these are forgotten, at the end neither")
  func forgottenMeanwhile() {
    var detectors = Detectors.apart()
    detectors.forget()
    detectors.finish(0, 2)
    detectors.finish(1, 1, finding: 0)
    for lane in 0..<2 { detectors.end(lane) }
    #expect(detectors.reports.isEmpty)
    detectors.arrive(3)
    for lane in 0..<2 { detectors.begin(lane, 3) }
    for lane in 0..<2 { detectors.finish(lane, 3) }
    #expect(detectors.reports == ["3: [3, 3]"])
  }

  @Test("One that has not even begun is waited for, as long as it keeps pace")
  func late() {
    var detectors = Detectors(2)
    detectors.arrive(1)
    detectors.begin(0, 1)
    detectors.finish(0, 1)
    #expect(detectors.reports.isEmpty)
    detectors.begin(1, 1)
    detectors.finish(1, 1)
    #expect(detectors.reports == ["1: [1, 1]"])
  }

  @Test(
    "A slow one delays one report; then what it finds comes with the next, and stays until it finds something else")
  func slow() {
    var detectors = Detectors(2)
    for frame in 1...2 {
      detectors.arrive(frame)
      if frame == 1 { detectors.begin(1, 1) }
      detectors.begin(0, frame)
      detectors.finish(0, frame)
    }
    #expect(detectors.reports == ["1: [1]", "2: [2]"])
    detectors.finish(1, 1)
    #expect(detectors.reports.count == 2)
    detectors.begin(1, 2)
    for frame in 3...4 {
      detectors.arrive(frame)
      detectors.begin(0, frame)
      detectors.finish(0, frame)
    }
    #expect(detectors.reports.suffix(2) == ["3: [3, 1]", "4: [4, 1]"])
    detectors.finish(1, 2, finding: 0)
    detectors.begin(1, 4)
    detectors.arrive(5)
    detectors.begin(0, 5)
    detectors.finish(0, 5)
    #expect(detectors.reports.last == "5: [5]")
  }

  @Test("One that is quick again is waited for again")
  func recovery() {
    var detectors = Detectors.apart()
    detectors.finish(0, 2)
    detectors.finish(1, 1)
    detectors.begin(1, 2)
    detectors.finish(1, 2)
    detectors.arrive(3)
    for lane in 0..<2 { detectors.begin(lane, 3) }
    detectors.finish(0, 3)
    #expect(detectors.reports.last != "3: [3, 2]")
    detectors.finish(1, 3)
    #expect(detectors.reports.last == "3: [3, 3]")
  }

  @Test("What is found too late for any frame is told at the end, once")
  func end() {
    var detectors = Detectors(2)
    for frame in 1...2 {
      detectors.arrive(frame)
      if frame == 1 { detectors.begin(1, 1) }
      detectors.begin(0, frame)
      detectors.finish(0, frame)
    }
    detectors.end(0)
    detectors.finish(1, 1)
    #expect(detectors.reports == ["1: [1]", "2: [2]"])
    detectors.end(1)
    #expect(detectors.reports.last == "2: [2, 1]")
    detectors.arrive(3)
    detectors.begin(0, 3)
    detectors.finish(0, 3)
    detectors.begin(1, 3)
    detectors.finish(1, 3, finding: 0)
    #expect(detectors.reports.last == "3: [3]")
  }

  @Test("What was forgotten is not told")
  func forgetting() {
    var detectors = Detectors(2)
    detectors.arrive(1)
    for lane in 0..<2 { detectors.begin(lane, 1) }
    detectors.finish(0, 1)
    detectors.forget()
    for lane in 0..<2 { detectors.end(lane) }
    #expect(detectors.reports.isEmpty)
  }

  @Test("Each report has what the detectors found last, in any order that threads take")
  func anyOrder() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var detectors = Detectors(3)
      var (frame, works) = (0, [Int?](repeating: nil, count: 3))
      for _ in 0..<100 {
        if Bool.random(using: &generator) {
          frame += 1
          detectors.arrive(frame)
        }
        let lane = Int.random(in: 0..<3, using: &generator)
        if let work = works[lane] {
          detectors.finish(lane, work)
          works[lane] = nil
        } else if frame > 0 {
          detectors.begin(lane, frame)
          works[lane] = frame
        }
      }
      let told = detectors.reports.compactMap { Int($0.prefix { $0 != ":" }) }
      #expect(told == told.sorted())
      #expect(detectors.reports.count == Set(detectors.reports).count)
    }
  }
}
