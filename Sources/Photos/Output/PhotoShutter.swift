import Dispatch
import OpenCapturePictures
import OpenCaptureSession
import OpenCaptureSystem

/// Takes frames for photos, and does what ``PhotoSequence`` decides: the lock, the queues, and whoever is told.
final class PhotoShutter: SampleReceiver {
  struct State: Lockable {
    var sequence = PhotoSequence(waitingLimit: PhotoShutter.waitingLimit)
    var tickets: [Int64: PhotoTicket] = [:]
    var recent = RecentFrames()
    var keepsRecentFrames = false
    /// What came last; nil where nothing has come since frames begin to.
    var lastFormat: FormatDescription?
    var frameDuration: UInt64 = 33_333_333
    /// How many frames wait to be made photos of.
    var queuedCount = 0
    var isWatched = false
    var patience: UInt64?
    var readiness = CapturePhotoOutput.CaptureReadiness.ready
    var observers: [ObjectIdentifier: @Sendable (Int64?) -> Void] = [:]
  }

  /// What has to be done outside of the lock.
  enum Effect {
    case make(PhotoJob)
    case prepare(PhotoTicket, frame: Int)
    case restore(PhotoTicket)
  }

  /// How many photos may wait to be made.
  static let waitingLimit = 8
  /// How many frames may wait in the camera's own memory.
  static let lentLimit = 2

  let state = Locked(State())
  /// Where delegates are called.
  let callbacks: DispatchQueue
  /// Where photos are made, one after the other.
  let processing: DispatchQueue
  /// Where drivers are asked.
  let control: DispatchQueue
  /// What is seen and heard around photos.
  let live: LivePhotoRecorder
  let link: CaptureOutputLink
  private let readinessBroadcast = Broadcast(initially: CapturePhotoOutput.CaptureReadiness.ready)

  /// - Parameter link: That of the output.
  init(_ name: String, _ link: CaptureOutputLink) {
    self.link = link
    callbacks = DispatchQueue(label: name)
    processing = DispatchQueue(label: name + ".processing", qos: .userInitiated)
    control = DispatchQueue(label: name + ".control", qos: .userInitiated)
    live = LivePhotoRecorder(name)
    live.whenSeen { [weak self] in self?.write($0) }
  }

  // MARK: What can be set

  /// Whether frames are kept for calls that come a moment later.
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

  /// See ``PhotoSequence/isResponsive``.
  var isResponsive: Bool {
    get { state.withLock { $0.sequence.isResponsive } }
    set {
      update {
        $0.sequence.isResponsive = newValue; return []
      }
    }
  }

  /// How long a request waits at most for a frame, in nanoseconds; nil for as long as makes sense.
  var patience: UInt64? {
    get { state.withLock { $0.patience } }
    set { state.withLock { $0.patience = newValue } }
  }

  /// What came last; nil where nothing has come since frames begin to.
  var lastFormat: FormatDescription? { state.withLock { $0.lastFormat } }

  var readiness: CapturePhotoOutput.CaptureReadiness { state.withLock { $0.readiness } }

  var readinessUpdates: AsyncStream<CapturePhotoOutput.CaptureReadiness> { readinessBroadcast.stream() }

  /// Tells an observer, on ``callbacks``, that readiness changed, or of a request that was taken up.
  func observe(_ observer: AnyObject, _ body: @escaping @Sendable (Int64?) -> Void) {
    state.withLock { $0.observers[ObjectIdentifier(observer)] = body }
  }

  func stopObserving(_ id: ObjectIdentifier) {
    _ = state.withLock { $0.observers.removeValue(forKey: id) }
  }

  // MARK: Requests

  /// Takes a request up.
  func add(_ ticket: PhotoTicket) {
    update { state in
      let id = ticket.plan.id
      state.tickets[id] = ticket
      return state.sequence.add(ticket.plan, at: MonotonicClock.now(), recent: state.recent.frames)
    }
    tellObservers(of: ticket.plan.id)
  }

  /// Does something behind the photos that are made.
  func afterProcessing(_ body: @escaping @Sendable () -> Void) { processing.async(execute: body) }

  /// Waits until all that was begun is done, as far as no frame is needed for it.
  func settle() {
    // What is set leads to nothing new, what is made can let the next request begin, and both are told.
    for _ in 0..<2 {
      control.sync {}
      processing.sync {}
      live.settle()
    }
    callbacks.sync {}
  }

  /// Changes the state, and does what follows from it.
  ///
  /// - Parameter sample: The frame that came, if any.
  func update(
    _ sample: RecentFrames.Entry? = nil, _ change: (inout State) -> [PhotoSequence.Action]
  ) {
    let (effects, hasMessages, readiness) = state.withLock { state in
      let effects = change(&state).compactMap { Self.effect($0, sample, &state) }
      let isNews = state.readiness != state.sequence.readiness
      state.readiness = state.sequence.readiness
      return (effects, state.sequence.hasMessages, isNews ? state.readiness : nil)
    }
    for effect in effects { perform(effect) }
    if hasMessages { callbacks.async { self.tellAll() } }
    if let readiness {
      readinessBroadcast.send(readiness)
      link.changes.send()
      tellObservers(of: nil)
    }
    watch()
  }

  private func tellObservers(of id: Int64?) {
    let observers = state.withLock { Array($0.observers.values) }
    guard !observers.isEmpty else { return }
    callbacks.async { for observer in observers { observer(id) } }
  }

  /// What an action comes to.
  private static func effect(
    _ action: PhotoSequence.Action, _ entry: RecentFrames.Entry?, _ state: inout State
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

  /// Tells all that is to be told, on ``callbacks``.
  private func tellAll() {
    while let (event, tell) = state.withLock({ $0.nextEvent() }) { tell(event) }
  }
}

extension PhotoShutter.State {
  /// What is to be told next, and how; a ticket goes with its end.
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
