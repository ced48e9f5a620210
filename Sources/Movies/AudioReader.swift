import COpenCaptureFFmpeg
public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// A reader of the audio of a movie or audio file, with the file's own times (`AVAssetReader`, `AVAudioFile`).
///
/// The reader supports all formats of the installed FFmpeg, such as AAC, Opus, MP3, FLAC and WAVE. Samples have the
/// codec's own format: integers of 16 or 32 bits, or floating-point numbers. The reader drops the audio that the file
/// marks as not audible, such as encoder priming.
///
/// The reader skips damaged data and reads to the end, then throws the damage once.
///
/// The type is thread-safe: concurrent calls run one after the other.
public final class AudioReader: Sendable {
  /// The information from the file's header.
  public let info: AudioInfo

  private struct State: Lockable {
    var clock: AudioFrameClock
    var sequenceNumber: UInt64? = 0
    /// The start of the requested audio (nil for all); earlier audio is dropped.
    var floor: MediaTime?
    var hasEnded = false
  }

  private let decoder: AudioDecoder
  private let state: Locked<State>

  /// Opens a file.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: ``MovieError`` if FFmpeg's libraries are missing, or if the file cannot be read or has no audio that
  ///   they decode.
  public convenience init(contentsOf path: String) throws(MovieError) {
    try self.init(contentsOfPath: Array(path.utf8))
  }

  /// Opens a file whose path may contain any bytes.
  ///
  /// Error messages show the path as UTF-8 with replacement characters.
  ///
  /// - Parameter path: The bytes of the path, without a terminating zero.
  /// - Throws: ``MovieError`` if FFmpeg's libraries are missing, or if the file cannot be read or has no audio that
  ///   they decode.
  public convenience init(contentsOfPath path: [UInt8]) throws(MovieError) {
    try self.init(MovieSource(path: path))
  }

  /// Opens a file in memory.
  ///
  /// - Parameters:
  ///   - data: The contents of a complete file.
  ///   - name: The name for error messages; default `sound`.
  /// - Throws: ``MovieError`` if FFmpeg's libraries are missing, or if the data has no audio that they decode.
  public convenience init(_ data: DataBuffer, name: String = "sound") throws(MovieError) {
    try self.init(MovieSource(data, name: name))
  }

  init(_ source: MovieSource) throws(MovieError) {
    decoder = try AudioDecoder(source)
    info = decoder.info
    state = Locked(State(clock: AudioFrameClock(timeBase: decoder.timeBase)))
  }

  /// The file's name for error messages.
  var name: String { decoder.source.name }

  /// Returns the next audio buffer; nil after the last one (`copyNextSampleBuffer`).
  ///
  /// - Throws: ``MovieError``. `MovieError.Code.truncated` or `MovieError.Code.corrupt` is thrown once, after the
  ///   last audio of a damaged file. `MovieError.Code.cannotRead` means a read error, and
  ///   `MovieError.Code.cancelled` a call to ``cancel()``.
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

  /// Returns the part of a sample from a time on; nil if the sample ends before.
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

  /// Seeks to a time with the accuracy of one audio frame; the next buffer starts there.
  ///
  /// - Parameter time: The time. A time before the first frame selects the first frame. After the last frame,
  ///   reading returns nil.
  /// - Throws: ``MovieError`` if `time` is not numeric, or if the file cannot be read or does not support seeking.
  public func seek(to time: MediaTime) throws(MovieError) {
    guard time.isNumeric else {
      throw MovieError(.cannotSeek, subject: name, reason: "cannot seek to the time \(time)")
    }
    try state.withLock { (state) throws(MovieError) in
      // Codecs with overlapping blocks decode the first block incorrectly, so decoding starts 0.1 s earlier.
      let early = max(time - MediaTime(value: 1, timescale: 10), .zero)
      try decoder.seek(decoder.timeBase.ticks(atOrBefore: early))
      state = State(clock: AudioFrameClock(timeBase: decoder.timeBase), sequenceNumber: nil, floor: time)
    }
  }

  /// Stops all current and future reads, from any thread; waiting calls throw `MovieError.Code.cancelled`.
  public func cancel() { decoder.cancel() }
}

extension MovieReader {
  /// Opens the movie's audio, at its beginning; audio and video are read independently.
  ///
  /// - Returns: The reader; nil if the movie has no audio.
  /// - Throws: ``MovieError`` if the audio cannot be read.
  public func audioReader() throws(MovieError) -> AudioReader? {
    guard let source = audioSource else { return nil }
    do throws(MovieError) { return try AudioReader(source) } catch {
      if error.code == .noAudio { return nil }
      throw error
    }
  }
}

/// Information from the header of a file about its audio track.
public struct AudioInfo: Sendable, Hashable {
  /// The codec of the audio.
  public let codec: AudioCodecType

  /// FFmpeg's name of the codec, such as `aac`.
  public let codecName: String

  /// The sample rate in Hz.
  public let sampleRate: Int

  /// The number of channels.
  public let channelCount: Int

  /// The mean bit rate in bits per second; nil if the file does not specify it (`estimatedDataRate`).
  public let bitRate: Int?

  /// The time of the first frame; `MediaTime.invalid` if the header does not specify it.
  public let startTime: MediaTime

  /// The duration of the audio; `MediaTime.indefinite` if the header does not specify it.
  public let duration: MediaTime

  init(_ info: cffmpeg_sound_info) {
    codecName = withUnsafeBytes(of: info.codec) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    codec = AudioCodecType(ffmpegName: codecName)
    sampleRate = Int(info.sample_rate)
    channelCount = Int(info.channel_count)
    bitRate = info.bit_rate > 0 ? Int(info.bit_rate) : nil
    let base = TimeBase(info.time_base)
    startTime = base.time(info.start_time) ?? .invalid
    duration = base.time(info.duration) ?? .indefinite
  }
}
