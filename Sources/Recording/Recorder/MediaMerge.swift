import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Puts the samples of two tracks, and what is asked of their recording, in the order of their times: a value without
/// threads, locks or a clock.
struct MediaMerge: Lockable, Sendable {
  /// What comes next.
  enum Step: Sendable {
    case sample(SampleBuffer)
    case command(RecordingCommand)
    /// Nothing yet; something at this time at the latest, in nanoseconds, unless that is nil.
    case wait(until: UInt64?)
  }

  /// A sample that waits, and when it came, in nanoseconds.
  private typealias Waiting = (sample: SampleBuffer, arrival: UInt64)

  /// What is known of a track.
  private struct Track {
    var waiting: [Waiting] = []
    /// Whether more is to come.
    var isExpected: Bool
    /// The time before which nothing more comes.
    var end = MediaTime.invalid
    /// When the last sample is over, as far as it says.
    var over = MediaTime.invalid
    /// Likewise of the last one that was given out.
    var given = MediaTime.invalid

    /// Whether nothing comes any more that begins at a time, or before.
    func isOver(behind time: MediaTime) -> Bool { end.isNumeric && end > time }
    /// Whether nothing comes any more that begins before a time.
    func isOver(from time: MediaTime) -> Bool { end.isNumeric && end >= time }
  }

  /// How long what came waits at most for something earlier of the other track, in nanoseconds.
  private let patience: UInt64
  /// Whether who sends waits while there is no room.
  private let canWait: Bool
  /// Whether pictures are recorded as the camera encodes them.
  private let passesPictures: Bool
  private var video: Track
  private var audio: Track
  private var commands: [RecordingCommand] = []
  /// When pictures are left out that still wait, in nanoseconds; nil while they aren't.
  private var lastMoment: UInt64?
  /// How many were left out.
  private var leftOutCount = 0
  /// Whether a sample was given out.
  private var isBegun = false

  /// How many pictures wait at most for who takes them: cameras have few buffers, which others want as well.
  static let videoLimit = 6
  /// How many bytes of pictures wait at most that are recorded as they are: one that is missing costs those that build on it,
  /// and copies of them take no buffer of the camera's.
  static let passedByteLimit = 32 << 20
  /// How much later what comes next is at least.
  private static let moment = MediaTime(value: 1, timescale: 1_000_000)
  /// How long sound waits at most.
  static let audioLimit = MediaTime(value: 30, timescale: 1)

  init(hasVideo: Bool, hasAudio: Bool, patience: UInt64, canWait: Bool, passesPictures: Bool = false) {
    (video, audio) = (Track(isExpected: hasVideo), Track(isExpected: hasAudio))
    (self.patience, self.canWait, self.passesPictures) = (patience, canWait, passesPictures)
  }

  /// Whether there is room for one sample more.
  func hasRoom(for mediaType: MediaType) -> Bool {
    guard mediaType == .audio else {
      return video.waiting.count < Self.videoLimit || isHeldUpBySound || isPassedWithinLimit
    }
    guard let first = audio.waiting.first, let last = audio.waiting.last else { return true }
    return !(last.sample.presentationTimeStamp - first.sample.presentationTimeStamp > Self.audioLimit)
  }

  /// Whether pictures wait for sound, not for who takes them: a microphone that is late, or gone, costs none.
  ///
  /// They do so no longer than the patience lasts, so that there are few of them; twice as many as come in it have room,
  /// for a thread that wakes late.
  private var isHeldUpBySound: Bool {
    guard !canWait, let first = video.waiting.first, let last = video.waiting.last else { return false }
    return isHeldUp(first, by: audio) && last.arrival - first.arrival < 2 * patience
  }

  /// Whether what waits is recorded as it is, and little of it.
  private var isPassedWithinLimit: Bool {
    guard passesPictures, !canWait else { return false }
    var byteCount = 0
    for waiting in video.waiting {
      guard let data = waiting.sample.dataBuffer else { return false }
      byteCount += data.count
    }
    return byteCount < Self.passedByteLimit
  }

  /// Whether a camera's pictures are to be copied before they wait, since it is short of buffers.
  var wantsCopies: Bool { passesPictures && !canWait && video.waiting.count >= Self.videoLimit / 2 }

  /// Whether something earlier of the other track can still come.
  private func isHeldUp(_ waiting: Waiting, by other: Track) -> Bool {
    other.waiting.isEmpty && other.isExpected && !other.isOver(behind: waiting.sample.presentationTimeStamp)
  }

  /// Where the track that tells the time is: behind its last sample.
  var now: MediaTime { video.isExpected || video.over.isNumeric ? video.over : audio.over }

  /// Takes a sample, for which there is room.
  mutating func add(_ sample: SampleBuffer, arrival: UInt64) {
    let time = sample.presentationTimeStamp
    if sample.formatDescription.mediaType == .audio {
      audio.waiting.append((sample, arrival))
      audio.end = time + sample.duration
      audio.over = audio.end
    } else {
      video.waiting.append((sample, arrival))
      // The next one is shown later, however long this one lasts.
      video.end = time + Self.moment
      video.over = Self.end(ofPicture: sample)
    }
  }

  private static func end(ofPicture sample: SampleBuffer) -> MediaTime {
    sample.presentationTimeStamp + (sample.duration.isNumeric ? sample.duration : moment)
  }

  /// What was asked for and isn't done yet: it won't be.
  mutating func takeCommands() -> [RecordingCommand] {
    defer { commands = [] }
    return commands
  }

  mutating func add(_ command: RecordingCommand) { commands.append(command) }

  /// Lets go of the pictures that wait; unless something was asked for, which may concern them.
  ///
  /// - Returns: Whether it did.
  mutating func dropPictures() -> Bool {
    guard commands.isEmpty else { return false }
    video.waiting = []
    return true
  }

  /// Takes note that nothing more comes of a kind; whether nothing more comes at all.
  mutating func end(_ mediaType: MediaType) -> Bool {
    if mediaType == .audio { audio.isExpected = false } else { video.isExpected = false }
    return !audio.isExpected && !video.isExpected
  }

  /// Takes note that the camera is lost: what waits is given out until a moment, in nanoseconds, and then no longer.
  mutating func hurry(until moment: UInt64) { lastMoment = min(moment, lastMoment ?? moment) }

  /// How many pictures were left out since this was asked last.
  mutating func takeLeftOutCount() -> Int {
    defer { leftOutCount = 0 }
    return leftOutCount
  }

  /// Leaves out the pictures that wait: what was asked for is done where the last one was given out, with the sound up to
  /// there.
  private mutating func leavePicturesOut() {
    leftOutCount += video.waiting.count
    (video.waiting, video.isExpected, audio.isExpected, lastMoment) = ([], false, false, nil)
    guard video.given.isNumeric else { return }
    video.over = video.given
    for index in commands.indices where commands[index].time > video.given { commands[index].time = video.given }
  }

  /// Takes note that a kind comes again.
  mutating func expect(_ mediaType: MediaType) {
    if mediaType == .audio { audio.isExpected = true } else { video.isExpected = true }
  }

  /// What comes next at a time in nanoseconds.
  mutating func next(at now: UInt64) -> Step {
    guard let lastMoment else { return nextInOrder(at: now) }
    guard now < lastMoment else {
      leavePicturesOut()
      return nextInOrder(at: now)
    }
    let step = nextInOrder(at: now)
    guard case .wait(let deadline) = step else { return step }
    return .wait(until: min(deadline ?? lastMoment, lastMoment))
  }

  /// Leaves out the pictures before the first sound of a source that waits, if sound went before the recording.
  ///
  /// Such a source delivers pictures and sound each as fast as they are taken. Before a recording nothing holds them
  /// together. The first sound of all, which may begin late, has number 0.
  private mutating func leaveOutUnheard() {
    guard canWait, !isBegun, commands.isEmpty, let first = audio.waiting.first?.sample else { return }
    guard let number = first.sequenceNumber, number > 0 else { return }
    video.waiting.removeAll { $0.sample.presentationTimeStamp < first.presentationTimeStamp }
  }

  private mutating func nextInOrder(at now: UInt64) -> Step {
    leaveOutUnheard()
    if let picture = video.waiting.first?.sample { snap(to: picture) }
    // Of what begins together sound is first: with it, pictures can begin.
    let (sound, picture) = (audio.waiting.first, video.waiting.first)
    guard let first = [sound, picture].compactMap(\.self).min(by: isEarlier) else { return nextCommand(at: now) }
    let isSound = first.sample.formatDescription.mediaType == .audio
    let other = isSound ? video : audio
    let time = first.sample.presentationTimeStamp
    let deadline = first.arrival + patience
    if isHeldUp(first, by: other), now < deadline { return .wait(until: deadline) }
    if let command = dueCommand {
      guard command.time.isNumeric, time < command.time else { return .command(commands.removeFirst()) }
      if isSound, let parts = split(first.sample, at: command.time) {
        audio.waiting[0].sample = parts.rest
        isBegun = true
        return .sample(parts.first)
      }
    }
    isBegun = true
    if isSound {
      audio.waiting.removeFirst()
    } else {
      video.waiting.removeFirst()
      video.given = Self.end(ofPicture: first.sample)
    }
    return .sample(first.sample)
  }

  /// Another file begins with a picture, as what is recorded behind a pause does where pictures aren't decoded anew: with
  /// one that builds on none before.
  private mutating func snap(to picture: SampleBuffer) {
    guard let command = commands.first, command.time.isNumeric else { return }
    let needsKey = needsKey(command)
    if !needsKey { guard case .switchFile = command.kind else { return } }
    let time = picture.presentationTimeStamp
    guard time >= command.time else { return }
    commands[0].time = needsKey && picture.buildsOnOthers ? time + Self.moment : time
  }

  /// Whether a command is done at a picture that builds on none before.
  private func needsKey(_ command: RecordingCommand) -> Bool {
    switch command.kind {
    case .switchFile(let next): next.kind.passesPictures
    case .resume: passesPictures
    case .pause, .stop: false
    }
  }

  /// The command at whose time the first one is done: while that waits for a picture that is still to come, the one
  /// behind it.
  private var dueCommand: RecordingCommand? {
    guard let first = commands.first, first.time.isNumeric, needsKey(first), video.isExpected, video.waiting.isEmpty
    else { return commands.first }
    return commands.dropFirst().first
  }

  private func isEarlier(_ left: Waiting, _ right: Waiting) -> Bool {
    left.sample.presentationTimeStamp < right.sample.presentationTimeStamp
  }

  /// A command, once nothing before it can come any more, or it was waited for long enough.
  private mutating func nextCommand(at now: UInt64) -> Step {
    guard let command = dueCommand else { return .wait(until: nil) }
    let deadline = command.arrival + patience
    let isWaitedFor = [video, audio].contains { $0.isExpected && !$0.isOver(from: command.time) }
    if command.time.isNumeric, isWaitedFor, now < deadline { return .wait(until: deadline) }
    return .command(commands.removeFirst())
  }

  /// The sound before a time and that from then on; nil where it all lies on one side.
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
