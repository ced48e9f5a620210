import Dispatch
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem

/// The thread of a recording, which takes samples in the order of their timestamps and encodes them.
///
/// `@unchecked Sendable`: only that thread uses the object.
final class RecordingThread: @unchecked Sendable {
  private let state: Monitor<MovieRecorder.State>
  private let hasVideo: Bool
  private let hasAudio: Bool
  private let finishing: DispatchQueue

  private var files: RecordingFiles
  private var timeline: RecordingTimeline
  private var follower: AudioSyncController?
  private var count = AudioFilePosition()
  /// The sound received before its file could begin.
  private var held: [SampleBuffer] = []
  /// The time of the file at which the free disk space was last checked.
  private var lastDiskCheck = MediaTime.zero
  /// Whether the file continues another one; then nothing is left out between them.
  private var isContinued = false
  /// The filter of encoded frames, or nil if frames are encoded by the recorder.
  private var chain: EncodedFrameFilter?
  private var isOver = false
  private let changes: ChangeSignal

  init(
    _ order: RecordedFile.Order, state: Monitor<MovieRecorder.State>, hasVideo: Bool, hasAudio: Bool,
    soundFormat: AudioFormat?, followsClock: Bool, finishing: DispatchQueue, changes: ChangeSignal
  ) {
    self.state = state
    self.hasVideo = hasVideo
    self.hasAudio = hasAudio
    self.finishing = finishing
    self.changes = changes
    files = RecordingFiles(
      order, state: state, hasVideo: hasVideo, soundFormat: hasAudio ? soundFormat : nil,
      followsClock: followsClock, finishing: finishing)
    timeline = RecordingTimeline(hasVideo: hasVideo, hasAudio: hasAudio)
    chain = order.kind.recordsEncodedFrames ? EncodedFrameFilter() : nil
  }

  /// Records until the end, and calls `onEnd` when all files are complete.
  func run(_ onEnd: @escaping @Sendable () -> Void) {
    while !isOver {
      switch next() {
      case .sample(let sample): take(sample)
      case .command(let command): execute(command)
      case .wait: break
      }
    }
    // The serial queue calls this after it has completed all files.
    finishing.async { onEnd() }
  }

  private func next() -> SampleMerger.Step {
    let (step, version) = state.update { state in
      let step = state.merge.next(at: MonotonicClock.now())
      state.progress.lateCount += state.merge.takeDiscardedCount()
      return (step, state.version)
    }
    guard case .wait(let deadline) = step else { return step }
    _ = state.wait(until: deadline) { $0.version != version || $0.failure != nil ? true : nil }
    if let failure = state.withLock({ $0.failure }) { finish(at: nil, CaptureError(failure)) }
    return step
  }

  // MARK: Samples

  private func take(_ sample: SampleBuffer) {
    if let failure = state.withLock({ $0.failure }) { return finish(at: nil, CaptureError(failure)) }
    // A sample without a valid timestamp cannot be placed.
    guard sample.presentationTimeStamp.isNumeric else { return state.withLock { $0.progress.damagedCount += 1 } }
    do throws(MovieError) {
      if sample.format.type == .audio { try takeSound(sample) } else { try takePicture(sample) }
    } catch {
      guard error.code == .invalidFrame else { return finish(at: nil, CaptureError(error)) }
      // A frame that cannot be decoded or is duplicated is skipped. After a change of size, no more frames would fit.
      guard files.current?.fits(sample) == true else {
        return finish(at: nil, CaptureError(.mediaDiscontinuity, subject: error.subject, reason: error.reason))
      }
      state.withLock { $0.progress.damagedCount += 1 }
    }
  }

  private func takePicture(_ sample: SampleBuffer) throws(MovieError) {
    guard chain?.accepts(sample) != false else {
      // Frames before the beginning of the file do not count.
      if files.current != nil, !timeline.isPaused { files.note { $0.damagedCount += 1 } }
      return
    }
    guard let time = timeline.place(picture: sample.presentationTimeStamp), time >= .zero else { return }
    guard !isAtEnd(time) else { return }
    if files.current == nil, try dropsFramesWhileOpening(sample) { return }
    let file = try current(with: sample)
    try file.take(sample, at: time)
    chain?.append(sample)
    files.note { $0.pictureCount += 1 }
    checkLimits(of: file, time)
  }

  private func takeSound(_ sample: SampleBuffer) throws(MovieError) {
    guard let buffer = sample.audioBuffer else { return }
    var follower = follower ?? AudioSyncController(sampleRate: buffer.format.sampleRate)
    follower.note(sample.presentationTimeStamp.seconds, frameCount: buffer.frameCount)
    self.follower = follower
    let time = timeline.place(sound: sample.presentationTimeStamp)
    guard !timeline.isPaused else { return }
    guard files.current != nil || !hasVideo else { return hold(sample) }
    guard let time else { return }
    guard hasVideo else { return try takeSoundOnly(buffer, of: sample, at: time) }
    guard !isAtEnd(time) else { return }
    let file = try current(with: sample)
    try file.take(buffer, at: time, follower: follower)
    files.note()
  }

  private func takeSoundOnly(
    _ buffer: AudioBuffer, of sample: SampleBuffer, at time: MediaTime
  ) throws(MovieError) {
    let place = count.place(time, buffer)
    guard !isAtEnd(place) else { return }
    let file = try current(with: sample)
    try file.take(files.order.limits.allowed(of: buffer, at: place), at: place, follower: nil)
    files.note()
    guard !isAtEnd(count.end) else { return }
    checkLimits(of: file, place)
  }

  /// Keeps sound that may belong to a file that has not begun.
  private func hold(_ sample: SampleBuffer) {
    held.append(sample)
    let span = sample.presentationTimeStamp - held[0].presentationTimeStamp
    if span > RecordedFile.maximumAudioDelay { held.removeFirst() }
  }

  /// Opens the first file, and returns whether frames were dropped meanwhile, so that a later one must begin the file.
  private func dropsFramesWhileOpening(_ picture: SampleBuffer) throws(MovieError) -> Bool {
    guard !isContinued else { return false }
    try files.open(with: picture, soundFormat: held.first?.audioBuffer?.format)
    let hasDropped = state.update { state in
      guard state.progress.lateCount > 0, state.merge.discardWaitingFrames() else { return false }
      state.progress.lateCount = 0
      return true
    }
    if hasDropped { timeline = RecordingTimeline(hasVideo: hasVideo, hasAudio: hasAudio) }
    return hasDropped
  }

  private func current(with sample: SampleBuffer) throws(MovieError) -> RecordedFile {
    if let file = files.current { return file }
    let new = try files.begin(with: sample, soundFormat: held.first?.audioBuffer?.format)
    lastDiskCheck = .zero
    let waiting = held
    held = []
    for sound in waiting {
      guard let buffer = sound.audioBuffer, let time = timeline.recorded(sound.presentationTimeStamp),
        time + sound.duration > .zero, let follower
      else { continue }
      try new.take(buffer, at: time, follower: follower)
    }
    return new
  }

  // MARK: End

  /// Ends the recording if it has reached its maximum duration, and returns whether it has.
  private func isAtEnd(_ time: MediaTime) -> Bool {
    guard let end = files.order.limits.end(at: time) else { return false }
    finish(at: end, files.limit(.maximumDurationReached, "maximum duration of \(end.seconds) s reached"))
    return true
  }

  /// Ends the recording if it has reached the maximum file size or the minimum free disk space.
  private func checkLimits(of file: RecordedFile, _ time: MediaTime) {
    if file.isFull {
      let limit = files.limit(
        .maximumFileSizeReached, "maximum file size of \(files.order.limits.maximumByteCount) bytes reached")
      return finish(at: nil, limit)
    }
    guard time - lastDiskCheck > MediaTime(value: 1, timescale: 4) else { return }
    lastDiskCheck = time
    guard !files.order.limits.hasRoom(for: files.order.path) else { return }
    let words = "less than \(files.order.limits.minimumFreeByteCount) bytes of disk space left"
    finish(at: nil, files.limit(.diskFull, words))
  }

  private func execute(_ command: RecordingCommand) {
    let time = command.time.isNumeric ? command.time : state.withLock { $0.merge.now }
    switch command.kind {
    case .pause:
      guard !timeline.isPaused else { return }
      timeline.pause(at: time)
      files.order.client.notifyObserver(.paused)
    case .resume:
      guard timeline.isPaused else { return }
      timeline.resume(at: time)
      files.order.client.notifyObserver(.resumed)
    case .switchFile(let next):
      files.close(at: end(time), nil)
      let wasPaused = timeline.isPaused
      // Without samples so far, the source has no time to continue from.
      timeline =
        wasPaused || !time.isNumeric
        ? RecordingTimeline(hasVideo: hasVideo, hasAudio: hasAudio) : RecordingTimeline(from: time)
      if wasPaused { timeline.pause(at: time) }
      files.order = next
      count = AudioFilePosition()
      isContinued = timeline.zero != nil
      chain = next.kind.recordsEncodedFrames ? EncodedFrameFilter() : nil
    case .stop(let error): finish(at: end(time), error)
    }
  }

  /// Converts a source time to the end time of the file.
  private func end(_ time: MediaTime) -> MediaTime? {
    let end = timeline.end(time)
    return hasVideo ? end : end.map { count.place($0) }
  }

  /// Ends the recording at a time of the file, or at its current end if nil.
  private func finish(at time: MediaTime?, _ error: CaptureError?) {
    guard !isOver else { return }
    isOver = true
    // The state is set before the client is notified, so that the client can start a new recording immediately.
    let pending = state.update { state in
      state.isOver = true
      return state.merge.takeCommands()
    }
    changes.send()
    files.close(at: time, error)
    for case .switchFile(let next) in pending.map(\.kind) {
      let path = String(decoding: next.path, as: UTF8.self)
      let words = "the recording ended before it could continue in this file"
      next.client.notifyObserver(.finished(CaptureError(.noDataCaptured, subject: path, reason: words)))
    }
  }
}

/// A filter of encoded frames for recording: it accepts frames from a key frame on until one is missing.
struct EncodedFrameFilter {
  private var isBroken = true
  /// The sequence number of the last recorded frame.
  private var last: UInt64?

  /// Returns whether a frame can be recorded after the last one.
  func accepts(_ picture: SampleBuffer) -> Bool {
    guard picture.isPredicted else { return true }
    guard let number = picture.sequenceNumber, let last else { return !isBroken }
    return !isBroken && number <= last + 1
  }

  /// Records that a frame was recorded.
  mutating func append(_ picture: SampleBuffer) {
    isBroken = false
    last = picture.sequenceNumber
  }
}

extension SampleBuffer {
  /// Whether the frame depends on earlier ones, so that it is no key frame.
  var isPredicted: Bool { bufferAttachments[.notSync] == .bool(true) }
}
