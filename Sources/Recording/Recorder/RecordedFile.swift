import Glibc
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem

/// A file being recorded, with its encoders and its writer.
///
/// `@unchecked Sendable`: only one thread at a time uses the file.
final class RecordedFile: @unchecked Sendable {
  /// A request to record a file.
  struct Order: Sendable {
    let path: [UInt8]
    let kind: Kind
    let limits: RecordingLimits
    let client: RecordingObserver
  }

  /// The type of a recorded file, with its encoding settings.
  struct Kind: Sendable {
    let type: MediaFileKind
    /// The settings for video, fragments and metadata.
    let options: MovieWritingOptions
    let audioOptions: AudioWritingOptions

    /// Whether the camera's encoded frames are recorded.
    var recordsEncodedFrames: Bool { options.passesEncodedFramesThrough }

    /// Opens a video encoder for frames like this one, or returns nil for a sound file.
    ///
    /// - Parameter canWait: Whether the source waits for a slow encoder.
    func pictures(
      like picture: SampleBuffer, canWait: Bool, name: String
    ) throws(MovieError) -> VideoTrackEncoder? {
      guard case .movie(let container) = type else { return nil }
      var options = options
      if picture.duration.isNumeric, picture.duration > .zero {
        options.expectedFrameRate = min(max(1 / picture.duration.seconds, 1), 240)
      }
      // If the source waits, the slowest and best preset can be used.
      if !canWait { options.h264 = EncoderBenchmark.speed(for: picture, in: container, options) }
      return try VideoTrackEncoder(for: picture, in: container, options, name: name)
    }
  }

  let order: Order
  private var pictures: VideoTrackEncoder?
  private var sound: RecordedAudioTrack?
  private let writer: PacketWriter
  private let soundTrack: Int
  /// The number of video frames that the encoder has accepted but not yet returned.
  private var pendingCount = 0
  private(set) var duration = MediaTime.zero
  private(set) var isFull = false

  /// Creates a file with the given kinds of video frames and sound, if any.
  ///
  /// - Parameters:
  ///   - followsClock: Whether the sound source has its own clock.
  ///   - onFailure: Called on another thread if writing fails.
  /// - Throws: ``MovieError`` if no encoder is available, the file exists, or the file cannot be written.
  init(
    _ order: Order, picture: SampleBuffer?, soundFormat: AudioFormat?, followsClock: Bool,
    onFailure: @escaping @Sendable (MovieError) -> Void
  ) throws(MovieError) {
    self.order = order
    let name = String(decoding: order.path, as: UTF8.self)
    if let picture { pictures = try order.kind.pictures(like: picture, canWait: !followsClock, name: name) }
    let kind = order.kind
    sound = try soundFormat.map { (format) throws(MovieError) -> RecordedAudioTrack in
      let plan = try kind.type.audioEncoderPlan(kind.audioOptions, for: format, name: name)
      return try RecordedAudioTrack(format, plan, followsClock: followsClock, name: name)
    }
    let tracks = [pictures?.muxed, sound?.track.muxed].compactMap(\.self)
    soundTrack = tracks.count - 1
    let timescale = pictures?.timescale ?? sound.map { Int32($0.track.encoder.sampleRate) } ?? 1_000
    let muxer = try MovieMuxer(path: order.path, kind.type.muxed(kind.options, timescale: timescale), tracks)
    writer = try PacketWriter(muxer, name: name, onFailure: onFailure)
  }

  /// Returns whether a video frame has the size, or sound has the format, of the file.
  func fits(_ sample: SampleBuffer) -> Bool {
    if let format = sample.audioBuffer?.format { return sound?.track.source == format }
    return pictures?.fits(sample) ?? false
  }

  /// The name of the video encoder, or nil.
  var encoder: String? { pictures?.encoder }

  /// The maximum size of the file in bytes, including packets not yet written.
  var byteCount: Int { writer.byteCount }

  var syncCorrections: RecordedAudioTrack.SyncCorrections { sound?.syncCorrections ?? .init() }

  /// The maximum delay of sound after video before it is replaced by silence.
  ///
  /// On a busy system, the thread that reads a microphone may be delayed by seconds. It then delivers the sound of that
  /// time with correct timestamps. FFmpeg's muxers keep video for up to ten seconds until the sound arrives.
  static let maximumAudioDelay = MediaTime(value: 8, timescale: 1)

  /// Encodes a video frame that is shown at a time of the file.
  func take(_ picture: SampleBuffer, at time: MediaTime) throws(MovieError) {
    var picture = picture
    picture.timing.presentationTimeStamp = time
    // Missing sound must not block video, so it is replaced by silence.
    if let sound, time - sound.duration > Self.maximumAudioDelay {
      let silence = try self.sound?.fill(until: time - MediaTime(value: 1, timescale: 2)) ?? []
      write(silence, track: soundTrack)
    }
    let packets = try pictures?.encode(picture) ?? []
    pendingCount += 1 - packets.count
    write(packets, track: 0)
    duration = max(duration, time + (picture.duration.isNumeric ? picture.duration : .zero))
  }

  /// Encodes sound that begins at a time of the file, with the follower of the source's own clock, if any.
  func take(_ buffer: AudioBuffer, at time: MediaTime, follower: AudioSyncController?) throws(MovieError) {
    let packets = try sound?.encode(buffer, at: time, follower: follower) ?? []
    write(packets, track: soundTrack)
    duration = max(duration, time + buffer.duration)
  }

  private func write(_ packets: [EncodedPacket], track: Int) {
    guard !isFull else { return }
    isFull = !writer.write(packets, track: track, limit: order.limits.maximumByteCount)
  }

  /// Completes the file with a given duration.
  ///
  /// - Parameter deadline: The time after which the encoder is abandoned, in nanoseconds, or nil.
  /// - Returns: The number of video frames lost in the abandoned encoder.
  /// - Throws: ``MovieError`` if writing failed; the data written so far is kept.
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

  /// Deletes the file, to which nothing was recorded.
  func discard() {
    // The file is deleted even if it cannot be completed.
    try? writer.finish()
    unlink(order.path.map(CChar.init(bitPattern:)) + [0])
  }
}

/// The limits that end a recording.
struct RecordingLimits: Sendable {
  /// The maximum duration; invalid for none.
  var maximumDuration = MediaTime.invalid
  /// The maximum size in bytes; `Int.max` for none.
  var maximumByteCount = Int.max
  /// The minimum free disk space, in bytes.
  var minimumFreeByteCount = 0

  /// Returns the end of a recording that has reached its maximum duration at a time, or nil.
  func end(at time: MediaTime) -> MediaTime? {
    maximumDuration.isNumeric && time >= maximumDuration ? maximumDuration : nil
  }

  /// Returns the part of sound, beginning at a time before the end, that fits into the maximum duration.
  func allowed(of buffer: AudioBuffer, at time: MediaTime) -> AudioBuffer {
    guard end(at: time + buffer.duration) != nil else { return buffer }
    let count = (maximumDuration - time).convertScale(Int32(buffer.format.sampleRate))
    guard count.isNumeric, (0..<Int64(buffer.frameCount)).contains(count.value) else { return buffer }
    return (try? buffer.frames(0..<Int(count.value))) ?? buffer
  }

  /// Returns whether the disk of a file has enough free space; true if that is unknown.
  func hasRoom(for path: [UInt8]) -> Bool {
    guard minimumFreeByteCount > 0 else { return true }
    return FileSystem.freeByteCount(at: path).map { $0 >= minimumFreeByteCount } ?? true
  }
}
