import Dispatch
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem

/// Records what comes through connections, on threads of its own: who sends never waits for an encoder or a disk, unless
/// it can.
final class MovieRecorder: SampleReceiver {
  /// How far a recording is.
  struct Progress: Sendable, Hashable {
    var duration = MediaTime.zero
    var byteCount = 0
    /// What encodes pictures.
    var encoder: String?
    /// Pictures that came while too many waited for the encoder.
    var lateCount = 0
    /// Pictures that could not be decoded, or had no time of their own.
    var damagedCount = 0
    /// Pictures that were recorded.
    var pictureCount = 0
    var repairs = RecordedSound.Repairs()
  }

  struct State: Lockable {
    var merge: MediaMerge
    var progress = Progress()
    /// Counts what was put in, so that who waits for something sees it.
    var version = 0
    var isOver = false
    var failure: MovieError?
    /// When the encoder is left alone with what it has, in nanoseconds; nil for never.
    var encodingDeadline: UInt64?
  }

  /// How long live media waits for what should come before it, in nanoseconds; what can wait waits longer.
  private static let (livePatience, filePatience): (UInt64, UInt64) = (300_000_000, 5_000_000_000)

  /// For how long what waits is still encoded where a camera is lost, and then what the encoder has taken, in
  /// nanoseconds each: its file is to be whole within a second, however slow the encoder is.
  static let grace: UInt64 = 300_000_000

  let connections: [CaptureConnection]
  private let canWait: Bool
  private let grace: UInt64
  private let state: Monitor<State>
  /// Where files are brought to their end while others begin.
  private let finishing = DispatchQueue(label: "capture.file-output.finishing")

  /// Begins to record.
  ///
  /// - Parameters:
  ///   - order: The first file.
  ///   - connections: What leads here: pictures, sound or both.
  ///   - soundFormat: What sound is in, as far as that is known before some comes.
  ///   - grace: For how long what waits is still encoded where a camera is lost, and then what the encoder has taken, in
  ///     nanoseconds each.
  ///   - changes: Sent once nothing is recorded any more, before anybody is told.
  ///   - onEnd: Called once nothing is recorded any more, and all files are whole.
  /// - Throws: ``CaptureError`` where the system gives no thread.
  init(
    _ order: RecordedFile.Order, _ connections: [CaptureConnection], soundFormat: AudioFormat?,
    grace: UInt64, changes: ChangeSignal, onEnd: @escaping @Sendable (MovieRecorder) -> Void
  ) throws(CaptureError) {
    (self.connections, self.grace) = (connections, grace)
    canWait = connections.allSatisfy { $0.input?.canWait ?? false }
    let kinds = Set(connections.compactMap(\.mediaType))
    let merge = MediaMerge(
      hasVideo: kinds.contains(.video), hasAudio: kinds.contains(.audio),
      patience: canWait ? Self.filePatience : Self.livePatience, canWait: canWait,
      passesPictures: order.kind.passesPictures)
    state = Monitor(State(merge: merge))
    let thread = RecordingThread(
      order, state: state, hasVideo: kinds.contains(.video), hasAudio: kinds.contains(.audio),
      soundFormat: soundFormat, followsClock: !canWait && kinds.contains(.video), finishing: finishing,
      changes: changes)
    let started = NamedThread(name: "movie recorder") { [self] in thread.run { onEnd(self) } }
    guard started != nil else {
      throw CaptureError(
        .outOfMemory, subject: String(decoding: order.path, as: UTF8.self), reason: "the system gives no thread")
    }
  }

  /// How far it is.
  var progress: Progress { state.withLock { $0.progress } }

  /// Whether nothing is recorded any more.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Asks for something, concerning what comes from now on.
  ///
  /// - Returns: Whether that will be done, or its client told why not; false once nothing is recorded any more.
  @discardableResult
  func ask(_ kind: RecordingCommand.Kind) -> Bool {
    state.update { state in
      guard !state.isOver else { return false }
      let command = RecordingCommand(kind: kind, time: state.merge.now, arrival: MonotonicClock.now())
      state.merge.add(command)
      state.version += 1
      return true
    }
  }

  /// Waits until there is room for a sample of a kind; false where that lasts longer than until `deadline`.
  ///
  /// - Parameter deadline: In nanoseconds of the monotonic clock.
  func waitForRoom(for mediaType: MediaType, until deadline: UInt64) -> Bool {
    state.wait(until: deadline) { $0.isOver || $0.merge.hasRoom(for: mediaType) ? true : nil } != nil
  }
}

// MARK: From the source

extension MovieRecorder {
  func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
    let kind = sampleBuffer.formatDescription.mediaType
    if canWait { _ = state.wait { $0.isOver || $0.merge.hasRoom(for: kind) ? true : nil } }
    let wantsCopy = kind == .video && state.withLock { $0.merge.wantsCopies }
    // Where there is no memory for a copy, there is room in none.
    let sample = wantsCopy ? try? sampleBuffer.copy() : sampleBuffer
    state.update { state in
      guard !state.isOver else { return }
      state.version += 1
      guard let sample, state.merge.hasRoom(for: kind) else {
        if kind == .video {
          state.progress.lateCount += 1
        } else {
          // Sound isn't lost without a word: the encoder can't be had, and that ends the recording.
          let tooSlow = CaptureError(
            .outOfMemory, subject: connection.input?.name ?? "sound",
            reason: "the encoder is slower than the sound, of which \(MediaMerge.audioLimit.seconds) s wait already"
          )
          state.merge.add(
            RecordingCommand(kind: .stop(tooSlow), time: .invalid, arrival: MonotonicClock.now()))
        }
        return
      }
      state.merge.expect(kind)
      state.merge.add(sample, arrival: MonotonicClock.now())
    }
  }

  /// What was lost on the way here leaves a gap, which the times say.
  func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {}

  func finish(_ connection: CaptureConnection) {
    end([connection], error: nil)
  }

  func discard(from connections: [CaptureConnection]) {
    end(connections.filter { connection in self.connections.contains { $0 === connection } }, error: nil)
  }

  func end(_ error: CaptureError?) {
    end(error == nil ? connections : connections.filter { !$0.isActive }, error: error)
  }

  func interrupt(_ error: CaptureError) { end(connections.filter { !$0.isActive }, error: error) }

  /// Without pictures there is no movie; without a microphone it is silent.
  private func end(_ ended: [CaptureConnection], error: CaptureError?) {
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
      guard error != nil, !canWait else { return }
      state.merge.hurry(until: now + grace)
      state.encodingDeadline = now + 2 * grace
    }
  }
}
