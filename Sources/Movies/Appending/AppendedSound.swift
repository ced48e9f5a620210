import OpenCaptureMediaSamples
import OpenCaptureResampling

/// The sound of a file that is appended: in the format that its encoder was opened for, whatever it comes in.
///
/// Used by one thread at a time.
struct AppendedSound: Sendable {
  private var track: SoundTrack
  /// What makes sound of another format sound of the track's, and which format that is; nil as long as none came.
  private var resampler: (format: AudioFormat, resampler: AudioResampler)?
  private let name: String

  /// Opens an encoder for sound of a format.
  ///
  /// - Throws: ``MovieError`` where FFmpeg's libraries or an encoder are missing.
  init(_ format: AudioFormat, _ plan: SoundEncoderPlan, start: MediaTime, name: String) throws(MovieError) {
    track = try SoundTrack(format, plan, name: name)
    track.start = start
    self.name = name
  }

  /// For the muxer.
  var muxed: MovieMuxer.Track { track.muxed }

  /// Ticks per second of its times.
  var timescale: Int32 { Int32(track.encoder.sampleRate) }

  /// Encodes sound behind what came before: silence where some is missing, and nothing twice.
  ///
  /// - Returns: What is encoded by now.
  /// - Throws: ``MovieError`` where it can't be.
  mutating func encode(_ sample: SampleBuffer) throws(MovieError) -> [EncodedPacket] {
    guard let sound = sample.audioBuffer, sound.format != track.source else {
      // What was held back of the other format is heard before.
      return try drain() + (try track.encode(sample))
    }
    var packets: [EncodedPacket] = []
    if resampler?.format != sound.format {
      packets = try drain()
      let made = try MovieError.of(name) { () throws(MediaError) in
        try AudioResampler(from: sound.format, to: track.source, name: name)
      }
      resampler = (sound.format, made)
    }
    let converted = try MovieError.of(name) { () throws(MediaError) in try resampler?.resampler.convert(sound) }
    guard let converted else { return packets }
    let time = sample.presentationTimeStamp
    return packets + (try track.encode(SampleBuffer(audioBuffer: converted, presentationTimeStamp: time)))
  }

  /// What is left, once there is no more sound.
  mutating func finish() throws(MovieError) -> [EncodedPacket] { try drain() + (try track.finish()) }

  /// What a resampler has held back.
  private mutating func drain() throws(MovieError) -> [EncodedPacket] {
    let rest = try MovieError.of(name) { () throws(MediaError) in try resampler?.resampler.finish() }
    resampler = nil
    return try rest.map { (rest) throws(MovieError) in try track.append(rest) } ?? []
  }
}
