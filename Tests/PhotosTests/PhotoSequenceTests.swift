import Fixtures
@testable import OpenCapturePhotos
import OpenCaptureSession
import Testing

@Suite("PhotoSequence")
struct PhotoSequenceTests {
  private static let failure = CaptureError(.deviceDisconnected, subject: "camera", reason: "gone")

  private func messages(_ sequence: inout PhotoSequence) -> [PhotoSequence.Message] {
    var all: [PhotoSequence.Message] = []
    while let message = sequence.nextMessage() { all.append(message) }
    return all
  }

  private func steps(_ sequence: inout PhotoSequence) -> [PhotoStep] { messages(&sequence).map(\.step) }

  private func frame(_ time: UInt64, isDamaged: Bool = false, isAdjusting: Bool = false) -> PhotoFrame {
    PhotoFrame(stamp: time, duration: 10, arrival: time + 5, isDamaged: isDamaged, isAdjusting: isAdjusting)
  }

  private func expected(_ plan: PhotoPlan, _ failures: [Int: CaptureError] = [:]) -> [PhotoStep] {
    [.willBegin, .willCapture, .didCapture] + (0..<plan.photoCount).map { .didProcess($0, failures[$0]) }
      + [.didFinish((0..<plan.photoCount).lazy.compactMap { failures[$0] }.first)]
  }

  @Test("Whatever happens, each of eight overlapping requests is told all its steps once, in order, 1,000 times")
  func order() {
    var random = SeededGenerator(seed: 13)
    for round in 0..<1000 {
      var (sequence, told, now) = (PhotoSequence(waitingLimit: 4), [Int64: [PhotoStep]](), UInt64(1000))
      sequence.isResponsive = round % 2 == 0
      let plans = (0..<8).map { id in
        var plan = PhotoPlan(id: Int64(id))
        plan.frameCount = Int.random(in: 1...3, using: &random)
        plan.isPrepared = plan.frameCount > 1 || Bool.random(using: &random)
        plan.hasMovie = plan.frameCount == 1 && Bool.random(using: &random)
        (plan.photosPerFrame, plan.delay) = (
          Int.random(in: 1...2, using: &random), Int.random(in: 0...2, using: &random)
        )
        return plan
      }
      var (waiting, open, failures) = (plans[...], [PhotoSequence.Action](), [Int64: [Int: CaptureError]]())
      var (ended, movies) = (Set<Int64>(), [Int64]())
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
          told[message.id, default: []].append(message.step)
          if case .didFinish = message.step { ended.insert(message.id) }
        }
      }
      for plan in plans { check(told[plan.id] ?? [], plan) }
    }
  }

  /// Does what is to be done, or lets it fail.
  private func perform(
    _ action: PhotoSequence.Action, _ plans: [PhotoPlan], _ sequence: inout PhotoSequence, _ now: UInt64,
    _ failures: inout [Int64: [Int: CaptureError]], _ random: inout SeededGenerator
  ) -> [PhotoSequence.Action] {
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

  /// All steps, in order, with the first failure at the end.
  private func check(_ steps: [PhotoStep], _ plan: PhotoPlan) {
    var (failures, movie, movieFailed) = ([Int: CaptureError](), [Int](), false)
    for case .didProcess(let photo, let error?) in steps { failures[photo] = error }
    for (index, step) in steps.enumerated() {
      switch step {
      case .didRecordMovie: movie.append(index)
      case .didProcessMovie(let error): (movie, movieFailed) = (movie + [index], error != nil)
      default: break
      }
    }
    #expect(movie.count == (plan.hasMovie ? 2 : 0))
    // Behind the capture; the movie itself behind all photos.
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

  @Test("A request takes the first frame that was exposed after its call, and none that is damaged")
  func fresh() {
    var sequence = PhotoSequence(waitingLimit: 1)
    #expect(sequence.add(PhotoPlan(id: 1), at: 100).isEmpty)
    #expect(sequence.receive(frame(99)).isEmpty)
    #expect(sequence.receive(frame(109, isDamaged: true)).isEmpty)
    #expect(sequence.receive(frame(119)) == [.take(1, frame: 0)])
    #expect(sequence.receive(frame(129)).isEmpty)
    #expect(steps(&sequence) == [.willBegin, .willCapture, .didCapture])
    _ = sequence.process(1, photo: 0, nil, at: 200)
    #expect(steps(&sequence) == [.didProcess(0, nil), .didFinish(nil)])
    #expect(sequence.isIdle && sequence.readiness == .ready)
  }

  @Test("One that counts time more takes the next frame, whenever it was exposed")
  func newest() {
    var (sequence, plan) = (PhotoSequence(waitingLimit: 1), PhotoPlan(id: 1))
    plan.takesAnyFrame = true
    _ = sequence.add(plan, at: 100)
    #expect(sequence.receive(frame(96)) == [.take(1, frame: 0)])
  }

  @Test("Without shutter lag, the frame is at most one from the call, among those at hand or the next")
  func recent() {
    var plan = PhotoPlan(id: 1)
    plan.takesRecentFrame = true
    let atHand = [80, 90, 100].map { frame($0) }
    for call in UInt64(96)...109 {
      var sequence = PhotoSequence(waitingLimit: 1)
      let place = call <= 94 ? 1 : 2
      #expect(sequence.add(plan, at: call, recent: atHand) == [.takeRecent(1, place: place)])
    }
    var sequence = PhotoSequence(waitingLimit: 1)
    #expect(sequence.add(plan, at: 115, recent: atHand).isEmpty)
    // On its way at the call, and nearer to it than any other.
    #expect(sequence.receive(frame(110)) == [.take(1, frame: 0)])
  }

  @Test("Frames that show what was set before are passed by, and those of a camera that adjusts itself")
  func settling() {
    var (sequence, plan) = (PhotoSequence(waitingLimit: 1), PhotoPlan(id: 1))
    (plan.frameCount, plan.isPrepared, plan.delay, plan.waitsForAdjustment) = (2, true, 2, true)
    #expect(sequence.add(plan, at: 100) == [.prepare(1, frame: 0)])
    #expect(sequence.receive(frame(110)).isEmpty)
    #expect(sequence.readiness == .notReadyWaitingForCapture)
    _ = sequence.prepared(1, at: 115)
    // One exposed before, two that lag, one while the camera adjusts itself.
    for time: UInt64 in [112, 120, 130] { #expect(sequence.receive(frame(time)).isEmpty) }
    #expect(sequence.receive(frame(140, isAdjusting: true)).isEmpty)
    #expect(sequence.receive(frame(150)) == [.take(1, frame: 0), .prepare(1, frame: 1)])
    _ = sequence.prepared(1, at: 160)
    for time: UInt64 in [170, 180] { #expect(sequence.receive(frame(time)).isEmpty) }
    #expect(sequence.receive(frame(190)) == [.take(1, frame: 1), .restore(1)])
    // What comes next isn't taken of frames that show what was set for this one.
    #expect(sequence.add(PhotoPlan(id: 2), at: 200).isEmpty)
    _ = sequence.process(1, photo: 0, nil, at: 200)
    _ = sequence.process(1, photo: 1, nil, at: 200)
    #expect(!messages(&sequence).contains { $0.step == .didFinish(nil) })
    #expect(sequence.restored(1, at: 205).isEmpty)
    #expect(steps(&sequence) == [.didFinish(nil), .willCapture])
    for time: UInt64 in [210, 220] { #expect(sequence.receive(frame(time)).isEmpty) }
    #expect(sequence.receive(frame(230)) == [.take(2, frame: 0)])
  }

  @Test("A camera that never ends to adjust itself isn't waited for without end")
  func endlessAdjustment() {
    var (sequence, plan) = (PhotoSequence(waitingLimit: 1), PhotoPlan(id: 1))
    (plan.isPrepared, plan.waitsForAdjustment) = (true, true)
    _ = sequence.add(plan, at: 0)
    _ = sequence.prepared(1, at: 0)
    let taken = Array(1...100).firstIndex { !sequence.receive(frame(UInt64($0) * 10, isAdjusting: true)).isEmpty }
    #expect(taken == PhotoSettling.adjustmentPatience)
  }

  @Test(
    "A responsive output takes the next photo while others are made, as many as may wait; another waits for each")
  func responsive() {
    for isResponsive in [true, false] {
      var sequence = PhotoSequence(waitingLimit: 2)
      sequence.isResponsive = isResponsive
      for id: Int64 in 1...4 { _ = sequence.add(PhotoPlan(id: id), at: 0) }
      let taken = (1...6).flatMap { sequence.receive(frame(UInt64($0) * 10)) }
      #expect(taken == (isResponsive ? [.take(1, frame: 0), .take(2, frame: 0)] : [.take(1, frame: 0)]))
      _ = sequence.process(1, photo: 0, nil, at: 100)
      #expect(sequence.receive(frame(110)) == [.take(isResponsive ? 3 : 2, frame: 0)])
    }
  }

  @Test("Frames of a clock that isn't the system's are judged by when they come")
  func foreignClock() {
    var sequence = PhotoSequence(waitingLimit: 1)
    _ = sequence.add(PhotoPlan(id: 1), at: 100)
    #expect(sequence.receive(PhotoFrame(arrival: 101)) == [.take(1, frame: 0)])
    var plan = PhotoPlan(id: 2)
    plan.isPrepared = true
    _ = sequence.process(1, photo: 0, nil, at: 102)
    _ = sequence.add(plan, at: 103)
    _ = sequence.prepared(2, at: 104)
    // It may have been on its way when the camera was set.
    #expect(sequence.receive(PhotoFrame(arrival: 105)).isEmpty)
    #expect(sequence.receive(PhotoFrame(arrival: 115)) == [.take(2, frame: 0), .restore(2)])
  }

  @Test("Who waits for a frame has a deadline, which each frame moves")
  func deadline() {
    var sequence = PhotoSequence(waitingLimit: 1)
    #expect(sequence.deadline(patience: 50) == nil)
    _ = sequence.add(PhotoPlan(id: 1), at: 100)
    #expect(sequence.deadline(patience: 50) == 150)
    _ = sequence.receive(frame(110, isDamaged: true))
    #expect(sequence.deadline(patience: 50) == 165)
    _ = sequence.failAll(Self.failure)
    #expect(sequence.deadline(patience: 50) == nil)
    #expect(steps(&sequence) == expected(PhotoPlan(id: 1), [0: Self.failure]))
  }
}
