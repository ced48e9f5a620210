import OpenCapture
import OpenCaptureCommandSupport

/// A window that shows files in order: movies at their own pace, pictures until the user goes on.
final class FileViewer: Sendable {
  private struct State: Lockable {
    /// The number of times that the user went on to another file.
    var turn = 0
    /// Whether the other file is the previous one.
    var isBackward = false
    var isClosed = false
    var hasShown = false
    /// The clock of the current movie; nil for a picture.
    var clock: PlaybackClock?
    /// The position to move to, in seconds.
    var target: Double?
    /// Whether the movie has ended.
    var isAtEnd = false
    /// The first part of the status.
    var words = ""

    /// Whether the user left the place in the movie since a value of ``turn``, for another file or place, or for good.
    func isLeaving(since turn: Int) -> Bool { self.turn > turn || isClosed || target != nil }
  }

  private let session: WindowSession
  /// Whether the window takes the size of each picture.
  private let fits: Bool
  private let state = Monitor(State())

  init(_ window: PreviewWindow, _ options: RunCommand) {
    session = WindowSession(window, options, isLive: false)
    fits = options.view.size == nil
  }

  /// Shows all files until the user closes the window.
  func run(_ run: FileProcessingRun) throws -> Int32 {
    let console = run.console
    let outcome = Locked<Result<Int32, any Error>?>(nil)
    try session.run { [self] in
      var run = run
      run.viewer = self
      let result = Result { try run.run() }
      outcome.withLock { $0 = result }
      // The window stays open with the last picture, but closes if no file could be shown.
      if !state.withLock({ $0.hasShown }) { session.window.close() }
    } acting: { action in
      take(action)
    } ending: {
      state.update { $0.isClosed = true }
      console.close()
    }
    return try outcome.withLock { $0 }?.get() ?? 0
  }

  private func take(_ action: WindowInteraction.Action) {
    state.update { state in
      switch action {
      case .proceed, .goBack:
        state.isBackward = action == .goBack
        state.turn += 1
      case .togglePause where state.isAtEnd: state.target = 0
      case .togglePause: state.clock?.togglePause()
      case .seek(let seconds):
        guard let clock = state.clock else { return }
        state.target = max(0, (state.target ?? clock.position()) + seconds)
      default: break
      }
    }
    showClock()
  }

  /// Focus peaking, which the user can switch on.
  var peaking: ToggledFocusPeaking { session.peaking }

  /// A consumer that shows the frames of a file.
  var consumer: WindowConsumer { WindowConsumer(session.window, fitting: fits) }

  /// Shows the name and description of a movie whose frames are all processed, and returns the consumer that shows them.
  func movieConsumer(_ input: InputPath, _ info: MovieInfo) -> MovieWindowConsumer {
    begin(input, info.format, pixelAspectRatio: info.pixelAspectRatio.value)
    return MovieWindowConsumer(self)
  }

  /// Shows the file's name and description.
  ///
  /// - Parameters:
  ///   - pixelAspectRatio: The width of pixels relative to their height. Default: 1, square.
  ///   - clock: The clock of a movie. Default: none, for a picture.
  func begin(_ input: InputPath, _ words: String, pixelAspectRatio: Double = 1, clock: PlaybackClock? = nil) {
    state.withLock { state in
      state.hasShown = true
      state.clock = clock
      state.target = nil
      state.isAtEnd = false
      state.words = "\(input.title)  \(words)"
    }
    session.setContent(isMovie: clock != nil)
    session.window.updateRenderer { $0.pixelAspectRatio = pixelAspectRatio }
    session.window.title = input.title
    showClock()
  }

  /// Shows the file and the position in a movie.
  private func showClock() {
    let (words, clock, isAtEnd) = state.withLock { ($0.words, $0.clock, $0.isAtEnd) }
    let place = clock.map { "\($0.words())\(isAtEnd ? "  end" : "")  " } ?? ""
    session.overlay.setStatus([words, place + WindowStatus.hint])
  }

  // MARK: Playback, on the thread of the frames

  /// The treatment of a frame.
  enum Turn {
    case show, skip, leave
  }

  /// Waits until a frame is due, also while playback is paused.
  ///
  /// - Parameters:
  ///   - position: The frame's position in seconds.
  ///   - turn: The value of ``turn`` when the movie began.
  ///   - isFirst: Whether the frame is the first one, also after a move, which is shown during a pause too.
  func wait(for position: Double, since turn: Int, isFirst: Bool) -> Turn {
    while true {
      let due = state.withLock { state -> UInt64? in
        guard let clock = state.clock, !clock.isPaused else { return nil }
        return UInt64(max(0, clock.time(of: position)) * 1e9)
      }
      // A frame that is late by more than a tenth of a second is skipped.
      if let due, !isFirst, MonotonicClock.now() > due + 100_000_000 {
        return isLeaving(since: turn) ? .leave : .skip
      }
      let isPaused = due == nil
      let hasChanged = state.wait(until: isFirst ? 0 : due) { state in
        state.isLeaving(since: turn) || state.clock?.isPaused != isPaused ? true : nil
      }
      if isLeaving(since: turn) { return .leave }
      if hasChanged != nil, !isFirst { continue }
      // Decoding up to the first frame takes no playback time.
      if isFirst { state.withLock { $0.clock?.move(to: position) } }
      showClock()
      return .show
    }
  }

  private func isLeaving(since turn: Int) -> Bool {
    state.withLock { $0.isLeaving(since: turn) }
  }

  /// Returns the position to move to after frames have ended, in seconds; nil to go on to another file.
  ///
  /// At the end of the movie, waits for the user if no other file follows.
  func nextPosition(since turn: Int, isLast: Bool) -> Double? {
    let hasEnded = !isLeaving(since: turn)
    if hasEnded {
      guard isLast else { return nil }
      state.withLock { $0.isAtEnd = true }
      showClock()
      _ = state.wait { $0.isLeaving(since: turn) ? true : nil }
    }
    return state.withLock { state in
      guard state.turn == turn, !state.isClosed, let target = state.target.take() else { return nil }
      state.isAtEnd = false
      state.clock?.move(to: target)
      return target
    }
  }

  /// Whether the user went back since the last call.
  func takeStepBack() -> Bool {
    state.withLock { state in
      defer { state.isBackward = false }
      return state.isBackward
    }
  }

  /// Waits until a time in nanoseconds, or until the user goes on or closes the window.
  func wait(until time: UInt64, since turn: Int) {
    _ = state.wait(until: time) { $0.turn > turn || $0.isClosed ? true : nil }
  }

  /// Waits until the user goes on or closes the window.
  func waitForUser() {
    let turn = state.withLock { $0.turn }
    _ = state.wait { $0.turn > turn || $0.isClosed ? true : nil }
  }

  /// Whether the window is closed.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Whether the user has gone on or closed the window since a value of ``turn``.
  func hasProceeded(since turn: Int) -> Bool { state.withLock { $0.turn > turn || $0.isClosed } }

  /// The number of times that the user went on to the next file.
  var turn: Int { state.withLock { $0.turn } }
}

/// A consumer that shows all frames of a movie at their times, or later if their processing takes longer.
struct MovieWindowConsumer: FrameConsumer {
  private let viewer: FileViewer
  private let turn: Int
  private var window: WindowConsumer
  private var pace = Pace()

  fileprivate init(_ viewer: FileViewer) {
    self.viewer = viewer
    turn = viewer.turn
    window = viewer.consumer
  }

  /// Whether the user has gone on to another file.
  var isLeft: Bool { viewer.hasProceeded(since: turn) }

  /// Whether focus peaking is on.
  var isPeaking: Bool { viewer.peaking.isOn.withLock { $0 } }

  mutating func take(_ frame: Frame) {
    viewer.wait(until: pace.due(frame.sampleBuffer.presentationTimeStamp), since: turn)
    window.take(frame)
  }
}
