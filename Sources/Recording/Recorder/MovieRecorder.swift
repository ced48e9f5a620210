import Dispatch
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem

/// A recorder of connections with its own threads, so that a live source never waits for the encoder or the disk.
final class MovieRecorder: SampleReceiver {
  struct Progress: Sendable, Hashable {
    var duration = MediaTime.zero
    var byteCount = 0
    /// The name of the video encoder.
    var encoder: String?
    /// The number of video frames dropped because the encoder was too slow.
    var lateCount = 0
    /// The number of video frames that could not be decoded or had no valid timestamp.
    var damagedCount = 0
    /// The number of recorded video frames.
    var pictureCount = 0
    var syncCorrections = RecordedAudioTrack.SyncCorrections()
  }

  struct State: Lockable {
    var merge: SampleMerger
    var progress = Progress()
    /// The number of changes, by which a waiting thread notices one.
    var version = 0
    var isOver = false
    var failure: MovieError?
    /// The time after which the encoder is abandoned, in nanoseconds, or nil.
    var encodingDeadline: UInt64?
  }

  /// The maximum time that live samples wait for earlier ones of the other track, in nanoseconds.
  private static let liveTimeout: UInt64 = 300_000_000
  /// The same for sources that can wait.
  private static let fileTimeout: UInt64 = 5_000_000_000

  /// The time limits after a camera is lost, in nanoseconds: first for encoding waiting frames, then for the encoder.
  ///
  /// The file is complete within a second, however slow the encoder is.
  static let lossTimeout: UInt64 = 300_000_000

  let connections: [CaptureConnection]
  private let canWait: Bool
  private let lossTimeout: UInt64
  private let state: Monitor<State>
  /// The queue that completes files while other files begin.
  private let finishing = DispatchQueue(label: "capture.file-output.finishing")

  /// - Parameters:
  ///   - soundFormat: The sound format, if already known.
  ///   - changes: A signal sent at the end, before the client is notified.
  ///   - onEnd: Called at the end, when all files are complete.
  /// - Throws: ``CaptureError`` if no thread can be created.
  init(
    _ order: RecordedFile.Order, _ connections: [CaptureConnection], soundFormat: AudioFormat?,
    lossTimeout: UInt64, changes: ChangeSignal, onEnd: @escaping @Sendable (MovieRecorder) -> Void
  ) throws(CaptureError) {
    self.connections = connections
    self.lossTimeout = lossTimeout
    canWait = connections.allSatisfy { $0.input?.canWait ?? false }
    let kinds = Set(connections.compactMap(\.mediaType))
    let merge = SampleMerger(
      hasVideo: kinds.contains(.video), hasAudio: kinds.contains(.audio),
      timeout: canWait ? Self.fileTimeout : Self.liveTimeout, canWait: canWait,
      recordsEncodedFrames: order.kind.recordsEncodedFrames)
    state = Monitor(State(merge: merge))
    let thread = RecordingThread(
      order, state: state, hasVideo: kinds.contains(.video), hasAudio: kinds.contains(.audio),
      soundFormat: soundFormat, followsClock: !canWait && kinds.contains(.video), finishing: finishing,
      changes: changes)
    let started = NamedThread(name: "movie recorder") { [self] in thread.run { onEnd(self) } }
    guard started != nil else {
      throw CaptureError(
        .outOfMemory, subject: String(decoding: order.path, as: UTF8.self), reason: "cannot create a thread")
    }
  }

  var progress: Progress { state.withLock { $0.progress } }

  /// Whether the recording accepts no more samples.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Enqueues a command for the samples that arrive from now on; returns false after the end.
  @discardableResult
  func enqueueCommand(_ kind: RecordingCommand.Kind) -> Bool {
    state.update { state in
      guard !state.isOver else { return false }
      let command = RecordingCommand(kind: kind, time: state.merge.now, arrival: MonotonicClock.now())
      state.merge.add(command)
      state.version += 1
      return true
    }
  }

  /// Waits until the queue has room for a sample of a media type, and returns false after the deadline.
  func waitForRoom(for mediaType: MediaType, until deadline: UInt64) -> Bool {
    state.wait(until: deadline) { $0.isOver || $0.merge.hasRoom(for: mediaType) ? true : nil } != nil
  }
}

// MARK: Source

extension MovieRecorder {
  func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
    let kind = sampleBuffer.format.type
    if canWait { _ = state.wait { $0.isOver || $0.merge.hasRoom(for: kind) ? true : nil } }
    let wantsCopy = kind == .video && state.withLock { $0.merge.wantsCopies }
    // Without memory for a copy, the frame counts as late.
    let sample = wantsCopy ? try? sampleBuffer.copy() : sampleBuffer
    state.update { state in
      guard !state.isOver else { return }
      state.version += 1
      guard let sample, state.merge.hasRoom(for: kind) else {
        if kind == .video {
          state.progress.lateCount += 1
        } else {
          // Sound is never dropped silently. An encoder that is too slow for sound ends the recording.
          let tooSlow = CaptureError(
            .outOfMemory, subject: connection.input?.name ?? "sound",
            reason: "the encoder is too slow: \(SampleMerger.audioLimit.seconds) s of sound are waiting")
          state.merge.add(RecordingCommand(kind: .stop(tooSlow), time: .invalid, arrival: MonotonicClock.now()))
        }
        return
      }
      state.merge.expect(kind)
      state.merge.add(sample, arrival: MonotonicClock.now())
    }
  }

  /// Ignores lost samples, because the timestamps contain the gap.
  func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {}

  func finish(_ connection: CaptureConnection) { end([connection], error: nil) }

  func discard(from connections: [CaptureConnection]) {
    let ended = self.connections.filter { connection in connections.contains { $0 === connection } }
    let removed = ended.first { connection in
      connection.output.map { output in !output.link.connections.contains { $0 === connection } } ?? false
    }
    let error = removed.map { connection in
      CaptureError(
        .configurationChanged, subject: connection.input?.name ?? "movie",
        reason: "the session's configuration changed during the recording")
    }
    end(ended, error: error, isLost: false)
  }

  func end(_ error: CaptureError?) {
    end(error == nil ? connections : connections.filter { !$0.isActive }, error: error)
  }

  func interrupt(_ error: CaptureError) { end(connections.filter { !$0.isActive }, error: error) }

  /// Ends tracks: the loss of video ends the recording, the loss of sound makes it silent.
  ///
  /// - Parameter isLost: Whether an error is the loss of a source, which limits the time for encoding.
  private func end(_ ended: [CaptureConnection], error: CaptureError?, isLost: Bool = true) {
    state.update { state in
      state.version += 1
      var isOver = false
      for kind in ended.compactMap(\.mediaType) {
        let isLast = state.merge.end(kind)
        isOver = isOver || isLast || (kind == .video && error != nil)
      }
      guard isOver else { return }
      let now = MonotonicClock.now()
      state.merge.add(RecordingCommand(kind: .stop(error), time: state.merge.now, arrival: now))
      guard error != nil, isLost, !canWait else { return }
      state.merge.discardFrames(until: now + lossTimeout)
      state.encodingDeadline = now + 2 * lossTimeout
    }
  }
}

/// A command for a recording, which takes effect at a time of the source.
struct RecordingCommand: Sendable {
  enum Kind: Sendable {
    /// Continues in another file.
    case switchFile(RecordedFile.Order)
    case pause
    case resume
    /// Ends the recording, with an error unless that was requested.
    case stop(CaptureError?)
  }

  let kind: Kind
  /// The time at which the command takes effect; invalid for immediately.
  var time: MediaTime
  /// The time of the request, in nanoseconds of the monotonic clock.
  let arrival: UInt64
}

/// A client of a recording, which receives its events in order on a queue.
struct RecordingObserver: Sendable {
  enum Event: Sendable {
    /// The recording has started with the sample at this time of the source.
    case started(MediaTime)
    case paused
    case resumed
    /// The recording has ended, without an error if that was requested.
    case finished(CaptureError?)
  }

  private let queue: DispatchQueue
  private let body: @Sendable (Event) -> Void

  init(on queue: DispatchQueue, _ body: @escaping @Sendable (Event) -> Void) {
    self.queue = queue
    self.body = body
  }

  func notifyObserver(_ event: Event) { queue.async { [body] in body(event) } }
}
