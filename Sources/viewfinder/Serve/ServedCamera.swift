#if Live
  import Dispatch
  import OpenCapture
  import OpenCaptureCommandSupport
  import OpenCaptureLivePage
  import OpenCaptureSystem

  /// The camera that a page shows, and what the page has done with it.
  final class ServedCamera: LivePageHost {
    private struct State: Lockable {
      var rest: CameraRest
      var problem: String?
      /// How the camera is set: asked for when it changes, because drivers take their time to say.
      var told = LiveState()
      /// Whether the end has begun: nothing is started any more, and nothing set.
      var isEnding = false
      /// What is told to the page.
      weak var server: LivePageServer?
    }

    /// The camera itself, where it is told of by what it has.
    private struct Weak: Lockable {
      weak var camera: ServedCamera?
    }

    private let catalog: KeptCameras
    private let session: ServedSession
    private let state: Locked<State>
    private let isPeaking: Locked<Bool>
    /// What takes photos and movies; nil where there is no place for them.
    private let shutter: ServedShutter?
    private let console: Console
    /// Whether what it sees is published, so that it can't become another one.
    private let isPublished: Bool
    /// Where the camera is set, started and stopped, one after another.
    private let queue = DispatchQueue(label: "served camera")

    /// Prepares the camera of the options.
    ///
    /// - Parameters:
    ///   - folder: Where photos and movies go; nil for nowhere.
    ///   - show: Takes frames, one at a time.
    /// - Throws: `CaptureError` where there is none of this name, or it doesn't take what is to be set.
    init(
      _ options: ServeCommand, _ folder: InputPath?, _ isPeaking: Locked<Bool>, _ console: Console,
      show: @escaping @Sendable (SampleBuffer) -> Void
    ) throws(CaptureError) {
      catalog = KeptCameras(catalog: try options.camera.catalog())
      let device = try catalog.catalog.device(options.camera.camera ?? CameraCatalog.defaultName)
      (self.isPeaking, self.console, isPublished) = (isPeaking, console, options.publishing.publish != nil)
      let me = Locked(Weak())
      session = try ServedSession(device, options, keepsFiles: folder != nil, show: show)
      shutter = ServedShutter(session, folder) { file in me.withLock { $0.camera }?.didFinish(file) }
      state = Locked(State(rest: CameraRest(patience: options.page.rest, at: MonotonicClock.seconds())))
      me.withLock { $0.camera = self }
      try options.controls.apply(to: device)
      refresh()
    }

    /// Begins to stream where that is wanted, and to tell a page what happens.
    ///
    /// - Throws: `CaptureError` where the camera doesn't start.
    func start(for server: LivePageServer) throws(CaptureError) {
      state.withLock { $0.server = server }
      let events = session.session.events
      Task { [weak self] in for await event in events { self?.note(event) } }
      try session.session.startOrThrow()
      queue.async {
        self.refresh()
        self.followRest()
      }
    }

    /// What was delivered and dropped so far.
    var statistics: CaptureOutputStatistics { session.frames.statistics }

    /// What the camera granted, in words; nil before it streams.
    var grantedFormat: String? { session.device.grantedConfiguration.map { "\($0)" } }

    /// Whether the camera streams.
    var isRunning: Bool { session.session.isRunning }

    /// What errors call the camera.
    var name: String { session.device.uniqueID }

    // MARK: What happens

    private func note(_ event: CaptureSession.Event) {
      guard !isEnding else { return }
      let problem: String?
      switch event {
      case .didStall(_, let stall): problem = "\(stall)"
      case .runtimeError(let error): problem = "\(error)"
      case .wasInterrupted: problem = "\(session.device.localizedName) is gone or in use; it is waited for"
      case .stallEnded, .interruptionEnded, .didStartRunning: problem = nil
      case .didStopRunning: return
      }
      if let problem { console.warn(problem, on: InputPath(name)) }
      state.withLock { $0.problem = problem }
      queue.async { self.tellState() }
    }

    /// Tells pages how the camera is set now; on the queue.
    private func tellState() {
      refresh()
      state.withLock { $0.server }?.stateDidChange()
    }

    private var isEnding: Bool { state.withLock { $0.isEnding } }

    func audienceDidChange(isWatched: Bool) {
      let time = MonotonicClock.seconds()
      state.withLock { $0.rest.setWatched(isWatched, at: time) }
      queue.async { self.followRest() }
    }

    /// Lets the camera stream or rest; on the queue.
    private func followRest() {
      guard !isEnding else { return }
      switch state.withLock({ $0.rest.action(at: MonotonicClock.seconds()) }) {
      case .run: session.session.startRunning()
      case .wait(let seconds):
        queue.asyncAfter(deadline: .now() + seconds) { [weak self] in self?.followRest() }
      case .rest: session.session.stopRunning()
      }
    }

    /// Does what is asked for through a broker: photos and recording, nothing else.
    ///
    /// - Throws: `LivePageError` where it is something else, or can't be.
    func performPublished(_ json: [UInt8]) async throws(LivePageError) {
      let command = try LiveCommand(json: json)
      switch command {
      case .photo, .record: try await perform(command)
      default:
        throw LivePageError(.notUnderstood, subject: "command", reason: "brokers ask for photo and record alone")
      }
    }

    // MARK: What a page asks for

    var liveState: LiveState {
      let (known, problem) = state.withLock { ($0.told, $0.problem) }
      var told = known
      told.peaking = isPeaking.withLock { $0 }
      (told.problem, told.keepsFiles, told.files) = (problem, shutter != nil, shutter?.files ?? [])
      told.recordedSeconds = shutter?.recordedSeconds
      return told
    }

    /// Asks the camera how it is set; on the queue, or before others know of this.
    private func refresh() {
      var told = LiveState()
      let device = session.device
      told.camera = device.uniqueID
      told.cameras = catalog.catalog.devices.map { LiveState.Camera(id: $0.uniqueID, name: $0.localizedName) }
      device.describe(in: &told)
      state.withLock { $0.told = told }
    }

    func path(ofFile name: String) -> String? { shutter?.path(of: name) }

    func perform(_ command: LiveCommand) async throws(LivePageError) {
      do {
        switch command {
        case .photo: try await takePhoto()
        default: try await onQueue { try $0.performNow(command) }
        }
      } catch let error as LivePageError {
        throw error
      } catch {
        throw LivePageError(.cannotPerform, subject: session.device.localizedName, error)
      }
    }

    /// Does something on the queue, unless the end has begun.
    private func onQueue(_ body: @escaping @Sendable (ServedCamera) throws -> Void) async throws {
      try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
        queue.async {
          done.resume(
            with: Result {
              guard !self.isEnding else { throw Self.ending }
              try body(self)
            })
        }
      }
    }

    private static let ending = LivePageError(
      .cannotPerform, subject: "camera", reason: "viewfinder serve is about to end", remedy: "start it again")

    /// On the queue.
    private func performNow(_ command: LiveCommand) throws {
      defer { refresh() }
      switch command {
      case .camera(let id): try change(to: id)
      case .peaking(let isOn): isPeaking.withLock { $0 = isOn }
      case .record(true): try beginRecording()
      case .record(false): shutter?.endMovie()
      default: try session.device.perform(command, orientation: session.orientation)
      }
    }

    private func change(to id: String) throws {
      guard !isPublished else {
        throw LivePageError(
          .cannotPerform, subject: "camera", reason: "what it sees is being published under its name")
      }
      guard shutter?.recordedSeconds == nil else {
        throw LivePageError(
          .cannotPerform, subject: "camera", reason: "a movie is being recorded", remedy: "end it first")
      }
      try session.show(catalog.catalog.device(id))
      state.withLock { $0.problem = nil }
    }
  }

  // MARK: Photos and movies

  extension ServedCamera {
    private static let nowhere = LivePageError(
      .cannotPerform, subject: "photos and movies", reason: "there is no place for them",
      remedy: "start viewfinder serve with --photos DIR")

    private func takePhoto() async throws {
      guard let shutter else { throw Self.nowhere }
      beginTaking()
      defer { endTaking() }
      try await onQueue { try $0.session.session.startOrThrow() }
      console.tell(try await shutter.takePhoto().text)
    }

    private func beginTaking() {
      let time = MonotonicClock.seconds()
      state.withLock { $0.rest.beginTaking(at: time) }
      queue.async { self.followRest() }
    }

    private func endTaking() {
      let time = MonotonicClock.seconds()
      state.withLock { $0.rest.endTaking(at: time) }
      queue.async { self.followRest() }
    }

    /// On the queue.
    private func beginRecording() throws {
      guard let shutter else { throw Self.nowhere }
      guard shutter.recordedSeconds == nil else { return }
      try session.session.startOrThrow()
      state.withLock { $0.problem = nil }
      beginTaking()
      shutter.beginMovie()
    }

    /// Takes note that a movie is over: because somebody wanted that, or by itself.
    private func didFinish(_ file: RecordedFiles.File) {
      if let error = file.error {
        console.fail(FileFailure(error, at: InputPath(file.path)))
        state.withLock { $0.problem = "\(error)" }
      }
      if file.isPlayable { console.tell("\(file.path): \(file.words)") }
      endTaking()
      queue.async { self.tellState() }
    }

    /// Begins the end: from now on nothing is started, and nothing that a page wants is done.
    func beginEnd() { state.withLock { $0.isEnding = true } }

    /// Brings a movie to its end, and lets the camera go.
    func end() {
      beginEnd()
      queue.sync {
        shutter?.endMovie()
        session.session.stopRunning()
      }
    }
  }

  /// Drivers of cameras, which live as long as this does.
  ///
  /// Unchecked: its lists are locked, and nothing else changes.
  private struct KeptCameras: @unchecked Sendable {
    let catalog: CameraCatalog
  }
#endif
