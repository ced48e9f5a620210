import Glibc
package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Writes what several others append to a file, each at its pace (`AVAssetWriter`).
///
/// Whoever appends waits for nothing: where there is no room, it isn't ready. Encoding and writing are done on a thread of
/// its own, which ends with the file, or with the last use of the writer: then the file stays as it is.
package final class MediaFileWriter: Sendable {
  /// How a file ended.
  package enum Outcome: Sendable {
    /// It is whole.
    case completed
    /// It couldn't be written; what was stays as far as it can be read.
    case failed(MovieError)
    /// It was cancelled, and is gone.
    case cancelled
  }

  /// What is told, on the writer's thread.
  package enum Event: Sendable {
    /// There is room for samples of a track.
    case ready(Int)
    /// Something of a track isn't in the file, and why.
    case leftOut(Int, String)
    /// The file ended; the last event.
    case ended(Outcome)
  }

  private struct State: Lockable {
    var media: AppendedMedia
    /// Whether nobody wants the file any more, and whether it is taken away then.
    var isAbandoned = false
    var isCancelled = false
    var hasFailed = false
  }

  private let state: Monitor<State>

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: The bytes of its name, without a zero at the end.
  ///   - kind: What it becomes, whatever its name says.
  ///   - tracks: What is appended to it.
  ///   - options: What they say of fragments, metadata and existing files.
  ///   - tell: Called on the writer's thread.
  /// - Throws: ``MovieError`` where the file is there already, or can't be written, or the options can't be.
  package init(
    path: [UInt8], _ kind: MediaFileKind, _ tracks: [AppendedTrack], options: MovieWritingOptions,
    tell: @escaping @Sendable (Event) -> Void
  ) throws(MovieError) {
    try MovieEngine.load()
    if let complaint = options.complaint {
      throw MovieError(.invalidOption, subject: String(decoding: path, as: UTF8.self), reason: complaint)
    }
    let file = try MovieFile(path: path, replacesExistingFile: options.replacesExistingFile)
    let state = Monitor(State(media: AppendedMedia(tracks)))
    self.state = state
    let thread = NamedThread(name: "asset writer") {
      Self.run(AppendedFile(file, kind, tracks, options), state, tell)
    }
    guard thread != nil else {
      file.discard()
      throw MovieError(.outOfMemory, subject: file.name, reason: "the system gives no thread")
    }
  }

  deinit { abandon() }

  /// Leaves the file as it is, unless it is finishing.
  package func abandon() { state.update { $0.isAbandoned = true } }

  /// Says which of the samples' times is the file's beginning, before any is appended.
  package func begin(at time: MediaTime) { state.update { $0.media.begin(at: time) } }

  /// Says which of the samples' times is the file's end; what was encoded before stays.
  package func end(at time: MediaTime) { state.update { $0.media.end(at: time) } }

  /// Whether there is room for a sample of a track.
  package func isReady(_ track: Int) -> Bool {
    state.withLock { !$0.hasFailed && !$0.isCancelled && $0.media.isReady(track) }
  }

  /// Takes a sample behind the others of its track.
  ///
  /// - Returns: Whether there was room.
  package func append(_ sample: SampleBuffer, to track: Int) -> Bool {
    state.update { !$0.hasFailed && !$0.isCancelled && $0.media.append(sample, to: track) }
  }

  /// Takes note that nothing more comes of a track.
  package func markAsFinished(_ track: Int) { state.update { $0.media.markAsFinished(track) } }

  /// Ends the file behind what was appended.
  package func finish() { state.update { $0.media.finish() } }

  /// Takes the file away.
  package func cancel() { state.update { $0.isCancelled = true } }

  // MARK: The thread

  private enum Work {
    case step(AppendedMedia.Step, start: MediaTime, isReady: Bool)
    case cancel
    case abandon
  }

  private static func run(
    _ file: AppendedFile, _ state: Monitor<State>, _ tell: @Sendable (Event) -> Void
  ) {
    do throws(MovieError) {
      while let work = state.wait({ work(&$0) }) {
        switch work {
        case .cancel:
          file.file.discard()
          return tell(.ended(.cancelled))
        case .abandon: return
        case .step(.finish, _, _):
          try file.begin()
          try file.finish()
          return tell(.ended(.completed))
        case .step(let step, let start, let isReady):
          try perform(step, start, file, state, tell)
          if isReady, case .encode(let track, _) = step { tell(.ready(track)) }
        }
      }
    } catch {
      state.update { $0.hasFailed = true }
      file.giveUp(error)
      tell(.ended(.failed(error)))
    }
  }

  private static func work(_ state: inout State) -> Work? {
    if state.isCancelled { return .cancel }
    if let step = state.media.next() {
      let isReady = if case .encode(let track, _) = step { state.media.isReady(track) } else { false }
      return .step(step, start: state.media.start, isReady: isReady)
    }
    return state.isAbandoned ? .abandon : nil
  }

  private static func perform(
    _ step: AppendedMedia.Step, _ start: MediaTime, _ file: AppendedFile, _ state: Monitor<State>,
    _ tell: @Sendable (Event) -> Void
  ) throws(MovieError) {
    switch step {
    case .open(let track, let sample):
      try file.open(track, like: sample, start: start)
      state.update { $0.media.noteOpen(track) }
    case .leaveOut(let track):
      tell(.leftOut(track, "nothing came of it while the others went on, and nothing says what will"))
    case .encode(let track, let sample): try file.encode(sample, track: track)
    case .end(let track):
      if let damage = file.damage(of: track) { tell(.leftOut(track, damage)) }
      try file.end(track)
    case .finish: break
    }
    if state.withLock({ $0.media.isDecided }) { try file.begin() }
  }
}
