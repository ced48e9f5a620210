import OpenCaptureMediaSamples
import Testing
@testable import OpenCaptureFaces

@Suite("OneEuroFilter")
struct OneEuroFilterTests {
  @Test("A value at rest is smoothed, a moving value is followed")
  func restAndMotion() {
    var resting = OneEuroFilter(restCutoff: 1, speedGain: 0.5)
    var values: [Double] = []
    for index in 0..<60 { values.append(resting.update(index % 2 == 0 ? 1 : -1, after: 1.0 / 30)) }
    #expect(values.suffix(20).allSatisfy { abs($0) < 0.8 })
    var moving = OneEuroFilter(restCutoff: 1, speedGain: 0.5)
    var lag = 0.0
    for index in 0..<90 { lag = Double(index) * 2 - moving.update(Double(index) * 2, after: 1.0 / 30) }
    #expect(lag > 0 && lag < 1)
  }

  @Test("The first value, values without time and invalid values don't disturb the filter")
  func odd() {
    var filter = OneEuroFilter(restCutoff: 1, speedGain: 0)
    #expect(filter.update(5, after: 0.1) == 5)
    #expect(filter.update(.nan, after: 0.1) == 5)
    #expect(filter.update(7, after: 0) == 7)
    #expect(filter.update(.infinity, after: 0.1) == 7)
  }

  @Test("Half the rate smooths equally in the same time")
  func rates() {
    func settled(_ rate: Double) -> Double {
      var filter = OneEuroFilter(restCutoff: 0.5, speedGain: 0)
      _ = filter.update(0, after: 0)
      var value = 0.0
      for _ in 0..<Int(rate / 2) { value = filter.update(1, after: 1 / rate) }
      return value
    }
    #expect(abs(settled(60) - settled(30)) < 0.03)
  }
}

@Suite("MedianFlow")
struct MedianFlowTests {
  private func trails(_ move: (Point) -> Point, outliers: Int = 0) -> [MedianFlow.PointTrack] {
    (0..<36).map { index in
      let from = Point(x: Double(index % 6) * 5 + 10, y: Double(index / 6) * 5 + 10)
      let to = index < outliers ? Point(x: 0, y: 0) : move(from)
      return MedianFlow.PointTrack(from: from, to: to, error: index < outliers ? 9 : 0.1)
    }
  }

  @Test("Translation, scale and rotation are measured despite a third of outliers")
  func motion() throws {
    let flow = try #require(
      MedianFlow(
        trails({ Point(x: $0.x * 1.1 + 3, y: $0.y * 1.1 - 2) }, outliers: 12), tolerance: 1, minimumReliability: 0.4
      ))
    #expect(abs(flow.scale - 1.1) < 0.001)
    #expect(abs(flow.rotation) < 0.001)
    let turned = try #require(
      MedianFlow(trails { Point(x: -$0.y, y: $0.x) }, tolerance: 1, minimumReliability: 0.4))
    #expect(abs(turned.rotation - 90) < 0.001)
    let shifted = try #require(
      MedianFlow(trails { Point(x: $0.x + 3, y: $0.y - 2) }, tolerance: 1, minimumReliability: 0.4))
    #expect(abs(shifted.shift.x - 3) < 0.001 && abs(shifted.shift.y + 2) < 0.001)
  }

  @Test("The motion is unknown if most points are unreliable")
  func lost() {
    #expect(MedianFlow(trails({ $0 }, outliers: 25), tolerance: 1, minimumReliability: 0.4) == nil)
    #expect(MedianFlow([], tolerance: 1, minimumReliability: 0) == nil)
  }
}

@Suite("ScanSchedule")
struct ScanScheduleTests {
  private let sizes = FaceScan.sizes(from: 20, to: 200, step: 1.1)
  private var costs: [Double] { sizes.map { FaceScan.cost(of: $0, window: 20) } }

  @Test("Two passes scan every size once, and no frame scans many", arguments: [10.0, 30, 60])
  func complete(_ rate: Double) {
    var schedule = ScanSchedule(sizes: sizes, costs: costs)
    let whole = costs.reduce(0, +)
    var seen: [Double] = []
    for _ in 0..<Int(rate) where seen.count < sizes.count {
      let due = schedule.sizes(after: 1 / rate, isFollowing: false)
      let price = due.reduce(0) { $0 + FaceScan.cost(of: $1, window: 20) } / whole
      #expect(due.count == 1 || price < 0.16)
      #expect(price < 0.25)
      seen += due
    }
    #expect(seen.prefix(sizes.count).sorted() == sizes.sorted())
  }

  @Test("A slow stream is scanned as often per second as a fast one")
  func pace() {
    func scans(_ rate: Double) -> Int {
      var schedule = ScanSchedule(sizes: sizes, costs: costs)
      return (0..<Int(10 * rate)).reduce(0) { sum, _ in
        sum + schedule.sizes(after: 1 / rate, isFollowing: true).count
      }
    }
    #expect(abs(Double(scans(60)) / Double(scans(20)) - 1) < 0.15)
  }

  @Test("Schedules without sizes or time don't hang")
  func degenerate() {
    var none = ScanSchedule(sizes: [], costs: [])
    #expect(none.sizes(after: 1, isFollowing: false).isEmpty)
    var one = ScanSchedule(sizes: [20], costs: [1])
    #expect((0..<60).contains { _ in !one.sizes(after: 1.0 / 30, isFollowing: true).isEmpty })
    var still = ScanSchedule(sizes: sizes, costs: costs)
    for _ in 0..<10 { _ = still.sizes(after: 0, isFollowing: false) }
    #expect(still.sizes(after: -1, isFollowing: false).isEmpty)
  }
}

@Suite("DetectionAssignment")
struct DetectionAssignmentTests {
  private func box(_ x: Double, size: Double = 40) -> FaceBox { FaceBox(center: Point(x: x, y: 50), size: size) }

  @Test("Of two overlapping faces, the worse match gets no detection")
  func covered() {
    let faces = [box(50), box(62)]
    let sightings = [0, 1].map { DetectionAssignment.Sighting(face: $0, box: box(51)) }
    let seen = DetectionAssignment.assign(sightings, to: faces)
    #expect(seen == [box(51), nil])
  }

  @Test("A detection in the window of another face is assigned correctly")
  func exchanged() {
    let seen = DetectionAssignment.assign(
      [.init(face: 0, box: box(101)), .init(face: 1, box: box(49))], to: [box(50), box(100)])
    #expect(seen == [box(49), box(101)])
  }

  @Test("Without detections nothing is assigned")
  func nothing() {
    #expect(DetectionAssignment.assign([], to: [box(1), box(2)]) == [nil, nil])
  }
}

@Suite("FaceTrack")
struct FaceTrackTests {
  private func seenOften() -> FaceTrack {
    var track = FaceTrack(at: FaceBox(center: Point(x: 50, y: 50), size: 40))
    track.identify(as: 7)
    for _ in 0..<20 { track.see(track.box, isExact: true) }
    return track
  }

  @Test("An undetected face is shown for half a second, and its number is kept for one more")
  func timeouts() {
    var track = seenOften()
    let still = MedianFlow.still
    for _ in 0..<14 { track.advance(by: still, isCovered: false, after: 1.0 / 30) }
    #expect(track.isVisible)
    for _ in 0..<4 { track.advance(by: still, isCovered: false, after: 1.0 / 30) }
    #expect(!track.isVisible && !track.isOver && track.id == 7)
    for _ in 0..<30 { track.advance(by: still, isCovered: false, after: 1.0 / 30) }
    #expect(track.isOver)
  }

  @Test("A face without any trace is hidden within a few frames")
  func lost() {
    var track = seenOften()
    for _ in 0..<4 { track.advance(by: nil, isCovered: false, after: 1.0 / 30) }
    #expect(!track.isVisible)
  }

  @Test("A face behind another one moves on with its last velocity")
  func covered() {
    var track = seenOften()
    for _ in 0..<20 {
      track.advance(by: MedianFlow.moving(1), isCovered: false, after: 1.0 / 30)
      track.see(track.box, isExact: true)
    }
    let start = track.box.center.x
    for _ in 0..<6 { track.advance(by: nil, isCovered: true, after: 1.0 / 30) }
    #expect(track.isVisible)
    #expect(abs(track.box.center.x - start - 6 * 40 / 32) < 2)
  }

  @Test("Only an extrapolated face can be matched to a new detection nearby")
  func adrift() {
    var track = seenOften()
    let near = FaceBox(center: Point(x: 90, y: 50), size: 40)
    track.advance(by: MedianFlow.still, isCovered: false, after: 1.0 / 30)
    #expect(!track.canMatch(near))
    track.advance(by: nil, isCovered: true, after: 1.0 / 30)
    #expect(track.isVisible && track.canMatch(near))
    #expect(!track.canMatch(FaceBox(center: Point(x: 150, y: 50), size: 40)))
  }

  @Test("A face that was detected once is given up sooner than one detected often")
  func newborn() {
    var track = FaceTrack(at: FaceBox(center: Point(x: 50, y: 50), size: 40))
    track.identify(as: 1)
    for _ in 0..<5 { track.advance(by: MedianFlow.still, isCovered: false, after: 1.0 / 30) }
    #expect(!track.isVisible)
  }

  @Test("A face is followed for at least one frame, however long it takes")
  func lowFrameRate() {
    var track = FaceTrack(at: FaceBox(center: Point(x: 50, y: 50), size: 40))
    track.advance(by: MedianFlow.still, isCovered: false, after: 0.5)
    #expect(!track.isOver)
    track.identify(as: 1)
    #expect(track.isVisible)
    track.advance(by: MedianFlow.still, isCovered: false, after: 0.5)
    #expect(!track.isVisible)
  }

  @Test("A face that waits for a clear verification is verified less often, unless the second method failed")
  func verificationInterval() {
    var track = FaceTrack(at: FaceBox(center: Point(x: 50, y: 50), size: 40))
    #expect(track.isVerificationDue)
    _ = (0..<3).map { _ in track.look(votes: 5) }
    #expect(!track.isVerificationDue && !track.isClear)
    for _ in 0..<3 { track.advance(by: MedianFlow.still, isCovered: false, after: 1.0 / 30) }
    #expect(track.isVerificationDue)
    _ = track.look(votes: 5)
    track.recordFailedVerification()
    #expect(track.isVerificationDue)
    #expect(track.look(votes: 12) == .face && track.isClear)
  }
}

extension MedianFlow {
  static let still = moving(0)

  static func moving(_ pixels: Double) -> MedianFlow? {
    MedianFlow(
      (0..<9).map { index in
        let from = Point(x: Double(index % 3) * 8, y: Double(index / 3) * 8)
        return PointTrack(from: from, to: Point(x: from.x + pixels, y: from.y), error: 0)
      }, tolerance: 1, minimumReliability: 0.5)
  }
}

@Suite("Decisions about faces")
struct FaceDecisionTests {
  @Test("A clear face needs one verification; a faint one needs several and a second method")
  func suspicion() {
    var plain = CandidateEvidence()
    #expect(plain.look(votes: 30) == .face)
    var faint = CandidateEvidence()
    #expect((0..<3).map { _ in faint.look(votes: 4) } == [.suspect, .suspect, .faint])
    #expect((0..<5).map { _ in faint.look(votes: 4) } == [.faint, .faint, .faint, .faint, .nothing])
    var late = CandidateEvidence()
    #expect([3, 4, 12].map { late.look(votes: $0) } == [.suspect, .suspect, .face])
    var chance = CandidateEvidence()
    let outcomes = (0..<8).map { _ in chance.look(votes: 2.9) }
    #expect(outcomes.last == .nothing && outcomes.dropLast().allSatisfy { $0 == .suspect })
    var covered = CandidateEvidence()
    let all = (0..<8).map { _ in covered.look(votes: 6) }
    #expect(all.last == .face && all.dropLast().allSatisfy { $0 != .face && $0 != .nothing })
    var none = CandidateEvidence()
    #expect((0..<2).map { _ in none.look(votes: 0) } == [.suspect, .nothing])
  }

  @Test("After a failed second verification, a face needs twice the votes and a higher mean")
  func refuted() {
    var face = CandidateEvidence()
    var outcomes = (0..<3).map { _ in face.look(votes: 4.5) }
    face.recordFailedVerification()
    outcomes += (0..<3).map { _ in face.look(votes: 4.5) }
    #expect(outcomes == [.suspect, .suspect, .faint, .suspect, .suspect, .face])
    var chance = CandidateEvidence()
    _ = (0..<4).map { _ in chance.look(votes: 3.5) }
    chance.recordFailedVerification()
    #expect((0..<4).map { _ in chance.look(votes: 3.5) } == [.suspect, .suspect, .suspect, .nothing])
  }

  @Test("Additional scans alternate, and their counts give tilt and yaw")
  func pose() {
    var pose = HeadPose()
    var tilts: [Double?] = []
    for _ in 0..<3 {
      for look in HeadPose.PoseScan.allCases {
        #expect(pose.nextScan == look)
        let windows = [.moreTilted: 12, .lessTilted: 0, .left: 0, .right: 8, .confirmation: 6][look] ?? 0
        if let tilt = pose.see(face: 6, look: windows) { tilts.append(tilt) }
      }
    }
    #expect(tilts.allSatisfy { $0 == 10 } && tilts.count == 3)
    #expect((pose.yaw ?? 0) > 5)
    #expect(pose.isRollKnown && !pose.isDoubtful)
  }

  @Test("A face that no second cascade confirms is doubtful")
  func doubt() {
    var pose = HeadPose()
    for _ in 0..<(HeadPose.PoseScan.allCases.count * 6) { _ = pose.see(face: 5, look: 0) }
    #expect(pose.isDoubtful)
  }

  @Test("Yaw has the sign of the visible side and is unknown without windows")
  func yaw() {
    #expect(YawEstimate.yaw(left: 0, right: 0, frontal: 0) == nil)
    #expect(YawEstimate.yaw(left: 0, right: 0, frontal: 9) == 0)
    #expect((YawEstimate.yaw(left: 20, right: 0, frontal: 0) ?? 0) < -45)
    #expect((YawEstimate.yaw(left: 0, right: 20, frontal: 0) ?? 0) > 45)
  }

  @Test("Windows of one face are grouped, those of others are not")
  func clusters() {
    let boxes = [(50, 40), (52, 40), (51, 42), (150, 40), (50, 80)].map {
      FaceBox(center: Point(x: Double($0.0), y: 50), size: Double($0.1))
    }
    let clusters = WindowCluster.clusters(of: boxes)
    #expect(clusters.map(\.count).sorted() == [1, 1, 3])
    #expect(WindowCluster.clusters(of: []).isEmpty)
  }

  @Test("A scene cut is a different picture, not a different brightness")
  func cuts() {
    let scene = (0..<144).map { Double($0 % 16 * 15) }
    let brighter = scene.map { $0 * 1.2 + 30 }
    let other = (0..<144).map { Double($0 / 16 % 2 * 200) }
    #expect(!SceneThumbnail(tiles: brighter).isCut(from: SceneThumbnail(tiles: scene)))
    #expect(SceneThumbnail(tiles: other).isCut(from: SceneThumbnail(tiles: scene)))
  }

  @Test("A picture is scaled down until the smallest face fills the window, and never enlarged")
  func scale() {
    #expect(WorkingScale(minimumFaceSize: 0.1, height: 1080, window: 20).factor == 20.0 / 108)
    #expect(WorkingScale(minimumFaceSize: 0.01, height: 240, window: 20).factor == 1)
    #expect(WorkingScale(minimumFaceSize: .nan, height: 240, window: 20).factor == 1)
  }

  @Test("Positions in a rotated or mirrored window map back to the picture")
  func windows() {
    for (roll, isMirrored) in [(0.0, false), (30, false), (-70, true)] {
      let box = FaceBox(center: Point(x: 200, y: 100), size: 80, roll: roll)
      let window = CanonicalWindow(box: box, side: 60, faceSide: 40, isMirrored: isMirrored)
      let back = window.place(CascadeWindow(x: 10, y: 10, size: 40))
      #expect(back.distance(to: box) < 1e-9 && abs(back.size - 80) < 1e-9)
    }
  }
}
