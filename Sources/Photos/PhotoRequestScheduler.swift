import OpenCaptureSession
import OpenCaptureSystem

/// A state machine that assigns frames to requests, and decides about the actions and reports for them.
///
/// The machine has no threads, locks or clock; times are parameters. Requests capture one at a time, in order. Captured
/// frames are processed while later requests capture.
struct PhotoRequestScheduler: Lockable, Sendable {
  enum Action: Sendable, Hashable {
    /// Set the camera up for a frame of a request, then call ``prepared(_:at:)``.
    case prepare(Int64, frame: Int)
    /// Use the new frame for a request.
    case take(Int64, frame: Int)
    /// Use the recent frame with this index for a request.
    case takeRecent(Int64, place: Int)
    /// Restore the settings of the camera after a request, then call ``restored(_:at:)``.
    case restore(Int64)
  }

  /// A step to report for a request.
  struct Message: Sendable, Hashable {
    let id: Int64
    let step: PhotoStep
  }

  private enum Phase: Sendable, Hashable {
    case waiting, preparing, capturing, captured
  }

  private struct Request: Sendable {
    let plan: PhotoRequestRequirements
    /// The time of the request.
    let call: UInt64
    var phase = Phase.waiting
    var capturedFrames = 0
    var isTouched = false
    var progress: PhotoProgress
  }

  private var requests: [Request] = []
  private var settling: SettlingFrameFilter?
  private var isRestoring = false
  /// The last time that showed that the camera is working.
  private var lastActivity: UInt64 = 0
  /// The steps to report, in order.
  private var pendingMessages: [Message] = []
  /// Whether a request may capture while others are processed.
  var isResponsive = false
  /// The most photos that may wait to be processed before capturing pauses.
  let waitingLimit: Int

  init(waitingLimit: Int) { self.waitingLimit = waitingLimit }

  /// Whether no request waits for a frame.
  var isIdle: Bool { head == nil && settling == nil }

  /// Whether frames must state whether the camera is adjusting.
  var needsAdjustmentState: Bool { settling?.waitsForAdjustment ?? false }

  /// The index of the request that may use the camera.
  private var head: Int? { requests.firstIndex { $0.phase != .captured } }

  // MARK: Events

  /// Adds a request, which may take one of the recent frames; the oldest is first.
  mutating func add(_ plan: PhotoRequestRequirements, at call: UInt64, recent: [PhotoFrame] = []) -> [Action] {
    if head == nil { lastActivity = call }
    var request = Request(
      plan: plan, call: call, progress: PhotoProgress(photoCount: plan.photoCount, hasMovie: plan.hasMovie))
    post(request.progress.begin(), plan.id)
    requests.append(request)
    return advance(at: call, recent)
  }

  /// Records that the camera is set up for a request; frames exposed from now on may show the settings.
  mutating func prepared(_ id: Int64, at now: UInt64) -> [Action] {
    guard let index = index(id), requests[index].phase == .preparing else { return [] }
    lastActivity = now
    requests[index].phase = .capturing
    let plan = requests[index].plan
    settling = SettlingFrameFilter(since: now, delay: plan.delay, waitsForAdjustment: plan.waitsForAdjustment)
    post(requests[index].progress.willCapture(), id)
    return []
  }

  /// Records that the settings of the camera were restored after a request.
  mutating func restored(_ id: Int64, at now: UInt64) -> [Action] {
    guard isRestoring, let index = index(id) else { return [] }
    lastActivity = now
    isRestoring = false
    settling = SettlingFrameFilter(since: now, delay: requests[index].plan.delay)
    post(requests[index].progress.releaseEnd(), id)
    removeFinished()
    return advance(at: now, [])
  }

  /// Assigns a new frame to a request, if possible.
  mutating func receive(_ frame: PhotoFrame, recent: [PhotoFrame] = []) -> [Action] {
    lastActivity = frame.arrival
    guard isSettled(by: frame), let index = head, requests[index].phase == .capturing else { return [] }
    let request = requests[index]
    let isFresh = frame.isExposed(from: request.call) || request.plan.takesAnyFrame || request.plan.isPrepared
    let isNear = request.plan.takesRecentFrame && Self.distance(frame, from: request.call) < frame.duration
    guard !frame.isDamaged, isFresh || isNear else { return [] }
    return capture(index, .take(request.plan.id, frame: request.capturedFrames), at: frame.arrival, recent)
  }

  /// Records the result of a photo.
  mutating func process(
    _ id: Int64, photo: Int, _ error: CaptureError?, at now: UInt64, recent: [PhotoFrame] = []
  ) -> [Action] {
    guard let index = index(id) else { return [] }
    post(requests[index].progress.process(photo, error), id)
    removeFinished()
    return advance(at: now, recent)
  }

  /// Records that all media of a request's movie were recorded.
  mutating func recordMovie(_ id: Int64) {
    guard let index = index(id) else { return }
    post(requests[index].progress.recordMovie(), id)
  }

  /// Records the result of a request's movie.
  mutating func processMovie(_ id: Int64, _ error: CaptureError?, at now: UInt64) -> [Action] {
    guard let index = index(id) else { return [] }
    post(requests[index].progress.processMovie(error), id)
    removeFinished()
    return advance(at: now, [])
  }

  /// Fails a request, except for frames already captured.
  mutating func fail(_ id: Int64, _ error: CaptureError, at now: UInt64) -> [Action] {
    guard let index = index(id) else { return [] }
    let actions = fail(at: index, error)
    removeFinished()
    return actions + advance(at: now, [])
  }

  /// Fails all requests, except for frames already captured, because no more frames arrive.
  mutating func failAll(_ error: CaptureError) -> [Action] {
    var actions: [Action] = []
    for index in requests.indices where requests[index].phase != .captured { actions += fail(at: index, error) }
    settling = nil
    removeFinished()
    return actions
  }

  /// Returns the time at which the waiting request has waited too long for a frame; nil if none waits.
  func deadline(timeout: UInt64) -> UInt64? {
    guard let head, requests[head].phase == .capturing else { return nil }
    return lastActivity &+ timeout
  }

  /// Removes and returns the next step to report; nil if none is pending.
  mutating func nextMessage() -> Message? { pendingMessages.isEmpty ? nil : pendingMessages.removeFirst() }

  /// Whether steps are pending.
  var hasMessages: Bool { !pendingMessages.isEmpty }

  /// The readiness to start another request immediately.
  var readiness: CapturePhotoOutput.CaptureReadiness {
    if isRestoring { return .notReadyWaitingForCapture }
    if let head { return requests[head].plan.isPrepared ? .notReadyWaitingForCapture : .notReadyMomentarily }
    return hasRoom(before: requests.count) ? .ready : .notReadyWaitingForProcessing
  }

  /// Returns whether all steps of a request were reported, or the request doesn't exist.
  func isDone(_ id: Int64) -> Bool { index(id) == nil && !pendingMessages.contains { $0.id == id } }
}

// MARK: Consequences

extension PhotoRequestScheduler {
  private func index(_ id: Int64) -> Int? { requests.firstIndex { $0.plan.id == id } }

  private mutating func post(_ steps: [PhotoStep], _ id: Int64) {
    pendingMessages += steps.map { Message(id: id, step: $0) }
  }

  private mutating func removeFinished() { requests.removeAll(where: \.progress.isFinished) }

  /// Returns whether a request may capture after the given number of earlier ones.
  private func hasRoom(before count: Int) -> Bool {
    // Movies are recorded and written while other photos are taken.
    let movieCount = requests.prefix(count).count { $0.progress.waitsForMovie && $0.progress.waitingCount == 0 }
    let photoCount = requests.prefix(count).reduce(0) { $0 + $1.progress.waitingCount }
    return isResponsive ? photoCount + movieCount < waitingLimit : photoCount == 0 && movieCount < waitingLimit
  }

  /// Starts the next request if possible.
  private mutating func advance(at now: UInt64, _ recent: [PhotoFrame]) -> [Action] {
    guard !isRestoring, let index = head, requests[index].phase == .waiting, hasRoom(before: index) else {
      return []
    }
    lastActivity = now
    let plan = requests[index].plan
    guard !plan.isPrepared else {
      requests[index].phase = .preparing
      requests[index].isTouched = true
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

  /// Returns the index of the frame exposed nearest to a time, if the difference is less than its duration.
  private func nearest(to call: UInt64, _ recent: [PhotoFrame]) -> Int? {
    // Of two frames with the same difference, the newer one is used.
    let places = recent.indices.reversed().filter { !recent[$0].isDamaged }
    let best = places.min { Self.distance(recent[$0], from: call) < Self.distance(recent[$1], from: call) }
    return best.flatMap { Self.distance(recent[$0], from: call) < recent[$0].duration ? $0 : nil }
  }

  /// Returns the time between a frame's exposure and a call; 0 for a frame with another clock.
  private static func distance(_ frame: PhotoFrame, from call: UInt64) -> UInt64 {
    guard let stamp = frame.stamp else { return 0 }
    return stamp > call ? stamp - call : call - stamp
  }

  /// Returns whether a frame shows the current settings.
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

  /// Restores the settings of the camera, if they were changed.
  private mutating func release(_ index: Int) -> [Action] {
    guard requests[index].isTouched else { return [] }
    requests[index].isTouched = false
    isRestoring = true
    return [.restore(requests[index].plan.id)]
  }

  private mutating func fail(at index: Int, _ error: CaptureError) -> [Action] {
    guard requests[index].phase != .captured else { return [] }
    let plan = requests[index].plan
    let done = requests[index].capturedFrames * requests[index].plan.photosPerFrame
    requests[index].phase = .captured
    post(requests[index].progress.willCapture() + requests[index].progress.didCapture(), plan.id)
    for photo in done..<plan.photoCount { post(requests[index].progress.process(photo, error), plan.id) }
    post(requests[index].progress.processMovie(error), plan.id)
    return release(index)
  }
}

/// The requirements of one request.
struct PhotoRequestRequirements: Sendable, Hashable {
  /// The unique identifier of the settings.
  let id: Int64
  /// The number of frames to capture: one, or the number of photos in a bracket.
  var frameCount = 1
  /// The number of photos per frame: a processed one, a raw one, or both.
  var photosPerFrame = 1
  /// Whether the request includes the movie of a Live Photo.
  var hasMovie = false
  /// Whether the camera must be set up before each frame, and restored after the last.
  var isPrepared = false
  /// The number of frames after a change that still show the previous settings.
  var delay = 0
  /// Whether to wait until the camera has adjusted to the settings.
  var waitsForAdjustment = false
  /// Whether the next frame that arrives is used, even if it was exposed before the call.
  var takesAnyFrame = false
  /// Whether a recent frame may be used if its exposure is near enough to the call.
  var takesRecentFrame = false

  var photoCount: Int { frameCount * photosPerFrame }
}
