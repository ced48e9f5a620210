import OpenCaptureMediaSamples
import OpenCaptureResampling

/// An audio track that converts appended audio to the format of its encoder, for one thread at a time.
struct AppendedAudioTrack: Sendable {
  private var track: AudioTrackEncoder
  /// The resampler for audio in another format; nil if none is needed.
  private var resampler: AudioResampler?
  private let name: String

  /// Opens an encoder for audio in a format.
  init(_ format: AudioFormat, _ plan: AudioEncoderPlan, start: MediaTime, name: String) throws(MovieError) {
    track = try AudioTrackEncoder(format, plan, name: name)
    track.start = start
    self.name = name
  }

  var muxed: MovieMuxer.Track { track.muxed }

  /// The ticks per second of the track.
  var timescale: Int32 { Int32(track.encoder.sampleRate) }

  /// Encodes the next audio and returns the completed packets; gaps become silence, and overlaps are dropped.
  mutating func encode(_ sample: SampleBuffer) throws(MovieError) -> [EncodedPacket] {
    guard let sound = sample.audioBuffer, sound.format != track.source else {
      // The resampler's remaining audio precedes this sample.
      return try drain() + (try track.encode(sample))
    }
    var packets: [EncodedPacket] = []
    if resampler?.source != sound.format {
      packets = try drain()
      resampler = try MovieError.of(name) { () throws(MediaError) in
        try AudioResampler(from: sound.format, to: track.source, name: name)
      }
    }
    let converted = try MovieError.of(name) { () throws(MediaError) in try resampler?.convert(sound) }
    guard let converted else { return packets }
    let time = sample.presentationTimeStamp
    return packets + (try track.encode(SampleBuffer(audioBuffer: converted, presentationTimeStamp: time)))
  }

  /// Returns the remaining packets after the last sample.
  mutating func finish() throws(MovieError) -> [EncodedPacket] { try drain() + (try track.finish()) }

  /// Encodes the audio that the resampler still holds.
  private mutating func drain() throws(MovieError) -> [EncodedPacket] {
    let rest = try MovieError.of(name) { () throws(MediaError) in try resampler?.finish() }
    resampler = nil
    return try rest.map { (rest) throws(MovieError) in try track.append(rest) } ?? []
  }
}
