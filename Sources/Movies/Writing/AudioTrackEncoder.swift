package import OpenCaptureMediaSamples

/// The audio track of a movie, which converts audio to packets, for one thread at a time.
package struct AudioTrackEncoder: Sendable {
  /// The format of the appended audio.
  package let source: AudioFormat
  package let encoder: AudioEncoder
  private let name: String
  private var timeline: SoundTimeline

  /// Opens an encoder for audio in a format.
  ///
  /// - Throws: ``MovieError`` if FFmpeg's libraries or an encoder are missing.
  package init(_ source: AudioFormat, _ plan: AudioEncoderPlan, name: String) throws(MovieError) {
    encoder = try AudioEncoder(source, plan, name: name)
    self.source = source
    self.name = name
    timeline = SoundTimeline(sampleRate: source.sampleRate)
  }

  /// The source time of the movie's beginning; default zero.
  package var start: MediaTime {
    get { timeline.start }
    set { timeline.start = newValue }
  }

  package var muxed: MovieMuxer.Track {
    let timeBase = TimeBase(numerator: 1, denominator: Int32(encoder.sampleRate))
    return MovieMuxer.Track(format: encoder.format, timeBase: timeBase)
  }

  /// Encodes the next audio and returns the completed packets; gaps become silence, and overlaps are dropped.
  ///
  /// - Throws: ``MovieError`` with `MovieError.Code.invalidFrame` if the format or time is invalid; encoding may
  ///   continue afterwards. All other errors are final.
  package mutating func encode(_ sample: SampleBuffer) throws(MovieError) -> [EncodedPacket] {
    guard let buffer = sample.audioBuffer, buffer.format == source else {
      throw invalid("its format is \(sample.format), not \(source)")
    }
    guard let placement = timeline.place(sample.presentationTimeStamp, buffer.frameCount) else {
      throw invalid("its time, \(sample.presentationTimeStamp), is invalid")
    }
    var packets: [EncodedPacket] = []
    for silence in try silence(placement.silence) { packets += try encoder.encode(silence) }
    let rest = try frames(placement.skipped..<buffer.frameCount, of: buffer)
    return rest.frameCount == 0 ? packets : packets + (try encoder.encode(rest))
  }

  /// The maximum duration of inserted silence; a larger gap indicates wrong times.
  private static let longestSilence = MediaTime(value: 3_600, timescale: 1)

  /// Returns silence of a length in frames, in buffers of up to one second that share their memory.
  ///
  /// - Throws: ``MovieError`` with `MovieError.Code.invalidFrame` for more than an hour.
  package func silence(_ count: Int) throws(MovieError) -> [AudioBuffer] {
    guard count > 0 else { return [] }
    guard count <= Int(Self.longestSilence.seconds) * source.sampleRate else {
      throw invalid("it starts more than an hour after the preceding audio")
    }
    return try MovieError.of(name) { () throws(MediaError) in
      let second = try AudioBuffer.silence(format: source, frameCount: min(count, source.sampleRate))
      let (whole, rest) = count.quotientAndRemainder(dividingBy: source.sampleRate)
      let last = rest > 0 ? [try second.frames(0..<rest)] : []
      return Array(repeating: second, count: whole) + last
    }
  }

  package func frames(_ range: Range<Int>, of buffer: AudioBuffer) throws(MovieError) -> AudioBuffer {
    try MovieError.of(name) { () throws(MediaError) in try buffer.frames(range) }
  }

  /// Encodes audio directly after the preceding audio, and returns the completed packets.
  package func append(_ buffer: AudioBuffer) throws(MovieError) -> [EncodedPacket] { try encoder.encode(buffer) }

  /// Returns the remaining packets after the last audio.
  package func finish() throws(MovieError) -> [EncodedPacket] { try encoder.finish() }

  private func invalid(_ reason: String) -> MovieError {
    MovieError(.invalidFrame, subject: name, reason: "cannot append the audio: \(reason)")
  }
}

/// The continuous timeline of a movie's audio, which fills gaps and removes overlaps.
struct SoundTimeline: Sendable {
  /// The corrections for a buffer of audio.
  struct Placement: Equatable {
    /// The number of silent frames to insert before the buffer.
    var silence = 0
    /// The number of frames to drop at the start of the buffer.
    var skipped = 0
  }

  let sampleRate: Int
  /// The source time of the movie's beginning.
  var start = MediaTime.zero
  /// The number of frames so far.
  private(set) var frameCount = 0

  /// The tolerated deviation between times and frame count in seconds, which is neither audible nor visible.
  static let tolerance = 0.005
  /// The maximum number of frames, equivalent to centuries.
  private static let mostFrames: UInt64 = 1 << 53

  init(sampleRate: Int) { self.sampleRate = sampleRate }

  /// Returns the corrections for the next buffer, and advances; nil if the time is not numeric or too far away.
  mutating func place(_ time: MediaTime, _ count: Int) -> Placement? {
    let offset = (time - start).convertScale(Int32(sampleRate))
    guard offset.isNumeric, offset.value.magnitude < Self.mostFrames else { return nil }
    let gap = Int(offset.value) - frameCount
    var placement = Placement()
    // The beginning of the movie is exact: earlier audio is always dropped.
    let isBefore = frameCount == 0 && gap < 0
    if isBefore || abs(gap) > Int(Double(sampleRate) * Self.tolerance) {
      placement.silence = max(0, gap)
      placement.skipped = min(count, max(0, -gap))
    }
    frameCount += placement.silence + count - placement.skipped
    return placement
  }
}
