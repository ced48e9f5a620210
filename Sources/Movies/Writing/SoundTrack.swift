package import OpenCaptureMediaSamples

/// The sound of a movie: sound in, packets out.
///
/// Used by one thread at a time.
package struct SoundTrack: Sendable {
  /// What comes.
  package let source: AudioFormat
  package let encoder: SoundEncoder
  private let name: String
  private var timeline: SoundTimeline

  /// Opens an encoder for sound of a format.
  ///
  /// - Throws: ``MovieError`` where FFmpeg's libraries or an encoder are missing.
  package init(_ source: AudioFormat, _ plan: SoundEncoderPlan, name: String) throws(MovieError) {
    encoder = try SoundEncoder(source, plan, name: name)
    (self.source, self.name) = (source, name)
    timeline = SoundTimeline(sampleRate: source.sampleRate)
  }

  /// Which of the sound's times is the movie's beginning; default zero.
  package var start: MediaTime {
    get { timeline.start }
    set { timeline.start = newValue }
  }

  /// For the muxer.
  package var muxed: MovieMuxer.Track {
    MovieMuxer.Track(format: encoder.format, timeBase: TimeBase(sampleRate: encoder.sampleRate))
  }

  /// Encodes sound behind what came before: silence where some is missing, and nothing twice.
  ///
  /// - Returns: What is encoded by now.
  /// - Throws: ``MovieError`` with ``MovieError/Code/invalidFrame`` where it isn't sound of the format, or at no time,
  ///   after which other can be encoded; others where none can.
  package mutating func encode(_ sample: SampleBuffer) throws(MovieError) -> [EncodedPacket] {
    guard let buffer = sample.audioBuffer, buffer.format == source else {
      throw invalid("it is \(sample.formatDescription), the movie's is \(source)")
    }
    guard let placement = timeline.place(sample.presentationTimeStamp, buffer.frameCount) else {
      throw invalid("its time is \(sample.presentationTimeStamp)")
    }
    var packets: [EncodedPacket] = []
    for silence in try silence(placement.silence) { packets += try encoder.encode(silence) }
    let rest = try frames(placement.skipped..<buffer.frameCount, of: buffer)
    return rest.frameCount == 0 ? packets : packets + (try encoder.encode(rest))
  }

  /// How long silence may be that is put into a gap: times that are farther apart are wrong.
  private static let longestSilence = MediaTime(value: 3_600, timescale: 1)

  /// So many frames without any sound, in parts of a second at most, which share their memory.
  ///
  /// - Throws: ``MovieError`` with ``MovieError/Code/invalidFrame`` for more than an hour.
  package func silence(_ count: Int) throws(MovieError) -> [AudioBuffer] {
    guard count > 0 else { return [] }
    guard count <= Int(Self.longestSilence.seconds) * source.sampleRate else {
      throw invalid("it begins more than an hour behind what came before")
    }
    return try MovieError.of(name) { () throws(MediaError) in
      let second = try AudioBuffer.silence(format: source, frameCount: min(count, source.sampleRate))
      let (whole, rest) = count.quotientAndRemainder(dividingBy: source.sampleRate)
      let last = rest > 0 ? [try second.frames(0..<rest)] : []
      return Array(repeating: second, count: whole) + last
    }
  }

  /// The frames of a range.
  package func frames(_ range: Range<Int>, of buffer: AudioBuffer) throws(MovieError) -> AudioBuffer {
    try MovieError.of(name) { () throws(MediaError) in try buffer.frames(range) }
  }

  /// Encodes sound that follows what came before, whatever its time.
  ///
  /// - Returns: What is encoded by now.
  package func append(_ buffer: AudioBuffer) throws(MovieError) -> [EncodedPacket] { try encoder.encode(buffer) }

  /// What is left, once there is no more sound.
  package func finish() throws(MovieError) -> [EncodedPacket] { try encoder.finish() }

  private func invalid(_ reason: String) -> MovieError {
    MovieError(.invalidFrame, subject: name, reason: "the sound can't be appended: \(reason)")
  }
}
