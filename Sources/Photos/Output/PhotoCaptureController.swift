import Dispatch
import OpenCapturePictures
import OpenCaptureSession
import OpenCaptureSystem

/// The controller of photo requests, which executes the decisions of ``PhotoRequestScheduler``.
final class PhotoCaptureController: SampleReceiver {
  struct State: Lockable {
    var sequence = PhotoRequestScheduler(waitingLimit: PhotoCaptureController.waitingLimit)
    var tickets: [Int64: PendingPhotoRequest] = [:]
    var recent = RecentFrames()
    var keepsRecentFrames = false
    /// The format of the last frame; nil since the stream started or changed.
    var lastFormat: FormatDescription?
    var frameDuration: UInt64 = 33_333_333
    /// The number of frames that wait for the creation of photos.
    var queuedCount = 0
    var isWatched = false
    var timeout: UInt64?
    var readiness = CapturePhotoOutput.CaptureReadiness.ready
    var observers: [ObjectIdentifier: @Sendable (Int64?) -> Void] = [:]
  }

  /// An action to execute outside of the lock.
  enum Effect {
    case make(PhotoJob)
    case prepare(PendingPhotoRequest, frame: Int)
    case restore(PendingPhotoRequest)
  }

  /// The most photos that may wait to be created.
  static let waitingLimit = 8
  /// The most waiting frames that may stay in the camera's buffers.
  static let cameraBufferLimit = 2

  let state = Locked(State())
  /// The queue for calls of delegates.
  let callbacks: DispatchQueue
  /// The serial queue for the creation of photos.
  let processing: DispatchQueue
  /// The queue for calls of drivers.
  let control: DispatchQueue
  /// The recorder for the movies of Live Photos.
  let live: LivePhotoRecorder
  let link: CaptureOutputLink
  private let readinessBroadcast = Broadcast(initially: CapturePhotoOutput.CaptureReadiness.ready)

  init(_ name: String, _ link: CaptureOutputLink) {
    self.link = link
    callbacks = DispatchQueue(label: name)
    processing = DispatchQueue(label: name + ".processing", qos: .userInitiated)
    control = DispatchQueue(label: name + ".control", qos: .userInitiated)
    live = LivePhotoRecorder(name)
    live.setCompletionHandler { [weak self] in self?.write($0) }
  }

  // MARK: Options

  /// Whether recent frames are kept, for calls shortly after their exposure.
  var keepsRecentFrames: Bool {
    get { state.withLock { $0.keepsRecentFrames } }
    set {
      let old = state.withLock { state in
        state.keepsRecentFrames = newValue
        return newValue ? [] : state.recent.removeAll()
      }
      withExtendedLifetime(old) {}
    }
  }

  /// See ``PhotoRequestScheduler/isResponsive``.
  var isResponsive: Bool {
    get { state.withLock { $0.sequence.isResponsive } }
    set {
      update {
        $0.sequence.isResponsive = newValue
        return []
      }
    }
  }

  /// The longest time that a request waits for a frame, in nanoseconds; nil for the default.
  var timeout: UInt64? {
    get { state.withLock { $0.timeout } }
    set { state.withLock { $0.timeout = newValue } }
  }

  /// The format of the last frame; nil since the stream started or changed.
  var lastFormat: FormatDescription? { state.withLock { $0.lastFormat } }

  var readiness: CapturePhotoOutput.CaptureReadiness { state.withLock { $0.readiness } }

  var readinessUpdates: AsyncStream<CapturePhotoOutput.CaptureReadiness> { readinessBroadcast.stream() }

  /// Adds an observer, called on ``callbacks`` when the readiness changes (nil) or a request is accepted (its id).
  func observe(_ observer: AnyObject, _ body: @escaping @Sendable (Int64?) -> Void) {
    state.withLock { $0.observers[ObjectIdentifier(observer)] = body }
  }

  func stopObserving(_ id: ObjectIdentifier) { _ = state.withLock { $0.observers.removeValue(forKey: id) } }

  // MARK: Requests

  func add(_ ticket: PendingPhotoRequest) {
    update { state in
      let id = ticket.plan.id
      state.tickets[id] = ticket
      return state.sequence.add(ticket.plan, at: MonotonicClock.now(), recent: state.recent.frames)
    }
    notifyObservers(of: ticket.plan.id)
  }

  /// Waits until all started work is done that needs no further frame.
  func settle() {
    // Creating a photo can start the next request, so that the queues are waited for twice.
    for _ in 0..<2 {
      control.sync {}
      processing.sync {}
      live.settle()
    }
    callbacks.sync {}
  }

  /// Changes the state and executes the resulting actions, with the new frame, if any.
  func update(_ sample: RecentFrames.Entry? = nil, _ change: (inout State) -> [PhotoRequestScheduler.Action]) {
    let (effects, hasMessages, readiness) = state.withLock { state in
      let effects = change(&state).compactMap { Self.effect($0, sample, &state) }
      let hasChanged = state.readiness != state.sequence.readiness
      state.readiness = state.sequence.readiness
      return (effects, state.sequence.hasMessages, hasChanged ? state.readiness : nil)
    }
    for effect in effects { perform(effect) }
    if hasMessages { callbacks.async { self.sendMessages() } }
    if let readiness {
      readinessBroadcast.send(readiness)
      link.changes.send()
      notifyObservers(of: nil)
    }
    watch()
  }

  private func notifyObservers(of id: Int64?) {
    let observers = state.withLock { Array($0.observers.values) }
    guard !observers.isEmpty else { return }
    callbacks.async { for observer in observers { observer(id) } }
  }

  private static func effect(
    _ action: PhotoRequestScheduler.Action, _ entry: RecentFrames.Entry?, _ state: inout State
  ) -> Effect? {
    switch action {
    case .prepare(let id, let frame): return state.tickets[id].map { .prepare($0, frame: frame) }
    case .restore(let id): return state.tickets[id].map { .restore($0) }
    case .take(let id, let frame):
      guard let entry, let ticket = state.tickets[id] else { return nil }
      return make(ticket.job(frame, entry.sample, entry.time), &state)
    case .takeRecent(let id, let place):
      guard state.recent.entries.indices.contains(place), let ticket = state.tickets[id] else { return nil }
      let recent = state.recent.entries[place]
      return make(ticket.job(0, recent.sample, recent.time), &state)
    }
  }

  private static func make(_ job: PhotoJob, _ state: inout State) -> Effect {
    state.queuedCount += 1
    return .make(job)
  }

  /// Sends all pending events, on ``callbacks``.
  private func sendMessages() {
    while let (event, notify) = state.withLock({ $0.nextEvent() }) { notify(event) }
  }
}

extension PhotoCaptureController.State {
  /// Returns the next event and the function that reports it; removes the ticket after its last event.
  fileprivate mutating func nextEvent() -> (PhotoEvent, @Sendable (PhotoEvent) -> Void)? {
    guard let message = sequence.nextMessage(), var ticket = tickets.removeValue(forKey: message.id) else {
      return nil
    }
    let event = ticket.event(message.step)
    if case .didFinish = event { return (event, ticket.tell) }
    tickets[message.id] = ticket
    return (event, ticket.tell)
  }
}
