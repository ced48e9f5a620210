#if Live
  import Dispatch
  import OpenCapture
  import OpenCaptureCommandSupport
  import OpenCaptureLivePage

  /// A camera that is shown and controlled by a page.
  final class ServedCamera: LivePageHost {
    private struct State: Lockable {
      var rest: CameraIdlePolicy
      var problem: String?
      /// The camera's settings, read after each change because drivers answer slowly.
      var reported = LiveState()
      /// Whether the end has begun, after which nothing is started or set.
      var isEnding = false
      /// The server that is notified of changes.
      weak var server: LivePageServer?
      /// Receives the start and end of recordings.
      var recordingDidChange: (@Sendable (Bool) -> Void)?
    }

    /// A weak reference to the camera, for callbacks.
    private struct Weak: Lockable {
      weak var camera: ServedCamera?
    }

    private let catalog: CameraCatalog
    private let camera: LiveCamera
    private let frames: ServedFrames
    private let rotation: VideoRotation
    private let state: Locked<State>
    private let isPeaking: Locked<Bool>
    /// The controller of photos and movies; nil without a folder.
    private let captureController: CaptureController?
    private let photos = CapturePhotoOutput()
    private let movie = CaptureMovieFileOutput()
    private let console: Console
    private let settings: CameraSettings
    /// Whether detections are published, so that the camera cannot be changed.
    private let isPublished: Bool
    /// The serial queue on which the camera is set, started and stopped.
    private let queue = DispatchQueue(label: "served camera")

    /// Prepares the camera that the options name.
    ///
    /// - Parameters:
    ///   - folder: The folder for photos and movies; nil for none.
    ///   - show: Receives frames, one at a time.
    /// - Throws: `CaptureError` if the camera does not exist, or if a control cannot be set.
    init(
      _ options: ServeCommand, _ folder: InputPath?, _ isPeaking: Locked<Bool>, _ console: Console,
      show: @escaping @Sendable (SampleBuffer) -> Void
    ) throws(CaptureError) {
      let me = Locked(Weak())
      catalog = try options.camera.catalog()
      frames = ServedFrames(show)
      captureController = folder.map { folder in
        CaptureController(in: folder) { file in me.withLock { $0.camera }?.didFinish(file) }
      }
      // The session waits for a camera that is disconnected.
      camera = try LiveCamera(
        catalog.device(options.camera.name), options.camera.preset, options.format.request(options.size.size),
        resumes: true,
        outputs: captureController == nil ? [frames] : [frames, photos, movie])
      rotation = options.processing.rotate
      self.isPeaking = isPeaking
      self.console = console
      isPublished = options.publishing.publish != nil
      state = Locked(State(rest: CameraIdlePolicy(timeout: options.page.rest, at: MonotonicClock.seconds())))
      let name = InputPath(camera.device.uniqueID)
      settings = CameraSettings(options.saved.folder) { console.warn($0, on: name) }
      me.withLock { $0.camera = self }
      if let notice = camera.formatNotice { console.warn(notice, on: name) }
      applyRotation()
      settings.restore(camera.device)
      try options.controls.apply(to: camera.device)
      refresh()
    }

    private func applyRotation() {
      for connection in camera.session.connections { connection.videoRotation = rotation }
    }

    /// Starts streaming if needed, and notifies the server of changes.
    ///
    /// - Throws: `CaptureError` if the camera does not start.
    func start(for server: LivePageServer) throws(CaptureError) {
      state.withLock { $0.server = server }
      let events = camera.session.events
      Task { [weak self] in for await event in events { self?.note(event) } }
      try camera.session.startOrThrow()
      queue.async {
        self.refresh()
        self.followRest()
      }
    }

    /// Calls a closure at the start and end of each recording.
    func observeRecording(_ body: @escaping @Sendable (Bool) -> Void) {
      state.withLock { $0.recordingDidChange = body }
    }

    private func reportRecording() {
      state.withLock { $0.recordingDidChange }?(captureController?.recordedSeconds != nil)
    }

    /// The numbers of delivered and dropped frames so far.
    var statistics: CaptureOutputStatistics { frames.statistics }

    /// The camera's actual format as text.
    var actualFormat: String { camera.format }

    /// Whether the camera streams.
    var isRunning: Bool { camera.session.isRunning }

    /// The name of the camera in errors.
    var name: String { camera.device.uniqueID }

    // MARK: Events

    private func note(_ event: CaptureSession.Event) {
      guard !isEnding else { return }
      let problem: String?
      switch event {
      case .didStall(_, let stall): problem = "\(stall)"
      case .runtimeError(let error): problem = "\(error)"
      case .wasInterrupted: problem = "\(camera.device.localizedName) is disconnected or in use; waiting for it"
      case .stallEnded, .interruptionEnded, .didStartRunning: problem = nil
      case .didStopRunning: return
      }
      if let problem { console.warn(problem, on: InputPath(name)) }
      state.withLock { $0.problem = problem }
      queue.async {
        // A camera that was disconnected has lost its settings.
        if case .interruptionEnded = event { self.settings.reapply(to: self.camera.device) }
        self.notifyPages()
      }
    }

    /// Notifies pages of the camera's settings, on the queue.
    private func notifyPages() {
      refresh()
      state.withLock { $0.server }?.stateDidChange()
    }

    private var isEnding: Bool { state.withLock { $0.isEnding } }

    func audienceDidChange(isWatched: Bool) {
      let time = MonotonicClock.seconds()
      state.withLock { $0.rest.setWatched(isWatched, at: time) }
      queue.async { self.followRest() }
    }

    /// Starts or stops the camera, on the queue.
    private func followRest() {
      guard !isEnding else { return }
      switch state.withLock({ $0.rest.action(at: MonotonicClock.seconds()) }) {
      case .run: camera.session.startRunning()
      case .wait(let seconds):
        queue.asyncAfter(deadline: .now() + seconds) { [weak self] in self?.followRest() }
      case .rest: camera.session.stopRunning()
      }
    }

    /// Performs a broker's command to take a photo or to record.
    ///
    /// - Throws: `LivePageError` for other commands, or if the command fails.
    func performPublished(_ json: [UInt8]) async throws(LivePageError) {
      let command = try LiveCommand(json: json)
      switch command {
      case .photo, .record: try await perform(command)
      default:
        throw LivePageError(.invalidMessage, subject: "command", reason: "brokers can only send photo and record")
      }
    }

    // MARK: Commands of pages

    var liveState: LiveState {
      let (known, problem) = state.withLock { ($0.reported, $0.problem) }
      var reported = known
      reported.peaking = isPeaking.withLock { $0 }
      reported.problem = problem
      reported.keepsFiles = captureController != nil
      reported.files = (captureController?.taken ?? []).map { file in
        LiveState.File(name: file.path.lastComponent.text, byteCount: file.byteCount)
      }
      reported.recordedSeconds = captureController?.recordedSeconds
      return reported
    }

    /// Reads the camera's settings, on the queue or during initialization.
    private func refresh() {
      var reported = LiveState()
      let device = camera.device
      reported.camera = device.uniqueID
      reported.cameras = catalog.devices.map { LiveState.Camera(id: $0.uniqueID, name: $0.localizedName) }
      device.describe(in: &reported)
      reported.keepsSettings = settings.areSaved
      state.withLock { $0.reported = reported }
    }

    func path(ofFile name: String) -> String? {
      // Only the server chooses the names of files.
      captureController?.taken.first { $0.path.lastComponent.text == name }?.path.text
    }

    func perform(_ command: LiveCommand) async throws(LivePageError) {
      do {
        switch command {
        case .photo: try await takePhoto()
        default: try await onQueue { try $0.performNow(command) }
        }
      } catch let error as LivePageError {
        throw error
      } catch {
        throw LivePageError(.cannotPerform, subject: camera.device.localizedName, error)
      }
    }

    /// Runs `body` on the queue, unless the end has begun.
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
      .cannotPerform, subject: "camera", reason: "viewfinder serve is shutting down", hint: "start it again")

    /// Performs a command, on the queue.
    private func performNow(_ command: LiveCommand) throws {
      defer { refresh() }
      switch command {
      case .camera(let id): try change(to: id)
      case .peaking(let isOn): isPeaking.withLock { $0 = isOn }
      case .record(true): try beginRecording()
      case .record(false): endRecording()
      case .control(let name, let value):
        try settings.set(CaptureControl.Name(rawValue: name), to: Int64(value), of: camera.device)
      case .resetControl(let name): try settings.reset(name.map { .init(rawValue: $0) }, of: camera.device)
      default:
        try camera.device.perform(
          command, orientation: frames.connection(with: .video)?.videoTransform ?? .up)
        settings.store(command.savedControls, from: camera.device)
      }
    }

    private func change(to id: String) throws {
      guard !isPublished else {
        throw LivePageError(
          .cannotPerform, subject: "camera", reason: "cannot change the camera while publishing")
      }
      guard captureController?.recordedSeconds == nil else {
        throw LivePageError(
          .cannotPerform, subject: "camera", reason: "a movie is being recorded",
          hint: "stop the recording first")
      }
      try camera.select(catalog.device(id))
      settings.restore(camera.device)
      applyRotation()
      state.withLock { $0.problem = nil }
    }
  }

  // MARK: Photos and movies

  extension ServedCamera {
    private static let noFolder = LivePageError(
      .cannotPerform, subject: "photos and movies", reason: "no folder is set for them",
      hint: "start viewfinder serve with --photos DIR")

    private func takePhoto() async throws {
      guard let captureController else { throw Self.noFolder }
      setCapturing(true)
      defer { setCapturing(false) }
      try await onQueue { try $0.camera.session.startOrThrow() }
      let path = try await withCheckedThrowingContinuation { done in
        captureController.takePhoto(photos, CapturePhotoSettings(format: .compressed(.jpeg))) {
          done.resume(with: $0)
        }
      }
      console.report(path.text)
    }

    /// Records the start or the end of a photo or a movie.
    private func setCapturing(_ isCapturing: Bool) {
      let time = MonotonicClock.seconds()
      state.withLock { state in
        if isCapturing { state.rest.beginCapturing(at: time) } else { state.rest.endCapturing(at: time) }
      }
      queue.async { self.followRest() }
    }

    /// Starts a movie, on the queue.
    private func beginRecording() throws {
      guard let captureController else { throw Self.noFolder }
      guard captureController.recordedSeconds == nil else { return }
      try camera.session.startOrThrow()
      state.withLock { $0.problem = nil }
      setCapturing(true)
      captureController.beginMovie(movie)
      reportRecording()
    }

    /// Stops recording, and waits until the movie is finished.
    private func endRecording() { _ = captureController?.finishMovie(within: CaptureController.timeout) }

    /// Reports a finished movie.
    private func didFinish(_ file: RecordedFiles.File) {
      if let error = file.error {
        console.fail(FileFailure(error, at: InputPath(file.path)))
        state.withLock { $0.problem = "\(error)" }
      }
      if file.isPlayable { console.report("\(file.path): \(file.words)") }
      setCapturing(false)
      reportRecording()
      queue.async { self.notifyPages() }
    }

    /// Begins the end, after which no command is performed.
    func beginEnd() { state.withLock { $0.isEnding = true } }

    /// Finishes the movie and stops the camera.
    func end() {
      beginEnd()
      queue.sync {
        endRecording()
        settings.save()
        camera.session.stopRunning()
      }
    }
  }
#endif
