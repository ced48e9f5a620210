import Glibc
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem

/// A file that is recorded: its encoders and its writer.
///
/// Used by one thread at a time.
final class RecordedFile {
  /// What is asked for.
  struct Order: Sendable {
    let path: [UInt8]
    let kind: Kind
    let limits: RecordingLimits
    /// Who is told of it.
    let client: RecordingClient
  }

  let order: Order
  private var pictures: PictureTrack?
  private var sound: RecordedSound?
  private let writer: PacketWriter
  private let soundTrack: Int
  /// How many pictures the encoder has taken, and not given yet.
  private var pendingCount = 0
  /// How long it is so far.
  private(set) var duration = MediaTime.zero
  private(set) var isFull = false

  /// Begins a file of pictures like this one, if there are any, and sound of this format, if there is any.
  ///
  /// - Parameters:
  ///   - followsClock: Whether the sound's source has a clock of its own.
  ///   - onFailure: Called on another thread where the file can't be written any further.
  /// - Throws: ``MovieError`` where there is no encoder, or the file is there already or can't be written.
  init(
    _ order: Order, picture: SampleBuffer?, soundFormat: AudioFormat?, followsClock: Bool,
    onFailure: @escaping @Sendable (MovieError) -> Void
  ) throws(MovieError) {
    self.order = order
    let name = String(decoding: order.path, as: UTF8.self)
    if let picture { pictures = try order.kind.pictures(like: picture, canWait: !followsClock, name: name) }
    sound = try soundFormat.map { (format) throws(MovieError) in
      try RecordedSound(
        format, order.kind.soundPlan(for: format, name: name), followsClock: followsClock, name: name)
    }
    let tracks = [pictures?.muxed, sound?.track.muxed].compactMap(\.self)
    soundTrack = tracks.count - 1
    let muxer = try MovieMuxer(path: order.path, order.kind.muxed(pictures, sound?.track), tracks)
    writer = try PacketWriter(muxer, name: name, onFailure: onFailure)
  }

  /// Whether a picture is as large as those of the file, or sound like its own.
  func fits(_ sample: SampleBuffer) -> Bool {
    if let format = sample.audioBuffer?.format { return sound?.track.source == format }
    return pictures?.fits(sample) ?? false
  }

  /// What encodes its pictures; nil where nothing does.
  var encoder: String? { pictures?.encoder }

  /// How many bytes the file has at the most, with what is yet to be written.
  var byteCount: Int { writer.byteCount }

  /// What was done to keep the sound at its time.
  var repairs: RecordedSound.Repairs { sound?.repairs ?? .init() }

  /// How far sound may be behind the pictures before it is silent.
  ///
  /// On a busy system, the thread that reads a microphone can wait seconds for a processor. It then delivers the sound of
  /// that span with its times. FFmpeg's muxers keep pictures for sound up to ten seconds.
  static let mostSoundDelay = MediaTime(value: 8, timescale: 1)

  /// Takes a picture that is shown at a time of the file.
  func take(_ picture: SampleBuffer, at time: MediaTime) throws(MovieError) {
    var picture = picture
    picture.timing.presentationTimeStamp = time
    // Sound that doesn't come holds up nothing: it is silent then.
    if let sound, time - sound.duration > Self.mostSoundDelay {
      try fillSound(until: time - MediaTime(value: 1, timescale: 2))
    }
    try encode(picture)
    duration = max(duration, time + (picture.duration.isNumeric ? picture.duration : .zero))
  }

  private func encode(_ picture: SampleBuffer) throws(MovieError) {
    let packets = try pictures?.encode(picture) ?? []
    pendingCount += 1 - packets.count
    write(packets, track: 0)
  }

  /// Takes sound that begins at a time of the file.
  ///
  /// - Parameter follower: Of the sound's source, where that has a clock of its own.
  func take(_ buffer: AudioBuffer, at time: MediaTime, follower: ClockFollower?) throws(MovieError) {
    let packets = try sound?.encode(buffer, at: time, follower: follower) ?? []
    write(packets, track: soundTrack)
    duration = max(duration, time + buffer.duration)
  }

  private func fillSound(until time: MediaTime) throws(MovieError) {
    let packets = try sound?.fill(until: time) ?? []
    write(packets, track: soundTrack)
  }

  private func write(_ packets: [EncodedPacket], track: Int) {
    guard !isFull else { return }
    isFull = !writer.write(packets, track: track, limit: order.limits.maximumByteCount)
  }

  /// Ends the file at a time.
  ///
  /// - Parameter deadline: When the encoder is left alone with the pictures that it has, in nanoseconds; nil for never.
  /// - Returns: With how many.
  /// - Throws: ``MovieError`` where it couldn't be written; what was written stays.
  func finish(at time: MediaTime, encodingUntil deadline: UInt64?) throws(MovieError) -> Int {
    var failure: MovieError?
    do throws(MovieError) {
      let packets = try pictures?.finish(until: deadline) ?? []
      pendingCount -= packets.count
      write(packets, track: 0)
      write(try sound?.finish(at: time) ?? [], track: soundTrack)
    } catch {
      failure = error
    }
    try writer.finish()
    if let failure { throw failure }
    duration = max(duration, time)
    return deadline == nil ? 0 : max(0, pendingCount)
  }

  /// Takes the file away again, to which nothing was recorded.
  func discard() {
    // One that can't be ended can still be taken away.
    try? writer.finish()
    unlink(order.path.map(CChar.init(bitPattern:)) + [0])
  }
}
