import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureResampling

/// The sound of a file that is recorded: it lies at its time, whatever its source's clock does.
///
/// Used by one thread at a time.
struct RecordedSound: Sendable {
  /// What was done to keep it at its time.
  struct Repairs: Sendable, Hashable {
    var silentFrames = 0
    var skippedFrames = 0

    static func + (left: Self, right: Self) -> Self {
      Self(
        silentFrames: left.silentFrames + right.silentFrames,
        skippedFrames: left.skippedFrames + right.skippedFrames)
    }
  }

  private(set) var track: SoundTrack
  private(set) var repairs = Repairs()
  /// nil for a source that has no clock of its own.
  private let resampler: AudioResampler?
  /// What errors call the file.
  private let name: String
  /// How many frames of the file there are.
  private var frameCount = 0
  /// How many frames until the stretch is said anew.
  private var untilStretch = 0

  private var format: AudioFormat { track.source }

  /// Opens an encoder.
  ///
  /// - Parameter followsClock: Whether the source has a clock of its own.
  init(
    _ format: AudioFormat, _ plan: SoundEncoderPlan, followsClock: Bool, name: String
  ) throws(MovieError) {
    self.name = name
    track = try SoundTrack(format, plan, name: name)
    resampler =
      followsClock
      ? try MovieError.of(name) { () throws(MediaError) in
        try AudioResampler(from: format, to: format, followsClock: true, name: name)
      } : nil
  }

  /// How long it is so far.
  var duration: MediaTime { format.duration(ofFrames: frameCount + (resampler?.delay ?? 0)) }

  /// Encodes sound that begins at a time of the file.
  ///
  /// - Returns: What is encoded by now.
  mutating func encode(
    _ buffer: AudioBuffer, at time: MediaTime, follower: ClockFollower?
  ) throws(MovieError) -> [EncodedPacket] {
    guard buffer.format == format else {
      throw MovieError(
        .invalidFrame, subject: name, reason: "sound of \(buffer.format) can't follow that of \(format)")
    }
    let difference = try frameCount(from: duration, to: time)
    guard let resampler, let follower else { return try place(buffer, jump: Int(difference.rounded())) }
    // What is before the file's beginning is none of its, to the frame.
    let isBefore = frameCount == 0 && difference < 0
    let correction = isBefore ? .init(jump: Int(difference.rounded())) : follower.correction(difference)
    if untilStretch <= 0 {
      let span = format.sampleRate
      let extra = Int((correction.stretch * Double(span)).rounded())
      try MovieError.of(name) { () throws(MediaError) in try resampler.correct(by: extra, within: span) }
      untilStretch = span / 4
    }
    untilStretch -= buffer.frameCount
    return try place(buffer, jump: correction.jump)
  }

  /// Fills what is missing up to a time with silence.
  mutating func fill(until time: MediaTime) throws(MovieError) -> [EncodedPacket] {
    let missing = try frameCount(from: duration, to: time).rounded()
    return missing > 0 ? try silence(Int(missing)) : []
  }

  /// How many frames lie between two times.
  ///
  /// - Throws: ``MovieError`` with ``MovieError/Code/invalidFrame`` where a time is none, or so far away that they can't
  ///   be counted.
  private func frameCount(from start: MediaTime, to time: MediaTime) throws(MovieError) -> Double {
    let count = (time - start).seconds * Double(format.sampleRate)
    guard count.magnitude < 0x1p53 else {
      throw MovieError(.invalidFrame, subject: name, reason: "it can't be recorded: its time is \(time)")
    }
    return count
  }

  private mutating func place(_ buffer: AudioBuffer, jump: Int) throws(MovieError) -> [EncodedPacket] {
    var packets = jump > 0 ? try silence(jump) : []
    let skipped = min(buffer.frameCount, max(0, -jump))
    // That before the beginning isn't missed.
    if frameCount > 0 { repairs.skippedFrames += skipped }
    guard skipped < buffer.frameCount else { return packets }
    packets += try write(track.frames(skipped..<buffer.frameCount, of: buffer))
    return packets
  }

  private mutating func silence(_ count: Int) throws(MovieError) -> [EncodedPacket] {
    repairs.silentFrames += count
    var packets: [EncodedPacket] = []
    for silence in try track.silence(count) { packets += try write(silence) }
    return packets
  }

  private mutating func write(_ buffer: AudioBuffer) throws(MovieError) -> [EncodedPacket] {
    let next = try MovieError.of(name) { () throws(MediaError) in
      guard let resampler else { return Optional(buffer) }
      return try resampler.convert(buffer)
    }
    guard let next else { return [] }
    frameCount += next.frameCount
    return try track.append(next)
  }

  /// What is left, once there is no more: the file's sound ends at a time, to the frame.
  mutating func finish(at time: MediaTime) throws(MovieError) -> [EncodedPacket] {
    var packets = try fill(until: time)
    if let rest = try MovieError.of(name, { () throws(MediaError) in try resampler?.finish() }) {
      let missing = try frameCount(from: format.duration(ofFrames: frameCount), to: time).rounded()
      let count = min(rest.frameCount, max(0, Int(missing)))
      if count > 0 { packets += try track.append(track.frames(0..<count, of: rest)) }
    }
    return packets + (try track.finish())
  }
}
