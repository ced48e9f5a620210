import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A queue that merges the samples of two tracks, and the commands of a recording, in the order of their timestamps.
struct SampleMerger: Lockable, Sendable {
  /// The next element.
  enum Step: Sendable {
    case sample(SampleBuffer)
    case command(RecordingCommand)
    /// Nothing yet. The deadline in nanoseconds is the latest time of the next element, or nil if unknown.
    case wait(until: UInt64?)
  }

  /// A waiting sample with its arrival time, in nanoseconds.
  private typealias Waiting = (sample: SampleBuffer, arrival: UInt64)

  private struct Track {
    var waiting: [Waiting] = []
    /// Whether the track expects more samples.
    var isExpected: Bool
    /// The time before which no more samples arrive.
    var end = MediaTime.invalid
    /// The end time of the last sample, including its duration if known.
    var lastEnd = MediaTime.invalid
    /// The end time of the last sample taken out of the queue.
    var deliveredEnd = MediaTime.invalid

    /// Returns whether no more samples arrive with this or an earlier timestamp.
    func isOver(behind time: MediaTime) -> Bool { end.isNumeric && end > time }
    /// Returns whether no more samples arrive with an earlier timestamp.
    func isOver(from time: MediaTime) -> Bool { end.isNumeric && end >= time }
  }

  /// The maximum time that a sample waits for earlier samples of the other track, in nanoseconds.
  private let timeout: UInt64
  /// Whether the source waits while the queue is full.
  private let canWait: Bool
  /// Whether the camera's encoded frames are recorded.
  private let recordsEncodedFrames: Bool
  private var video: Track
  private var audio: Track
  private var commands: [RecordingCommand] = []
  /// The time when waiting video frames are discarded, in nanoseconds, or nil.
  private var discardTime: UInt64?
  /// The number of discarded video frames not yet reported.
  private var discardedCount = 0
  /// Whether a sample was taken out of the queue.
  private var hasBegun = false

  /// The maximum number of waiting video frames, because cameras have few buffers, which other outputs share.
  static let videoLimit = 6
  /// The maximum number of bytes of waiting encoded frames, high because a lost frame makes the following ones useless.
  static let passedByteLimit = 32 << 20
  /// The minimum distance of the next frame.
  private static let instant = MediaTime(value: 1, timescale: 1_000_000)
  /// The maximum duration of waiting sound.
  static let audioLimit = MediaTime(value: 30, timescale: 1)

  init(hasVideo: Bool, hasAudio: Bool, timeout: UInt64, canWait: Bool, recordsEncodedFrames: Bool = false) {
    video = Track(isExpected: hasVideo)
    audio = Track(isExpected: hasAudio)
    self.timeout = timeout
    self.canWait = canWait
    self.recordsEncodedFrames = recordsEncodedFrames
  }

  /// Returns whether the queue has room for another sample.
  func hasRoom(for mediaType: MediaType) -> Bool {
    guard mediaType == .audio else {
      return video.waiting.count < Self.videoLimit || isHeldUpBySound || isPassedWithinLimit
    }
    guard let first = audio.waiting.first, let last = audio.waiting.last else { return true }
    return !(last.sample.presentationTimeStamp - first.sample.presentationTimeStamp > Self.audioLimit)
  }

  /// Whether video frames wait for sound instead of for the encoder, so that a late or lost microphone drops none.
  ///
  /// Such a wait ends after the timeout, so that few frames accumulate. The limit is twice the timeout, in case a
  /// thread wakes late.
  private var isHeldUpBySound: Bool {
    guard !canWait, let first = video.waiting.first, let last = video.waiting.last else { return false }
    return isHeldUp(first, by: audio) && last.arrival - first.arrival < 2 * timeout
  }

  /// Whether the waiting frames are recorded without encoding and are within the byte limit.
  private var isPassedWithinLimit: Bool {
    guard recordsEncodedFrames, !canWait else { return false }
    var byteCount = 0
    for waiting in video.waiting {
      guard let data = waiting.sample.data else { return false }
      byteCount += data.count
    }
    return byteCount < Self.passedByteLimit
  }

  /// Whether the camera's frames must be copied before they wait, because the camera is short of buffers.
  var wantsCopies: Bool { recordsEncodedFrames && !canWait && video.waiting.count >= Self.videoLimit / 2 }

  /// Returns whether earlier samples of the other track may still arrive.
  private func isHeldUp(_ waiting: Waiting, by other: Track) -> Bool {
    other.waiting.isEmpty && other.isExpected && !other.isOver(behind: waiting.sample.presentationTimeStamp)
  }

  /// The current time of the leading track: the end of its last sample.
  var now: MediaTime { video.isExpected || video.lastEnd.isNumeric ? video.lastEnd : audio.lastEnd }

  /// Adds a sample; the caller ensures that the queue has room.
  mutating func add(_ sample: SampleBuffer, arrival: UInt64) {
    let time = sample.presentationTimeStamp
    if sample.format.type == .audio {
      audio.waiting.append((sample, arrival))
      audio.end = time + sample.duration
      audio.lastEnd = audio.end
    } else {
      video.waiting.append((sample, arrival))
      // The duration of a frame may be wrong, but the next frame has a later timestamp.
      video.end = time + Self.instant
      video.lastEnd = Self.end(ofPicture: sample)
    }
  }

  private static func end(ofPicture sample: SampleBuffer) -> MediaTime {
    sample.presentationTimeStamp + (sample.duration.isNumeric ? sample.duration : instant)
  }

  /// Removes and returns the commands that were not executed.
  mutating func takeCommands() -> [RecordingCommand] {
    defer { commands = [] }
    return commands
  }

  mutating func add(_ command: RecordingCommand) { commands.append(command) }

  /// Discards the waiting video frames unless a pending command may refer to them, and returns whether it did.
  mutating func discardWaitingFrames() -> Bool {
    guard commands.isEmpty else { return false }
    video.waiting = []
    return true
  }

  /// Records the end of a track, and returns whether both tracks have ended.
  mutating func end(_ mediaType: MediaType) -> Bool {
    if mediaType == .audio { audio.isExpected = false } else { video.isExpected = false }
    return !audio.isExpected && !video.isExpected
  }

  /// Records the loss of the camera: waiting frames are discarded after a time in nanoseconds.
  mutating func discardFrames(until moment: UInt64) { discardTime = min(moment, discardTime ?? moment) }

  /// Returns the number of video frames discarded since the last call.
  mutating func takeDiscardedCount() -> Int {
    defer { discardedCount = 0 }
    return discardedCount
  }

  /// Discards the waiting video frames; pending commands are executed at the last recorded frame.
  private mutating func discardPictures() {
    discardedCount += video.waiting.count
    video.waiting = []
    video.isExpected = false
    audio.isExpected = false
    discardTime = nil
    guard video.deliveredEnd.isNumeric else { return }
    video.lastEnd = video.deliveredEnd
    for index in commands.indices where commands[index].time > video.deliveredEnd {
      commands[index].time = video.deliveredEnd
    }
  }

  /// Records that a track expects samples again.
  mutating func expect(_ mediaType: MediaType) {
    if mediaType == .audio { audio.isExpected = true } else { video.isExpected = true }
  }

  /// Returns the next element at a time in nanoseconds.
  mutating func next(at now: UInt64) -> Step {
    guard let discardTime else { return nextInOrder(at: now) }
    guard now < discardTime else {
      discardPictures()
      return nextInOrder(at: now)
    }
    let step = nextInOrder(at: now)
    guard case .wait(let deadline) = step else { return step }
    return .wait(until: min(deadline ?? discardTime, discardTime))
  }

  /// Discards the video frames before the first sound of a waiting source, unless its sound begins only now.
  ///
  /// Such a source delivers video and sound as fast as each is consumed, so that they are not in sync before the
  /// recording.
  private mutating func discardUnheardPictures() {
    guard canWait, !hasBegun, commands.isEmpty, let first = audio.waiting.first?.sample else { return }
    guard let number = first.sequenceNumber, number > 0 else { return }
    video.waiting.removeAll { $0.sample.presentationTimeStamp < first.presentationTimeStamp }
  }

  private mutating func nextInOrder(at now: UInt64) -> Step {
    discardUnheardPictures()
    if let picture = video.waiting.first?.sample { snap(to: picture) }
    // With equal timestamps, sound is first, because video waits for the first sound.
    let sound = audio.waiting.first
    let picture = video.waiting.first
    guard let first = [sound, picture].compactMap(\.self).min(by: isEarlier) else { return nextCommand(at: now) }
    let isSound = first.sample.format.type == .audio
    let other = isSound ? video : audio
    let time = first.sample.presentationTimeStamp
    let deadline = first.arrival + timeout
    if isHeldUp(first, by: other), now < deadline { return .wait(until: deadline) }
    if let command = dueCommand {
      guard command.time.isNumeric, time < command.time else { return .command(commands.removeFirst()) }
      if isSound, let parts = split(first.sample, at: command.time) {
        audio.waiting[0].sample = parts.rest
        hasBegun = true
        return .sample(parts.first)
      }
    }
    hasBegun = true
    if isSound {
      audio.waiting.removeFirst()
    } else {
      video.waiting.removeFirst()
      video.deliveredEnd = Self.end(ofPicture: first.sample)
    }
    return .sample(first.sample)
  }

  /// Moves the time of the next command to a video frame.
  ///
  /// A new file begins with a video frame. If encoded frames are recorded, a new file or a resumed recording begins
  /// with a key frame.
  private mutating func snap(to picture: SampleBuffer) {
    guard let command = commands.first, command.time.isNumeric else { return }
    let needsKey = needsKey(command)
    if !needsKey { guard case .switchFile = command.kind else { return } }
    let time = picture.presentationTimeStamp
    guard time >= command.time else { return }
    commands[0].time = needsKey && picture.isPredicted ? time + Self.instant : time
  }

  /// Returns whether a command is executed at a key frame.
  private func needsKey(_ command: RecordingCommand) -> Bool {
    switch command.kind {
    case .switchFile(let next): next.kind.recordsEncodedFrames
    case .resume: recordsEncodedFrames
    case .pause, .stop: false
    }
  }

  /// The next command to execute: the second one while the first one waits for a future key frame.
  private var dueCommand: RecordingCommand? {
    guard let first = commands.first, first.time.isNumeric, needsKey(first), video.isExpected, video.waiting.isEmpty
    else { return commands.first }
    return commands.dropFirst().first
  }

  private func isEarlier(_ left: Waiting, _ right: Waiting) -> Bool {
    left.sample.presentationTimeStamp < right.sample.presentationTimeStamp
  }

  /// Returns the next command when no earlier samples can arrive any more or its timeout has passed.
  private mutating func nextCommand(at now: UInt64) -> Step {
    guard let command = dueCommand else { return .wait(until: nil) }
    let deadline = command.arrival + timeout
    let isWaitedFor = [video, audio].contains { $0.isExpected && !$0.isOver(from: command.time) }
    if command.time.isNumeric, isWaitedFor, now < deadline { return .wait(until: deadline) }
    return .command(commands.removeFirst())
  }

  /// Splits sound at a time, or returns nil if all of it is on one side.
  private func split(_ sample: SampleBuffer, at time: MediaTime) -> (first: SampleBuffer, rest: SampleBuffer)? {
    guard let sound = sample.audioBuffer else { return nil }
    let place = (time - sample.presentationTimeStamp).convertScale(Int32(sound.format.sampleRate))
    guard place.isNumeric, place.value > 0, place.value < sound.frameCount else { return nil }
    let index = Int(place.value)
    guard let first = try? sample.frames(0..<index), let rest = try? sample.frames(index..<sound.frameCount) else {
      return nil
    }
    return (first, rest)
  }
}
