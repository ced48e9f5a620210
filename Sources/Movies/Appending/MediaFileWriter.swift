import Glibc
package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A writer for several independent producers that append to one file (`AVAssetWriter`).
///
/// Appending never blocks: a full track is not ready. A dedicated thread encodes and writes. The thread ends with the
/// file, or when the writer is deallocated; in that case the file stays as it is.
package final class MediaFileWriter: Sendable {
  /// The result of writing a file.
  package enum Outcome: Sendable {
    /// The file is complete.
    case completed
    /// Writing failed; the readable part of the file stays.
    case failed(MovieError)
    /// The file was cancelled and deleted.
    case cancelled
  }

  /// An event that the writer reports on its own thread.
  package enum Event: Sendable {
    /// A track accepts samples again.
    case ready(Int)
    /// Part of a track is missing from the file, with the reason.
    case leftOut(Int, String)
    /// The file ended; this is the last event.
    case ended(Outcome)
  }

  private struct State: Lockable {
    var media: AppendQueues
    /// Whether the writer was abandoned; the file then stays.
    var isAbandoned = false
    /// Whether the file was cancelled; the file is then deleted.
    var isCancelled = false
    var hasFailed = false
  }

  private let state: Monitor<State>

  /// Creates a writer and starts its thread.
  ///
  /// - Parameters:
  ///   - path: The bytes of the path, without a terminating zero.
  ///   - kind: The file type; the filename extension has no effect.
  ///   - options: The options for fragments, metadata and existing files.
  ///   - report: A closure that receives events on the writer's thread.
  /// - Throws: ``MovieError`` if the file exists or cannot be written, or if the options are invalid.
  package init(
    path: [UInt8], _ kind: MediaFileKind, _ tracks: [AppendedTrack], options: MovieWritingOptions,
    onEvent report: @escaping @Sendable (Event) -> Void
  ) throws(MovieError) {
    try MovieEngine.load()
    if let validationError = options.validationError {
      throw MovieError(.invalidOption, subject: String(decoding: path, as: UTF8.self), reason: validationError)
    }
    let file = try MovieFile(path: path, replacesExistingFile: options.replacesExistingFile)
    let state = Monitor(State(media: AppendQueues(tracks)))
    self.state = state
    let thread = NamedThread(name: "asset writer") {
      Self.run(AppendedFile(file, kind, tracks, options), state, report)
    }
    guard thread != nil else {
      file.discard()
      throw MovieError(.outOfMemory, subject: file.name, reason: "cannot create a thread")
    }
  }

  deinit { abandon() }

  /// Stops writing and leaves the file as it is, unless the file is already finishing.
  package func abandon() { state.update { $0.isAbandoned = true } }

  /// Sets the source time of the file's beginning, before the first sample is appended.
  package func begin(at time: MediaTime) { state.update { $0.media.begin(at: time) } }

  /// Sets the source time of the file's end; samples already encoded stay.
  package func end(at time: MediaTime) { state.update { $0.media.end(at: time) } }

  /// Whether a track accepts another sample.
  package func isReady(_ track: Int) -> Bool {
    state.withLock { !$0.hasFailed && !$0.isCancelled && $0.media.isReady(track) }
  }

  /// Appends a sample to its track, and returns whether the track accepted it.
  package func append(_ sample: SampleBuffer, to track: Int) -> Bool {
    state.update { !$0.hasFailed && !$0.isCancelled && $0.media.append(sample, to: track) }
  }

  package func markAsFinished(_ track: Int) { state.update { $0.media.markAsFinished(track) } }

  /// Ends the file after the appended samples.
  package func finish() { state.update { $0.media.finish() } }

  /// Cancels writing and deletes the file.
  package func cancel() { state.update { $0.isCancelled = true } }

  // MARK: Writer thread

  private enum Work {
    case step(AppendQueues.Step, start: MediaTime, isReady: Bool)
    case cancel
    case abandon
  }

  private static func run(_ file: AppendedFile, _ state: Monitor<State>, _ report: @Sendable (Event) -> Void) {
    do throws(MovieError) {
      while let work = state.wait({ work(&$0) }) {
        switch work {
        case .cancel:
          file.file.discard()
          return report(.ended(.cancelled))
        case .abandon: return
        case .step(.finish, _, _):
          try file.begin()
          try file.finish()
          return report(.ended(.completed))
        case .step(let step, let start, let isReady):
          try perform(step, start, file, state, report)
          if isReady, case .encode(let track, _) = step { report(.ready(track)) }
        }
      }
    } catch {
      state.update { $0.hasFailed = true }
      file.giveUp(error)
      report(.ended(.failed(error)))
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
    _ step: AppendQueues.Step, _ start: MediaTime, _ file: AppendedFile, _ state: Monitor<State>,
    _ report: @Sendable (Event) -> Void
  ) throws(MovieError) {
    switch step {
    case .open(let track, let sample):
      try file.open(track, like: sample, start: start)
      state.update { $0.media.markAsOpen(track) }
    case .leaveOut(let track):
      report(.leftOut(track, "the track received no samples in time and has no format hint"))
    case .encode(let track, let sample): try file.encode(sample, track: track)
    case .end(let track):
      if let damage = file.damage(of: track) { report(.leftOut(track, damage)) }
      try file.end(track)
    case .finish: break
    }
    if state.withLock({ $0.media.isDecided }) { try file.begin() }
  }
}
