import OpenCaptureMediaSamples
import OpenCaptureResampling

/// An audio track that converts appended audio to the format of its encoder.
///
/// Only one thread may use a track at a time.
struct AppendedAudioTrack: Sendable {
  private var track: AudioTrackEncoder
  /// The resampler for audio in another format, with that format; nil if none is needed.
  private var resampler: (format: AudioFormat, resampler: AudioResampler)?
  private let name: String

  /// Opens an encoder for audio in a format.
  ///
  /// - Throws: ``MovieError`` if FFmpeg's libraries or an encoder are missing.
  init(_ format: AudioFormat, _ plan: AudioEncoderPlan, start: MediaTime, name: String) throws(MovieError) {
    track = try AudioTrackEncoder(format, plan, name: name)
    track.start = start
    self.name = name
  }

  /// The track for the muxer.
  var muxed: MovieMuxer.Track { track.muxed }

  /// The ticks per second of the track.
  var timescale: Int32 { Int32(track.encoder.sampleRate) }

  /// Encodes the next audio; gaps become silence, and overlaps are dropped.
  ///
  /// - Returns: The completed packets.
  /// - Throws: ``MovieError`` if encoding fails.
  mutating func encode(_ sample: SampleBuffer) throws(MovieError) -> [EncodedPacket] {
    guard let sound = sample.audioBuffer, sound.format != track.source else {
      // The resampler's remaining audio precedes this sample.
      return try drain() + (try track.encode(sample))
    }
    var packets: [EncodedPacket] = []
    if resampler?.format != sound.format {
      packets = try drain()
      let made = try MovieError.of(name) { () throws(MediaError) in
        try AudioResampler(from: sound.format, to: track.source, name: name)
      }
      resampler = (format: sound.format, resampler: made)
    }
    let converted = try MovieError.of(name) { () throws(MediaError) in try resampler?.resampler.convert(sound) }
    guard let converted else { return packets }
    let time = sample.presentationTimeStamp
    return packets + (try track.encode(SampleBuffer(audioBuffer: converted, presentationTimeStamp: time)))
  }

  /// Returns the remaining packets after the last sample.
  mutating func finish() throws(MovieError) -> [EncodedPacket] { try drain() + (try track.finish()) }

  /// Encodes the audio that the resampler still holds.
  private mutating func drain() throws(MovieError) -> [EncodedPacket] {
    let rest = try MovieError.of(name) { () throws(MediaError) in try resampler?.resampler.finish() }
    resampler = nil
    return try rest.map { (rest) throws(MovieError) in try track.append(rest) } ?? []
  }
}
