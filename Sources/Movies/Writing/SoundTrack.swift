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

  /// So many frames without any sound, in parts of a second at most.
  package func silence(_ count: Int) throws(MovieError) -> [AudioBuffer] {
    var parts: [AudioBuffer] = []
    for start in stride(from: 0, to: count, by: source.sampleRate) {
      let part = min(source.sampleRate, count - start)
      parts.append(
        try MovieError.of(name) { () throws(MediaError) in try .silence(format: source, frameCount: part) })
    }
    return parts
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
