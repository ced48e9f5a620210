import OpenCaptureSystem
public import OpenCaptureMediaSamples

/// Reads the sound of a movie or of a sound file, with the file's own times (`AVAssetReader`, `AVAudioFile`).
///
/// Whatever the installed FFmpeg decodes can be read: AAC, Opus, MP3, FLAC, WAVE for instance. Samples are as the codec
/// has them: whole numbers of 16 or 32 bits, or floating-point ones. Sound that a file says isn't to be heard, such as
/// what an encoder put before it, is left out.
///
/// What is damaged is passed over, and the rest read to the end; then the damage is thrown, once.
///
/// Safe from several threads, which take turns.
public final class AudioReader: Sendable {
  /// What the header says.
  public let info: AudioInfo

  private struct State: Lockable {
    var clock: SoundClock
    var sequenceNumber: UInt64? = 0
    /// Sound before this isn't wanted; nil where all is.
    var floor: MediaTime?
    var hasEnded = false
  }

  private let decoder: SoundDecoder
  private let state: Locked<State>

  /// Opens a file.
  ///
  /// - Parameter path: Its name.
  /// - Throws: ``MovieError`` where FFmpeg's libraries are missing, the file can't be read, or has no sound that they
  ///   decode.
  public convenience init(contentsOf path: String) throws(MovieError) {
    try self.init(contentsOfPath: Array(path.utf8))
  }

  /// Opens a file whose name may be any bytes; errors show it as UTF-8 as well as that goes.
  ///
  /// - Parameter path: The bytes of its name, without a zero at the end.
  /// - Throws: ``MovieError`` where FFmpeg's libraries are missing, the file can't be read, or has no sound that they
  ///   decode.
  public convenience init(contentsOfPath path: [UInt8]) throws(MovieError) {
    try self.init(MovieSource(path: path))
  }

  /// Reads what is in memory.
  ///
  /// - Parameters:
  ///   - data: A whole file.
  ///   - name: What errors call it; default `sound`.
  /// - Throws: ``MovieError`` where FFmpeg's libraries are missing, or there is no sound that they decode.
  public convenience init(_ data: DataBuffer, name: String = "sound") throws(MovieError) {
    try self.init(MovieSource(data, name: name))
  }

  init(_ source: MovieSource) throws(MovieError) {
    decoder = try SoundDecoder(source)
    info = decoder.info
    state = Locked(State(clock: SoundClock(timeBase: decoder.timeBase)))
  }

  /// What errors call the file.
  var name: String { decoder.source.name }

  /// The next sound; nil after the last (`copyNextSampleBuffer`).
  ///
  /// - Throws: ``MovieError`` with ``MovieError/Code/truncated`` or ``MovieError/Code/corrupt`` once, after the last
  ///   sound of a file that is damaged; with ``MovieError/Code/cannotRead`` where it can't be read any further; with
  ///   ``MovieError/Code/cancelled`` after ``cancel()``.
  public func nextSample() throws(MovieError) -> SampleBuffer? {
    try state.withLock { (state) throws(MovieError) in
      while let sample = try next(&state) {
        guard let floor = state.floor else { return sample }
        guard let rest = try rest(of: sample, from: floor) else { continue }
        state.floor = nil
        return rest
      }
      return nil
    }
  }

  private func next(_ state: inout State) throws(MovieError) -> SampleBuffer? {
    guard !state.hasEnded else { return nil }
    do throws(MovieError) {
      if let (sound, ticks, isDamaged) = try decoder.next() {
        let time = state.clock.time(ticks, frameCount: sound.frameCount, sampleRate: sound.format.sampleRate)
        var attachments = Attachments()
        if isDamaged { attachments.set(.bool(true), for: .isDamaged, mode: .shouldPropagate) }
        defer { state.sequenceNumber = state.sequenceNumber.map { $0 + 1 } }
        return SampleBuffer(
          audioBuffer: sound, presentationTimeStamp: time, sequenceNumber: state.sequenceNumber,
          attachments: attachments)
      }
    } catch {
      state.hasEnded = error.code != .cancelled
      throw error
    }
    state.hasEnded = true
    if let damage = decoder.damage { throw damage }
    return nil
  }

  /// What of the sound is heard from a time on; nil where nothing is.
  private func rest(of sample: SampleBuffer, from time: MediaTime) throws(MovieError) -> SampleBuffer? {
    guard let sound = sample.audioBuffer else { return nil }
    let first = (time - sample.presentationTimeStamp).convertScale(
      Int32(sound.format.sampleRate), method: .roundTowardNegativeInfinity)
    guard first.isNumeric, first.value > 0 else { return sample }
    guard first.value < sound.frameCount else { return nil }
    do throws(MediaError) { return try sample.frames(Int(first.value)..<sound.frameCount) } catch {
      throw MovieError(error, subject: name)
    }
  }

  /// Goes to a time, to the frame: the next sound begins there.
  ///
  /// - Parameter time: A time before the first frame is that of the first; after the last one nothing comes.
  /// - Throws: ``MovieError`` where `time` is no number, the file can't be read, or there is no way to go there.
  public func seek(to time: MediaTime) throws(MovieError) {
    guard time.isNumeric else {
      throw MovieError(.cannotSeek, subject: name, reason: "\(time) is not a time to go to")
    }
    try state.withLock { (state) throws(MovieError) in
      // Codecs whose blocks overlap decode the first one wrong: they are given some before it.
      let early = max(time - MediaTime(value: 1, timescale: 10), .zero)
      try decoder.seek(decoder.timeBase.ticks(atOrBefore: early))
      state = State(clock: SoundClock(timeBase: decoder.timeBase), sequenceNumber: nil, floor: time)
    }
  }

  /// Ends reading, now and later, from whichever thread: whoever waits for sound gets ``MovieError/Code/cancelled``.
  public func cancel() { decoder.cancel() }
}

extension MovieReader {
  /// Reads the movie's sound, from its beginning, beside its pictures: each has a place of its own.
  ///
  /// - Returns: nil where there is none.
  /// - Throws: ``MovieError`` where it can't be read.
  public func audioReader() throws(MovieError) -> AudioReader? {
    guard let source = soundSource else { return nil }
    do throws(MovieError) { return try AudioReader(source) } catch {
      if error.code == .noAudio { return nil }
      throw error
    }
  }
}
