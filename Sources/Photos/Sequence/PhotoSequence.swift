import OpenCaptureSession
import OpenCaptureSystem

/// Which request gets which frame, what has to be done for it, and what is told when: a state machine without threads,
/// locks or time, which is told of both.
///
/// Requests capture in their order, one at a time; what was captured is processed beside that.
struct PhotoSequence: Lockable, Sendable {
  /// What is to be done.
  enum Action: Sendable, Hashable {
    /// Set what a frame of a request needs, and say when that is done: ``prepared(_:at:)``.
    case prepare(Int64, frame: Int)
    /// This frame is the one of a request.
    case take(Int64, frame: Int)
    /// The frame at this place among the recent ones is the one of a request.
    case takeRecent(Int64, place: Int)
    /// Put back what was set for a request, and say when that is done: ``restored(_:at:)``.
    case restore(Int64)
  }

  /// What is to be told to whom.
  struct Message: Sendable, Hashable {
    let id: Int64
    let step: PhotoStep
  }

  private enum Phase: Sendable, Hashable {
    case waiting, preparing, capturing, captured
  }

  private struct Request: Sendable {
    let plan: PhotoPlan
    /// When it was made.
    let call: UInt64
    var phase = Phase.waiting
    var capturedFrames = 0
    var isTouched = false
    var progress: PhotoProgress
  }

  private var requests: [Request] = []
  private var settling: PhotoSettling?
  private var isRestoring = false
  /// When something last showed that frames come.
  private var lastSign: UInt64 = 0
  /// What is to be told, in this order.
  private var outbox: [Message] = []
  /// Whether a request may capture while others are processed.
  var isResponsive = false
  /// How many photos may wait to be processed, beyond which no more are captured.
  let waitingLimit: Int

  init(waitingLimit: Int) { self.waitingLimit = waitingLimit }

  /// Whether nobody wants a frame, so that there is nothing to decide.
  var isIdle: Bool { head == nil && settling == nil }

  /// Whether it matters if the camera is adjusting itself.
  var asksForAdjustment: Bool { settling?.waitsForAdjustment ?? false }

  /// The request whose turn at the camera it is.
  private var head: Int? { requests.firstIndex { $0.phase != .captured } }

  // MARK: What happens

  /// Takes a request up.
  ///
  /// - Parameter recent: The frames that are at hand, the oldest first.
  mutating func add(_ plan: PhotoPlan, at call: UInt64, recent: [PhotoFrame] = []) -> [Action] {
    if head == nil { lastSign = call }
    var request = Request(
      plan: plan, call: call, progress: PhotoProgress(photoCount: plan.photoCount, hasMovie: plan.hasMovie))
    post(request.progress.begin(), plan.id)
    requests.append(request)
    return advance(at: call, recent)
  }

  /// What a request asked for is set; frames that are exposed from now on may show it.
  mutating func prepared(_ id: Int64, at now: UInt64) -> [Action] {
    guard let index = index(id), requests[index].phase == .preparing else { return [] }
    lastSign = now
    requests[index].phase = .capturing
    let plan = requests[index].plan
    settling = PhotoSettling(since: now, delay: plan.delay, waitsForAdjustment: plan.waitsForAdjustment)
    post(requests[index].progress.willCapture(), id)
    return []
  }

  /// What was set for a request is as it was before.
  mutating func restored(_ id: Int64, at now: UInt64) -> [Action] {
    guard isRestoring, let index = index(id) else { return [] }
    (lastSign, isRestoring) = (now, false)
    settling = PhotoSettling(since: now, delay: requests[index].plan.delay)
    post(requests[index].progress.releaseEnd(), id)
    removeFinished()
    return advance(at: now, [])
  }

  /// A frame came.
  mutating func receive(_ frame: PhotoFrame, recent: [PhotoFrame] = []) -> [Action] {
    lastSign = frame.arrival
    guard isSettled(by: frame), let index = head, requests[index].phase == .capturing else { return [] }
    let request = requests[index]
    let isFresh = frame.isExposed(from: request.call) || request.plan.takesAnyFrame || request.plan.isPrepared
    let isNear = request.plan.takesRecentFrame && Self.distance(frame, from: request.call) < frame.duration
    guard !frame.isDamaged, isFresh || isNear else { return [] }
    return capture(index, .take(request.plan.id, frame: request.capturedFrames), at: frame.arrival, recent)
  }

  /// What became of a photo.
  mutating func process(
    _ id: Int64, photo: Int, _ error: CaptureError?, at now: UInt64, recent: [PhotoFrame] = []
  ) -> [Action] {
    guard let index = index(id) else { return [] }
    post(requests[index].progress.process(photo, error), id)
    removeFinished()
    return advance(at: now, recent)
  }

  /// All of a request's movie was seen.
  mutating func recordMovie(_ id: Int64) {
    guard let index = index(id) else { return }
    post(requests[index].progress.recordMovie(), id)
  }

  /// What became of a request's movie.
  mutating func processMovie(_ id: Int64, _ error: CaptureError?, at now: UInt64) -> [Action] {
    guard let index = index(id) else { return [] }
    post(requests[index].progress.processMovie(error), id)
    removeFinished()
    return advance(at: now, [])
  }

  /// A request fails as far as its frames weren't captured.
  mutating func fail(_ id: Int64, _ error: CaptureError, at now: UInt64) -> [Action] {
    guard let index = index(id) else { return [] }
    let actions = fail(at: index, error)
    removeFinished()
    return actions + advance(at: now, [])
  }

  /// All requests fail as far as their frames weren't captured: none comes.
  mutating func failAll(_ error: CaptureError) -> [Action] {
    var actions: [Action] = []
    for index in requests.indices where requests[index].phase != .captured { actions += fail(at: index, error) }
    settling = nil
    removeFinished()
    return actions
  }

  /// When the request whose turn it is has waited too long for a frame; nil where none waits.
  func deadline(patience: UInt64) -> UInt64? {
    guard let head, requests[head].phase == .capturing else { return nil }
    return lastSign &+ patience
  }

  /// What is to be told next; nil for nothing.
  mutating func nextMessage() -> Message? { outbox.isEmpty ? nil : outbox.removeFirst() }

  /// Whether there is something to be told.
  var hasMessages: Bool { !outbox.isEmpty }

  /// Whether another request would be taken up at once.
  var readiness: CapturePhotoOutput.CaptureReadiness {
    if isRestoring { return .notReadyWaitingForCapture }
    if let head { return requests[head].plan.isPrepared ? .notReadyWaitingForCapture : .notReadyMomentarily }
    return hasRoom(before: requests.count) ? .ready : .notReadyWaitingForProcessing
  }

  /// Whether all of a request was told, or it never was made.
  func isDone(_ id: Int64) -> Bool { index(id) == nil && !outbox.contains { $0.id == id } }
}

// MARK: What follows

extension PhotoSequence {
  private func index(_ id: Int64) -> Int? { requests.firstIndex { $0.plan.id == id } }

  private mutating func post(_ steps: [PhotoStep], _ id: Int64) {
    outbox += steps.map { Message(id: id, step: $0) }
  }

  private mutating func removeFinished() { requests.removeAll(where: \.progress.isFinished) }

  /// Whether one may capture, with so many before it.
  private func hasRoom(before count: Int) -> Bool {
    // A movie is seen and written while others are taken.
    let movieCount = requests.prefix(count).count { $0.progress.waitsForMovie && $0.progress.waitingCount == 0 }
    let photoCount = requests.prefix(count).reduce(0) { $0 + $1.progress.waitingCount }
    return isResponsive ? photoCount + movieCount < waitingLimit : photoCount == 0 && movieCount < waitingLimit
  }

  /// Lets the next request begin, where it can.
  private mutating func advance(at now: UInt64, _ recent: [PhotoFrame]) -> [Action] {
    guard !isRestoring, let index = head, requests[index].phase == .waiting, hasRoom(before: index) else {
      return []
    }
    lastSign = now
    let plan = requests[index].plan
    guard !plan.isPrepared else {
      (requests[index].phase, requests[index].isTouched) = (.preparing, true)
      requests[index].progress.holdEnd()
      return [.prepare(plan.id, frame: 0)]
    }
    requests[index].phase = .capturing
    post(requests[index].progress.willCapture(), plan.id)
    guard plan.takesRecentFrame, settling == nil, let place = nearest(to: requests[index].call, recent) else {
      return []
    }
    return capture(index, .takeRecent(plan.id, place: place), at: now, recent)
  }

  /// The place of the frame that was exposed nearest to a time, where that is nearer than a frame lasts.
  private func nearest(to call: UInt64, _ recent: [PhotoFrame]) -> Int? {
    // Of two that are as near, the newer one.
    let places = recent.indices.reversed().filter { !recent[$0].isDamaged }
    let best = places.min { Self.distance(recent[$0], from: call) < Self.distance(recent[$1], from: call) }
    return best.flatMap { Self.distance(recent[$0], from: call) < recent[$0].duration ? $0 : nil }
  }

  /// How far a frame's exposure is from a call; one whose clock is another is taken for near.
  private static func distance(_ frame: PhotoFrame, from call: UInt64) -> UInt64 {
    guard let stamp = frame.stamp else { return 0 }
    return stamp > call ? stamp - call : call - stamp
  }

  /// Whether a frame shows what was set last.
  private mutating func isSettled(by frame: PhotoFrame) -> Bool {
    guard settling?.pass(frame) ?? true else { return false }
    settling = nil
    return true
  }

  private mutating func capture(
    _ index: Int, _ action: Action, at now: UInt64, _ recent: [PhotoFrame]
  ) -> [Action] {
    let plan = requests[index].plan
    requests[index].capturedFrames += 1
    guard requests[index].capturedFrames == plan.frameCount else {
      requests[index].phase = .preparing
      return [action, .prepare(plan.id, frame: requests[index].capturedFrames)]
    }
    requests[index].phase = .captured
    post(requests[index].progress.didCapture(), plan.id)
    return [action] + release(index) + advance(at: now, recent)
  }

  /// Lets the camera be as it was.
  private mutating func release(_ index: Int) -> [Action] {
    guard requests[index].isTouched else { return [] }
    (requests[index].isTouched, isRestoring) = (false, true)
    return [.restore(requests[index].plan.id)]
  }

  private mutating func fail(at index: Int, _ error: CaptureError) -> [Action] {
    guard requests[index].phase != .captured else { return [] }
    let (plan, done) = (requests[index].plan, requests[index].capturedFrames * requests[index].plan.photosPerFrame)
    requests[index].phase = .captured
    post(requests[index].progress.willCapture() + requests[index].progress.didCapture(), plan.id)
    for photo in done..<plan.photoCount { post(requests[index].progress.process(photo, error), plan.id) }
    post(requests[index].progress.processMovie(error), plan.id)
    return release(index)
  }
}
