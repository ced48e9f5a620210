import Dispatch
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem

/// What the thread of a recording does: it takes samples in the order of their times, and encodes them.
///
/// Unchecked: it is used by that thread alone.
final class RecordingThread: @unchecked Sendable {
  private let state: Monitor<MovieRecorder.State>
  private let hasVideo: Bool
  private let hasAudio: Bool
  private let finishing: DispatchQueue

  private var files: RecordingFiles
  private var timeline: RecordingTimeline
  private var follower: ClockFollower?
  private var count = SoundCount()
  /// Sound that came before its file could be begun.
  private var held: [SampleBuffer] = []
  /// When the room on the disk was looked at last, in the file's time.
  private var lastLook = MediaTime.zero
  /// Whether another file went before this one: then nothing is left out between them.
  private var isContinued = false
  /// Which pictures can be recorded as they come; nil where they are encoded anew.
  private var chain: PictureChain?
  private var isOver = false
  /// Sent at the end.
  private let changes: ChangeSignal

  init(
    _ order: RecordedFile.Order, state: Monitor<MovieRecorder.State>, hasVideo: Bool, hasAudio: Bool,
    soundFormat: AudioFormat?, followsClock: Bool, finishing: DispatchQueue,
    changes: ChangeSignal
  ) {
    (self.state, self.hasVideo, self.hasAudio, self.finishing) = (state, hasVideo, hasAudio, finishing)
    self.changes = changes
    files = RecordingFiles(
      order, state: state, hasVideo: hasVideo, soundFormat: hasAudio ? soundFormat : nil,
      followsClock: followsClock,
      finishing: finishing)
    timeline = RecordingTimeline(hasVideo: hasVideo, hasAudio: hasAudio)
    chain = order.kind.passesPictures ? PictureChain() : nil
  }

  /// Records to the end.
  ///
  /// - Parameter onEnd: Called once all files are whole.
  func run(_ onEnd: @escaping @Sendable () -> Void) {
    while !isOver {
      switch next() {
      case .sample(let sample): take(sample)
      case .command(let command): obey(command)
      case .wait: break
      }
    }
    // Behind all files.
    finishing.async { onEnd() }
  }

  /// What comes next, once it is there.
  private func next() -> MediaMerge.Step {
    let (step, version) = state.update { state in
      let step = state.merge.next(at: MonotonicClock.now())
      state.progress.lateCount += state.merge.takeLeftOutCount()
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
    // What has no time has no place.
    guard sample.presentationTimeStamp.isNumeric else { return state.withLock { $0.progress.damagedCount += 1 } }
    do throws(MovieError) {
      if sample.formatDescription.mediaType == .audio { try takeSound(sample) } else { try takePicture(sample) }
    } catch {
      guard error.code == .invalidFrame else { return finish(at: nil, CaptureError(error)) }
      // A picture that can't be decoded, or comes twice, is one less; one of another size doesn't fit, nor will others.
      guard files.current?.fits(sample) == true else { return finish(at: nil, discontinuity(error)) }
      state.withLock { $0.progress.damagedCount += 1 }
    }
  }

  private func takePicture(_ sample: SampleBuffer) throws(MovieError) {
    guard chain?.takes(sample) != false else {
      // What comes before the beginning is nobody's loss.
      if files.current != nil, !timeline.isPaused { files.note { $0.damagedCount += 1 } }
      return
    }
    guard let time = timeline.place(picture: sample.presentationTimeStamp), time >= .zero else { return }
    guard !isAtEnd(time) else { return }
    if files.current == nil, try isMissedByOpening(sample) { return }
    let file = try current(with: sample)
    try file.take(sample, at: time)
    chain?.append(sample)
    files.note { $0.pictureCount += 1 }
    look(at: file, time)
  }

  private func takeSound(_ sample: SampleBuffer) throws(MovieError) {
    guard let buffer = sample.audioBuffer else { return }
    var follower = follower ?? ClockFollower(sampleRate: buffer.format.sampleRate)
    follower.note(sample.presentationTimeStamp.seconds, frameCount: buffer.frameCount)
    self.follower = follower
    let time = timeline.place(sound: sample.presentationTimeStamp)
    guard !timeline.isPaused else { return }
    guard files.current != nil || !hasVideo else { return hold(sample) }
    guard let time else { return }
    guard hasVideo else { return try takeLoneSound(buffer, of: sample, at: time) }
    guard !isAtEnd(time) else { return }
    let file = try current(with: sample)
    try file.take(buffer, at: time, follower: follower)
    files.note()
  }

  private func takeLoneSound(
    _ buffer: AudioBuffer, of sample: SampleBuffer, at time: MediaTime
  ) throws(MovieError) {
    let place = count.place(time, buffer)
    guard !isAtEnd(place) else { return }
    let file = try current(with: sample)
    try file.take(files.order.limits.allowed(of: buffer, at: place), at: place, follower: nil)
    files.note()
    guard !isAtEnd(count.end) else { return }
    look(at: file, place)
  }

  /// Keeps sound whose file can't be begun yet, as long as it may be part of it.
  private func hold(_ sample: SampleBuffer) {
    held.append(sample)
    let span = sample.presentationTimeStamp - held[0].presentationTimeStamp
    if span > RecordedFile.mostSoundDelay { held.removeFirst() }
  }

  /// Opens the recording's first file; whether pictures were left out until it was open.
  ///
  /// Another one begins it then, so that nothing is missing from the beginning on.
  private func isMissedByOpening(_ picture: SampleBuffer) throws(MovieError) -> Bool {
    guard !isContinued else { return false }
    try files.open(with: picture, soundFormat: held.first?.audioBuffer?.format)
    let isMissed = state.update { state in
      guard state.progress.lateCount > 0, state.merge.dropPictures() else { return false }
      state.progress.lateCount = 0
      return true
    }
    if isMissed { timeline = RecordingTimeline(hasVideo: hasVideo, hasAudio: hasAudio) }
    return isMissed
  }

  /// The file that a sample goes to; it begins with it where there is none.
  private func current(with sample: SampleBuffer) throws(MovieError) -> RecordedFile {
    if let file = files.current { return file }
    let new = try files.begin(with: sample, soundFormat: held.first?.audioBuffer?.format)
    lastLook = .zero
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

  // MARK: Ends

  /// Ends the recording where it may be no longer.
  private func isAtEnd(_ time: MediaTime) -> Bool {
    guard let end = files.order.limits.end(at: time) else { return false }
    finish(at: end, files.limit(.maximumDurationReached, "it has lasted for \(end.seconds) s"))
    return true
  }

  /// Ends the recording where the file may be no larger, or the disk no fuller.
  private func look(at file: RecordedFile, _ time: MediaTime) {
    if file.isFull {
      let limit = files.limit(
        .maximumFileSizeReached, "the file has almost \(files.order.limits.maximumByteCount) bytes")
      return finish(at: nil, limit)
    }
    guard time - lastLook > MediaTime(value: 1, timescale: 4) else { return }
    lastLook = time
    guard !files.order.limits.hasRoom(for: files.order.path) else { return }
    let words = "less than \(files.order.limits.minimumFreeByteCount) bytes are left on its disk"
    finish(at: nil, files.limit(.diskFull, words))
  }

  private func discontinuity(_ error: MovieError) -> CaptureError {
    CaptureError(.mediaDiscontinuity, subject: error.subject, reason: error.reason)
  }

  private func obey(_ command: RecordingCommand) {
    let time = command.time.isNumeric ? command.time : state.withLock { $0.merge.now }
    switch command.kind {
    case .pause:
      guard !timeline.isPaused else { return }
      timeline.pause(at: time)
      files.order.client.tell(.paused)
    case .resume:
      guard timeline.isPaused else { return }
      timeline.resume(at: time)
      files.order.client.tell(.resumed)
    case .switchFile(let next):
      files.close(at: end(time), nil)
      let wasPaused = timeline.isPaused
      // Before anything came, there is no time to go on from.
      timeline =
        wasPaused || !time.isNumeric
        ? RecordingTimeline(hasVideo: hasVideo, hasAudio: hasAudio) : RecordingTimeline(from: time)
      if wasPaused { timeline.pause(at: time) }
      (files.order, count, isContinued) = (next, SoundCount(), timeline.zero != nil)
      chain = next.kind.passesPictures ? PictureChain() : nil
    case .stop(let error): finish(at: end(time), error)
    }
  }

  /// When the file ends that ends at a time of the source's.
  private func end(_ time: MediaTime) -> MediaTime? {
    let end = timeline.end(time)
    return hasVideo ? end : end.map { count.place($0) }
  }

  /// Ends the recording at a time of the file; nil for where it is.
  private func finish(at time: MediaTime?, _ error: CaptureError?) {
    guard !isOver else { return }
    isOver = true
    // Said before anybody is told: who hears of the end can begin anew at once.
    let undone = state.update { state in
      state.isOver = true
      return state.merge.takeCommands()
    }
    changes.send()
    files.close(at: time, error)
    for case .switchFile(let next) in undone.map(\.kind) {
      let path = String(decoding: next.path, as: UTF8.self)
      let words = "the recording that was to go on there ended before"
      next.client.tell(.finished(CaptureError(.noDataCaptured, subject: path, reason: words)))
    }
  }
}
