import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureResampling

/// The sound of a recorded file, kept in sync with the timestamps of its source, for one thread at a time.
struct RecordedAudioTrack: Sendable {
  /// The corrections that kept the sound in sync.
  struct SyncCorrections: Sendable, Hashable {
    var silentFrames = 0
    var skippedFrames = 0

    static func + (left: Self, right: Self) -> Self {
      Self(
        silentFrames: left.silentFrames + right.silentFrames,
        skippedFrames: left.skippedFrames + right.skippedFrames)
    }
  }

  private(set) var track: AudioTrackEncoder
  private(set) var syncCorrections = SyncCorrections()
  /// The resampler, or nil if the source does not have its own clock.
  private let resampler: AudioResampler?
  /// The name of the file in error messages.
  private let name: String
  /// The number of frames in the file.
  private var frameCount = 0
  /// The number of frames until the stretch is updated.
  private var untilStretch = 0

  private var format: AudioFormat { track.source }

  /// - Parameter followsClock: Whether the source has its own clock.
  init(_ format: AudioFormat, _ plan: AudioEncoderPlan, followsClock: Bool, name: String) throws(MovieError) {
    self.name = name
    track = try AudioTrackEncoder(format, plan, name: name)
    resampler =
      followsClock
      ? try MovieError.of(name) { () throws(MediaError) in
        try AudioResampler(from: format, to: format, followsClock: true, name: name)
      } : nil
  }

  var duration: MediaTime { format.duration(ofFrames: frameCount + (resampler?.delay ?? 0)) }

  /// Encodes sound that begins at a time of the file, and returns the packets encoded so far.
  mutating func encode(
    _ buffer: AudioBuffer, at time: MediaTime, follower: AudioSyncController?
  ) throws(MovieError) -> [EncodedPacket] {
    guard buffer.format == format else {
      throw MovieError(
        .invalidFrame, subject: name, reason: "sound in \(buffer.format) cannot follow sound in \(format)")
    }
    let difference = try frameCount(from: duration, to: time)
    guard let resampler, let follower else { return try place(buffer, jump: Int(difference.rounded())) }
    // Sound before the beginning of the file is cut off exactly.
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

  /// Fills the sound with silence up to a time.
  mutating func fill(until time: MediaTime) throws(MovieError) -> [EncodedPacket] {
    let missing = try frameCount(from: duration, to: time).rounded()
    return missing > 0 ? try silence(Int(missing)) : []
  }

  /// Returns the number of frames between two times.
  ///
  /// - Throws: ``MovieError`` with the code `MovieError.Code.invalidFrame` if a time is invalid or too far away.
  private func frameCount(from start: MediaTime, to time: MediaTime) throws(MovieError) -> Double {
    let count = (time - start).seconds * Double(format.sampleRate)
    guard count.magnitude < 0x1p53 else {
      throw MovieError(.invalidFrame, subject: name, reason: "cannot record sound with the timestamp \(time)")
    }
    return count
  }

  private mutating func place(_ buffer: AudioBuffer, jump: Int) throws(MovieError) -> [EncodedPacket] {
    var packets = jump > 0 ? try silence(jump) : []
    let skipped = min(buffer.frameCount, max(0, -jump))
    // Sound before the beginning does not count as skipped.
    if frameCount > 0 { syncCorrections.skippedFrames += skipped }
    guard skipped < buffer.frameCount else { return packets }
    packets += try write(track.frames(skipped..<buffer.frameCount, of: buffer))
    return packets
  }

  private mutating func silence(_ count: Int) throws(MovieError) -> [EncodedPacket] {
    syncCorrections.silentFrames += count
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

  /// Ends the sound exactly at a time, and returns the last packets.
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
