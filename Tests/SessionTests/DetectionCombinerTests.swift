import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureSession

@Suite("Combined reports of several detectors")
struct FindsJoinTests {
  private static let connection = CaptureConnection()

  /// Simulated detectors that detect a face with the number of the frame in each frame.
  private struct Detectors {
    private var join: DetectionCombiner
    /// The reports: the number of the frame, and the frames of the detections.
    private(set) var reports: [String] = []

    init(_ count: Int) { join = DetectionCombiner(detectorCount: count) }

    /// Returns two detectors: the first is processing the second frame, and the second still the first frame.
    static func apart() -> Self {
      var detectors = Self(2)
      detectors.arrive(1)
      for index in 0..<2 { detectors.begin(index, 1) }
      detectors.arrive(2)
      detectors.finish(0, 1)
      detectors.begin(0, 2)
      return detectors
    }

    mutating func arrive(_ frame: Int) { join.arrive(at: Self.time(frame)) }

    mutating func begin(_ index: Int, _ frame: Int) { join.begin(index, at: Self.time(frame)) }

    mutating func finish(_ index: Int, _ frame: Int, finding count: Int = 1) {
      let face = FaceObject(faceID: frame, boundingBox: .unit, time: Self.time(frame))
      let origin = DetectionCombiner.Origin(time: Self.time(frame), connection: FindsJoinTests.connection)
      for report in join.finish(index, Array(repeating: face, count: count), in: origin) { record(report) }
    }

    mutating func end(_ index: Int) {
      if let report = join.end(index) { record(report) }
    }

    mutating func forget() { join.forget() }

    private mutating func record(_ report: DetectionCombiner.Report) {
      let numbers = report.objects.compactMap { ($0 as? FaceObject)?.faceID }
      reports.append("\(report.origin.time.value): \(numbers)")
    }

    private static func time(_ frame: Int) -> MediaTime { MediaTime(value: Int64(frame), timescale: 30) }
  }

  @Test("Detectors that keep pace share one report per frame")
  func together() {
    var detectors = Detectors(2)
    for frame in 1...3 {
      detectors.arrive(frame)
      for index in 0..<2 { detectors.begin(index, frame) }
      for index in [1, 0] { detectors.finish(index, frame) }
    }
    #expect(detectors.reports == ["1: [1, 1]", "2: [2, 2]", "3: [3, 3]"])
  }

  @Test(
    "Detections in discarded frames are not reported, even at the end")
  func forgottenMeanwhile() {
    var detectors = Detectors.apart()
    detectors.forget()
    detectors.finish(0, 2)
    detectors.finish(1, 1, finding: 0)
    for index in 0..<2 { detectors.end(index) }
    #expect(detectors.reports.isEmpty)
    detectors.arrive(3)
    for index in 0..<2 { detectors.begin(index, 3) }
    for index in 0..<2 { detectors.finish(index, 3) }
    #expect(detectors.reports == ["3: [3, 3]"])
  }

  @Test("A report waits for a detector that keeps pace but has not begun the frame")
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
    "A slow detector delays one report, and its detections then appear in the next one until they change")
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

  @Test("A detector that recovers is waited for again")
  func recovery() {
    var detectors = Detectors.apart()
    detectors.finish(0, 2)
    detectors.finish(1, 1)
    detectors.begin(1, 2)
    detectors.finish(1, 2)
    detectors.arrive(3)
    for index in 0..<2 { detectors.begin(index, 3) }
    detectors.finish(0, 3)
    #expect(detectors.reports.last != "3: [3, 2]")
    detectors.finish(1, 3)
    #expect(detectors.reports.last == "3: [3, 3]")
  }

  @Test("Detections after the last report are reported once at the end")
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

  @Test("Discarded detections are not reported")
  func forgetting() {
    var detectors = Detectors(2)
    detectors.arrive(1)
    for index in 0..<2 { detectors.begin(index, 1) }
    detectors.finish(0, 1)
    detectors.forget()
    for index in 0..<2 { detectors.end(index) }
    #expect(detectors.reports.isEmpty)
  }

  @Test("Reports are in order and without duplicates for any order of the threads")
  func anyOrder() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var detectors = Detectors(3)
      var frame = 0
      var current = [Int?](repeating: nil, count: 3)
      for _ in 0..<100 {
        if Bool.random(using: &generator) {
          frame += 1
          detectors.arrive(frame)
        }
        let index = Int.random(in: 0..<3, using: &generator)
        if let work = current[index] {
          detectors.finish(index, work)
          current[index] = nil
        } else if frame > 0 {
          detectors.begin(index, frame)
          current[index] = frame
        }
      }
      let numbers = detectors.reports.compactMap { Int($0.prefix { $0 != ":" }) }
      #expect(numbers == numbers.sorted())
      #expect(detectors.reports.count == Set(detectors.reports).count)
    }
  }
}
