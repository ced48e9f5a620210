import Fixtures
@testable import OpenCapturePhotos
import OpenCaptureSession
import Testing

@Suite("PhotoRequestScheduler")
struct PhotoSequenceTests {
  private static let failure = CaptureError(.deviceDisconnected, subject: "camera", reason: "gone")

  private func messages(_ sequence: inout PhotoRequestScheduler) -> [PhotoRequestScheduler.Message] {
    var all: [PhotoRequestScheduler.Message] = []
    while let message = sequence.nextMessage() { all.append(message) }
    return all
  }

  private func steps(_ sequence: inout PhotoRequestScheduler) -> [PhotoStep] { messages(&sequence).map(\.step) }

  private func frame(_ time: UInt64, isDamaged: Bool = false, isAdjusting: Bool = false) -> PhotoFrame {
    PhotoFrame(stamp: time, duration: 10, arrival: time + 5, isDamaged: isDamaged, isAdjusting: isAdjusting)
  }

  private func expected(_ plan: PhotoRequestRequirements, _ failures: [Int: CaptureError] = [:]) -> [PhotoStep] {
    [.willBegin, .willCapture, .didCapture] + (0..<plan.photoCount).map { .didProcess($0, failures[$0]) }
      + [.didFinish((0..<plan.photoCount).lazy.compactMap { failures[$0] }.first)]
  }

  @Test("The steps of eight overlapping requests are each reported once and in order, in 1,000 random runs")
  func order() {
    var random = SeededGenerator(seed: 13)
    for round in 0..<1000 {
      var sequence = PhotoRequestScheduler(waitingLimit: 4)
      var reported: [Int64: [PhotoStep]] = [:]
      var now = UInt64(1000)
      sequence.isResponsive = round % 2 == 0
      let plans = (0..<8).map { id in
        var plan = PhotoRequestRequirements(id: Int64(id))
        plan.frameCount = Int.random(in: 1...3, using: &random)
        plan.isPrepared = plan.frameCount > 1 || Bool.random(using: &random)
        plan.hasMovie = plan.frameCount == 1 && Bool.random(using: &random)
        plan.photosPerFrame = Int.random(in: 1...2, using: &random)
        plan.delay = Int.random(in: 0...2, using: &random)
        return plan
      }
      var waiting = plans[...]
      var open: [PhotoRequestScheduler.Action] = []
      var failures: [Int64: [Int: CaptureError]] = [:]
      var ended = Set<Int64>()
      var movies: [Int64] = []
      while ended.count < plans.count {
        now += 10
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<2: if let plan = waiting.popFirst() { open += sequence.add(plan, at: now) }
        case 2..<6: open += sequence.receive(frame(now, isDamaged: Int.random(in: 0..<8, using: &random) == 0))
        case 6 where Int.random(in: 0..<6, using: &random) == 0: open += sequence.failAll(Self.failure)
        case 7 where !movies.isEmpty:
          let id = movies.remove(at: Int.random(in: movies.indices, using: &random))
          if Bool.random(using: &random) { sequence.recordMovie(id) }
          let failure = Int.random(in: 0..<4, using: &random) == 0 ? Self.failure : nil
          open += sequence.processMovie(id, failure, at: now)
        default:
          guard let index = open.indices.randomElement(using: &random) else { continue }
          let action = open.remove(at: index)
          if case .take(let id, _) = action, plans[Int(id)].hasMovie { movies.append(id) }
          open += perform(action, plans, &sequence, now, &failures, &random)
        }
        for message in messages(&sequence) {
          reported[message.id, default: []].append(message.step)
          if case .didFinish = message.step { ended.insert(message.id) }
        }
      }
      for plan in plans { check(reported[plan.id] ?? [], plan) }
    }
  }

  /// Performs an action, or lets it fail.
  private func perform(
    _ action: PhotoRequestScheduler.Action, _ plans: [PhotoRequestRequirements],
    _ sequence: inout PhotoRequestScheduler, _ now: UInt64,
    _ failures: inout [Int64: [Int: CaptureError]], _ random: inout SeededGenerator
  ) -> [PhotoRequestScheduler.Action] {
    let fails = Int.random(in: 0..<5, using: &random) == 0
    switch action {
    case .prepare(let id, _):
      return fails ? sequence.fail(id, Self.failure, at: now) : sequence.prepared(id, at: now)
    case .restore(let id): return sequence.restored(id, at: now)
    case .take(let id, let frame), .takeRecent(let id, let frame):
      let count = plans[Int(id)].photosPerFrame
      return (frame * count..<(frame + 1) * count).shuffled(using: &random).flatMap {
        sequence.process(id, photo: $0, fails ? Self.failure : nil, at: now)
      }
    }
  }

  /// Checks that all steps are in order, with the first failure at the end.
  private func check(_ steps: [PhotoStep], _ plan: PhotoRequestRequirements) {
    var failures: [Int: CaptureError] = [:]
    var movie: [Int] = []
    var movieFailed = false
    for case .didProcess(let photo, let error?) in steps { failures[photo] = error }
    for (index, step) in steps.enumerated() {
      switch step {
      case .didRecordMovie: movie.append(index)
      case .didProcessMovie(let error):
        movie.append(index)
        movieFailed = error != nil
      default: break
      }
    }
    #expect(movie.count == (plan.hasMovie ? 2 : 0))
    // The recording is reported after the capture, the written movie after all photos.
    if let first = movie.first {
      #expect(first > 2 && steps[first] == .didRecordMovie && movie[1] == steps.count - 2)
    }
    let steps = steps.indices.filter { !movie.contains($0) }.map { steps[$0] }
    guard case .didFinish(let last)? = steps.last else {
      Issue.record("no end: \(steps)")
      return
    }
    #expect((last == nil) == (failures.isEmpty && !movieFailed))
    #expect(steps.dropLast() == expected(plan, failures).dropLast())
  }

  @Test("A request takes the first undamaged frame exposed after its call")
  func fresh() {
    var sequence = PhotoRequestScheduler(waitingLimit: 1)
    #expect(sequence.add(PhotoRequestRequirements(id: 1), at: 100).isEmpty)
    #expect(sequence.receive(frame(99)).isEmpty)
    #expect(sequence.receive(frame(109, isDamaged: true)).isEmpty)
    #expect(sequence.receive(frame(119)) == [.take(1, frame: 0)])
    #expect(sequence.receive(frame(129)).isEmpty)
    #expect(steps(&sequence) == [.willBegin, .willCapture, .didCapture])
    _ = sequence.process(1, photo: 0, nil, at: 200)
    #expect(steps(&sequence) == [.didProcess(0, nil), .didFinish(nil)])
    #expect(sequence.isIdle && sequence.readiness == .ready)
  }

  @Test("A request that prefers speed takes the next frame, regardless of its exposure time")
  func newest() {
    var sequence = PhotoRequestScheduler(waitingLimit: 1)
    var plan = PhotoRequestRequirements(id: 1)
    plan.takesAnyFrame = true
    _ = sequence.add(plan, at: 100)
    #expect(sequence.receive(frame(96)) == [.take(1, frame: 0)])
  }

  @Test("With zero shutter lag, the frame is the recent or next one nearest to the call")
  func recent() {
    var plan = PhotoRequestRequirements(id: 1)
    plan.takesRecentFrame = true
    let recentFrames = [80, 90, 100].map { frame($0) }
    for call in UInt64(96)...109 {
      var sequence = PhotoRequestScheduler(waitingLimit: 1)
      let place = call <= 94 ? 1 : 2
      #expect(sequence.add(plan, at: call, recent: recentFrames) == [.takeRecent(1, place: place)])
    }
    var sequence = PhotoRequestScheduler(waitingLimit: 1)
    #expect(sequence.add(plan, at: 115, recent: recentFrames).isEmpty)
    // Exposed before the call but not yet arrived, and nearer to it than any other frame.
    #expect(sequence.receive(frame(110)) == [.take(1, frame: 0)])
  }

  @Test("Frames with the previous settings are skipped, and those of a camera that is adjusting")
  func settling() {
    var sequence = PhotoRequestScheduler(waitingLimit: 1)
    var plan = PhotoRequestRequirements(id: 1)
    plan.frameCount = 2
    plan.isPrepared = true
    plan.delay = 2
    plan.waitsForAdjustment = true
    #expect(sequence.add(plan, at: 100) == [.prepare(1, frame: 0)])
    #expect(sequence.receive(frame(110)).isEmpty)
    #expect(sequence.readiness == .notReadyWaitingForCapture)
    _ = sequence.prepared(1, at: 115)
    // One frame exposed before, two with the previous settings, one of an adjusting camera.
    for time: UInt64 in [112, 120, 130] { #expect(sequence.receive(frame(time)).isEmpty) }
    #expect(sequence.receive(frame(140, isAdjusting: true)).isEmpty)
    #expect(sequence.receive(frame(150)) == [.take(1, frame: 0), .prepare(1, frame: 1)])
    _ = sequence.prepared(1, at: 160)
    for time: UInt64 in [170, 180] { #expect(sequence.receive(frame(time)).isEmpty) }
    #expect(sequence.receive(frame(190)) == [.take(1, frame: 1), .restore(1)])
    // The next request doesn't take frames with the settings of this one.
    #expect(sequence.add(PhotoRequestRequirements(id: 2), at: 200).isEmpty)
    _ = sequence.process(1, photo: 0, nil, at: 200)
    _ = sequence.process(1, photo: 1, nil, at: 200)
    #expect(!messages(&sequence).contains { $0.step == .didFinish(nil) })
    #expect(sequence.restored(1, at: 205).isEmpty)
    #expect(steps(&sequence) == [.didFinish(nil), .willCapture])
    for time: UInt64 in [210, 220] { #expect(sequence.receive(frame(time)).isEmpty) }
    #expect(sequence.receive(frame(230)) == [.take(2, frame: 0)])
  }

  @Test("The wait for a camera that never stops adjusting is limited")
  func endlessAdjustment() {
    var sequence = PhotoRequestScheduler(waitingLimit: 1)
    var plan = PhotoRequestRequirements(id: 1)
    plan.isPrepared = true
    plan.waitsForAdjustment = true
    _ = sequence.add(plan, at: 0)
    _ = sequence.prepared(1, at: 0)
    let taken = Array(1...100).firstIndex { !sequence.receive(frame(UInt64($0) * 10, isAdjusting: true)).isEmpty }
    #expect(taken == SettlingFrameFilter.adjustmentFrameLimit)
  }

  @Test(
    "A responsive output takes photos while others are processed, up to a limit; other outputs wait for each")
  func responsive() {
    for isResponsive in [true, false] {
      var sequence = PhotoRequestScheduler(waitingLimit: 2)
      sequence.isResponsive = isResponsive
      for id: Int64 in 1...4 { _ = sequence.add(PhotoRequestRequirements(id: id), at: 0) }
      let taken = (1...6).flatMap { sequence.receive(frame(UInt64($0) * 10)) }
      #expect(taken == (isResponsive ? [.take(1, frame: 0), .take(2, frame: 0)] : [.take(1, frame: 0)]))
      _ = sequence.process(1, photo: 0, nil, at: 100)
      #expect(sequence.receive(frame(110)) == [.take(isResponsive ? 3 : 2, frame: 0)])
    }
  }

  @Test("Frames with another clock are selected by their time of arrival")
  func foreignClock() {
    var sequence = PhotoRequestScheduler(waitingLimit: 1)
    _ = sequence.add(PhotoRequestRequirements(id: 1), at: 100)
    #expect(sequence.receive(PhotoFrame(arrival: 101)) == [.take(1, frame: 0)])
    var plan = PhotoRequestRequirements(id: 2)
    plan.isPrepared = true
    _ = sequence.process(1, photo: 0, nil, at: 102)
    _ = sequence.add(plan, at: 103)
    _ = sequence.prepared(2, at: 104)
    // The frame may have been exposed before the camera was set up.
    #expect(sequence.receive(PhotoFrame(arrival: 105)).isEmpty)
    #expect(sequence.receive(PhotoFrame(arrival: 115)) == [.take(2, frame: 0), .restore(2)])
  }

  @Test("A request that waits for a frame has a deadline, which each frame extends")
  func deadline() {
    var sequence = PhotoRequestScheduler(waitingLimit: 1)
    #expect(sequence.deadline(timeout: 50) == nil)
    _ = sequence.add(PhotoRequestRequirements(id: 1), at: 100)
    #expect(sequence.deadline(timeout: 50) == 150)
    _ = sequence.receive(frame(110, isDamaged: true))
    #expect(sequence.deadline(timeout: 50) == 165)
    _ = sequence.failAll(Self.failure)
    #expect(sequence.deadline(timeout: 50) == nil)
    #expect(steps(&sequence) == expected(PhotoRequestRequirements(id: 1), [0: Self.failure]))
  }
}
