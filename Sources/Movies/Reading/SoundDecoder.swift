import COpenCaptureFFmpeg
import OpenCaptureMediaSamples
import OpenCaptureResampling

/// The sound of a movie that is being read, decoded or as it is: the calls to FFmpeg.
///
/// Used by one thread at a time, but for ``cancel()``.
final class SoundDecoder: @unchecked Sendable {
  let source: MovieSource
  let info: AudioInfo
  let timeBase: TimeBase
  private let reader: OpaquePointer

  /// Opens the sound.
  ///
  /// - Parameter keepsPackets: Whether it stays encoded.
  /// - Throws: ``MovieError`` with ``MovieError/Code/noAudio`` where there is none.
  init(_ source: MovieSource, keepsPackets: Bool = false) throws(MovieError) {
    var (bridged, failure) = (source.source, cffmpeg_failure())
    var options = cffmpeg_reader_options()
    options.is_over = { WorkLimit.isReached }
    (options.thread_count, options.maximum_pixel_count) = (1, 1 << 28)
    (options.is_sound, options.keeps_packets) = (true, keepsPackets)
    guard let reader = cffmpeg_reader_open(&bridged, &options, &failure) else {
      let error = MovieError(failure, subject: source.name, refused: .corrupt)
      guard error.code == .unsupportedCodec || error.code == .encrypted else { throw error }
      throw MovieError.unread(sound: failure.text, error.code, subject: source.name)
    }
    (self.source, self.reader) = (source, reader)
    let info = cffmpeg_reader_sound_info(reader)
    (self.info, timeBase) = (AudioInfo(info), TimeBase(info.time_base))
  }

  deinit { cffmpeg_reader_close(reader) }

  /// Ends all reading; safe from any thread.
  func cancel() { cffmpeg_reader_cancel(reader) }

  /// The next sound, in samples of its own kind, and when its first frame is heard in ticks; nil at the end.
  func next() throws(MovieError) -> (sound: AudioBuffer, ticks: Int64, isDamaged: Bool)? {
    var (sound, failure) = (cffmpeg_sound(), cffmpeg_failure())
    while true {
      switch cffmpeg_reader_next_sound(reader, &sound, &failure) {
      case CFFMPEG_HAS_FRAME:
        if sound.frame_count > 0 { return (try copy(sound), sound.time, sound.is_damaged) }
      case CFFMPEG_AT_END: return nil
      default: throw MovieError(failure, subject: source.name, refused: .cannotRead)
      }
    }
  }

  private func copy(_ sound: cffmpeg_sound) throws(MovieError) -> AudioBuffer {
    let format = AudioFormat(
      ffmpegName: sound.samples, sampleRate: Int(sound.sample_rate), channelCount: Int(sound.channel_count),
      channelMask: sound.channel_mask)
    guard let format else {
      throw MovieError(.unsupportedConversion, subject: source.name, reason: "its samples are of an unknown kind")
    }
    do {
      var buffer = try AudioBuffer(format: format, frameCapacity: Int(sound.frame_count))
      try buffer.setFrameCount(Int(sound.frame_count))
      for index in 0..<format.planeCount {
        let plane = withUnsafeBytes(of: sound.planes) {
          $0.bindMemory(to: UnsafePointer<UInt8>?.self)[index]
        }
        try buffer.withUnsafeMutablePlane(index) { target in
          target.copyMemory(from: UnsafeRawBufferPointer(start: plane, count: target.count))
        }
      }
      return buffer
    } catch {
      throw MovieError(.outOfMemory, subject: source.name, error)
    }
  }

  /// The next packet as it is in the file, so many ticks earlier; nil at the end.
  func nextPacket(earlierBy ticks: Int64) throws(MovieError) -> EncodedPacket? {
    try EncodedPacket(nextOf: reader, earlierBy: ticks, name: source.name)
  }

  /// How the sound is encoded.
  func format() throws(MovieError) -> EncodedFormat { try EncodedFormat(of: reader, name: source.name) }

  /// Goes to a place at or before a tick from which sound can be decoded.
  func seek(_ ticks: Int64) throws(MovieError) {
    var failure = cffmpeg_failure()
    guard cffmpeg_reader_seek(reader, ticks, &failure) else {
      throw MovieError(failure, subject: source.name, refused: .cannotSeek)
    }
  }

  /// What was wrong in the file so far; nil where nothing was.
  var damage: MovieError? {
    let damage = cffmpeg_reader_damage(reader)
    if source.extent.isTruncated {
      return MovieError(.truncated, subject: source.name, reason: "the sound ends early")
    }
    guard damage.failure.code != CFFMPEG_NO_FAILURE else { return nil }
    let place = timeBase.time(damage.first_time).map { " from about \($0.seconds) s on" } ?? ""
    return MovieError(.corrupt, subject: source.name, reason: "the sound is damaged\(place)")
  }
}
