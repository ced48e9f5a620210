import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples
import OpenCaptureResampling

/// An FFmpeg reader of a movie's audio, as decoded samples or as encoded packets, for one thread at a time.
final class AudioDecoder: @unchecked Sendable {
  let source: MovieSource
  let info: AudioInfo
  let timeBase: TimeBase
  private let reader: OpaquePointer

  /// Opens the audio track.
  ///
  /// - Parameter keepsPackets: Whether the audio stays encoded.
  /// - Throws: ``MovieError`` with `MovieError.Code.noAudio` if the file has no audio.
  init(_ source: MovieSource, keepsPackets: Bool = false) throws(MovieError) {
    var failure = cffmpeg_failure()
    guard let reader = source.openReader(isSound: true, keepsPackets: keepsPackets, &failure) else {
      let error = MovieError(failure, subject: source.name, refused: .corrupt)
      guard error.code == .unsupportedCodec || error.code == .encrypted else { throw error }
      throw MovieError.unread(sound: failure.text, error.code, subject: source.name)
    }
    self.source = source
    self.reader = reader
    let info = cffmpeg_reader_sound_info(reader)
    self.info = AudioInfo(info)
    timeBase = TimeBase(info.time_base)
  }

  deinit { cffmpeg_reader_close(reader) }

  /// Stops all reads; safe from any thread.
  func cancel() { cffmpeg_reader_cancel(reader) }

  /// Returns the next audio in the codec's sample format, and the tick of its first frame; nil at the end.
  func next() throws(MovieError) -> (sound: AudioBuffer, ticks: Int64, isDamaged: Bool)? {
    var sound = cffmpeg_sound()
    var failure = cffmpeg_failure()
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
      throw MovieError(.unsupportedConversion, subject: source.name, reason: "unknown sample format")
    }
    do {
      var buffer = try AudioBuffer(format: format, frameCapacity: Int(sound.frame_count))
      try buffer.setFrameCount(Int(sound.frame_count))
      for index in 0..<format.planeCount {
        let plane = withUnsafeBytes(of: sound.planes) { $0.bindMemory(to: UnsafePointer<UInt8>?.self)[index] }
        try buffer.withUnsafeMutablePlane(index) { target in
          target.copyMemory(from: UnsafeRawBufferPointer(start: plane, count: target.count))
        }
      }
      return buffer
    } catch {
      throw MovieError(.outOfMemory, subject: source.name, error)
    }
  }

  /// Returns the next encoded packet, with its times reduced by a number of ticks; nil at the end.
  func nextPacket(earlierBy ticks: Int64) throws(MovieError) -> EncodedPacket? {
    try EncodedPacket(nextOf: reader, earlierBy: ticks, name: source.name)
  }

  /// Returns the encoding format of the audio.
  func format() throws(MovieError) -> EncodedFormat { try EncodedFormat(of: reader, name: source.name) }

  /// Seeks to a position at or before a tick where decoding can start.
  func seek(_ ticks: Int64) throws(MovieError) {
    var failure = cffmpeg_failure()
    guard cffmpeg_reader_seek(reader, ticks, &failure) else {
      throw MovieError(failure, subject: source.name, refused: .cannotSeek)
    }
  }

  /// The damage found so far; nil if none.
  var damage: MovieError? {
    let damage = cffmpeg_reader_damage(reader)
    if source.extent.isTruncated {
      return MovieError(.truncated, subject: source.name, reason: "the audio ends early")
    }
    guard damage.failure.code != CFFMPEG_NO_FAILURE else { return nil }
    let place = timeBase.time(damage.first_time).map { " after about \($0.seconds) s" } ?? ""
    return MovieError(.corrupt, subject: source.name, reason: "the audio is damaged\(place)")
  }
}

/// A clock that derives exact audio times from frame counts, because a file's ticks can be coarse.
package struct AudioFrameClock: Sendable {
  let timeBase: TimeBase
  /// The position of the next frame in units of the sample rate; nil before the first frame.
  private var next: (place: Int64, rate: Int)?

  package init(timeBase: TimeBase) { self.timeBase = timeBase }

  /// Returns the time of a buffer that starts at a tick.
  package mutating func time(_ ticks: Int64, frameCount: Int, sampleRate: Int) -> MediaTime {
    let exact = timeBase.time(ticks) ?? .zero
    let rounded = exact.convertScale(Int32(sampleRate))
    guard rounded.isNumeric else { return exact }
    var place = rounded.value
    if let next, next.rate == sampleRate, isNear(place, next.place, sampleRate) { place = next.place }
    let end = place.addingReportingOverflow(Int64(frameCount))
    next = end.overflow ? nil : (end.partialValue, sampleRate)
    return MediaTime(value: place, timescale: Int32(sampleRate))
  }

  /// Whether the distance between two positions is within the rounding error of a tick.
  private func isNear(_ place: Int64, _ other: Int64, _ sampleRate: Int) -> Bool {
    let distance = place.subtractingReportingOverflow(other)
    let roundingError = 1 + Int64(sampleRate) * Int64(timeBase.numerator) / Int64(timeBase.denominator)
    return !distance.overflow && distance.partialValue.magnitude <= roundingError
  }
}
