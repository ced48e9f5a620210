import COpenCaptureFFmpeg
public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// A reader of the frames of a movie file, in presentation order and with the file's own times (`AVAssetReader`).
///
/// The reader supports all formats of the installed FFmpeg, and animated WebP if libwebpdemux is installed. Each call
/// decodes one frame. The pixels stay in the decoder's memory if a `PixelFormat` describes them; otherwise the reader
/// converts them to the nearest format. The first frame has sequence number 0. A frame without a time starts at the end
/// of the preceding frame.
///
/// A damaged movie is read to its end: the reader delivers all decodable frames, then throws the damage once. The
/// reader never opens files or addresses that a movie refers to.
///
/// The type is thread-safe: concurrent calls run one after the other.
public final class MovieReader: Sendable {
  /// The information from the movie's header.
  public let info: MovieInfo

  private struct State: Lockable {
    /// Decoded frames that are delivered next.
    var pending: [any DecodedVideoFrame] = []
    /// The sequence number of the next frame; nil if unknown.
    var sequenceNumber: UInt64? = 0
    var hasEnded = false
    /// Whether any frame was delivered.
    var hasDelivered = false
    /// The time of the last frame that a seek found; later output with an earlier time is skipped.
    var floor: Int64?
  }

  private let decoder: any FrameDecoder
  /// The source of the audio; nil without audio.
  let audioSource: MovieSource?
  private let state: Locked<State>

  /// Opens a movie file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - options: Options for reading.
  /// - Throws: ``MovieError`` if FFmpeg's libraries are missing, or if the file cannot be read or has no video that
  ///   they decode.
  public convenience init(
    contentsOf path: String, options: MovieReadingOptions = MovieReadingOptions()
  ) throws(MovieError) {
    try self.init(contentsOfPath: Array(path.utf8), options: options)
  }

  /// Opens a movie file whose path may contain any bytes.
  ///
  /// Error messages show the path as UTF-8 with replacement characters.
  ///
  /// - Parameters:
  ///   - path: The bytes of the path, without a terminating zero.
  ///   - options: Options for reading.
  /// - Throws: ``MovieError`` if FFmpeg's libraries are missing, or if the file cannot be read or has no video that
  ///   they decode.
  public convenience init(
    contentsOfPath path: [UInt8], options: MovieReadingOptions = MovieReadingOptions()
  ) throws(MovieError) {
    try self.init(MovieSource(path: path), options)
  }

  /// Reads an open movie file, and leaves it open.
  package convenience init(
    reading descriptor: Int32, name: String, options: MovieReadingOptions
  ) throws(MovieError) {
    try self.init(MovieSource(reading: descriptor, name: name), options)
  }

  /// Opens a movie in memory.
  ///
  /// - Parameters:
  ///   - data: The contents of a complete file.
  ///   - name: The name for error messages; default `movie`.
  ///   - options: Options for reading.
  /// - Throws: ``MovieError`` if FFmpeg's libraries are missing, or if the data has no video that they decode.
  public convenience init(
    _ data: DataBuffer, name: String = "movie", options: MovieReadingOptions = MovieReadingOptions()
  ) throws(MovieError) {
    try self.init(MovieSource(data, name: name), options)
  }

  private init(_ source: MovieSource, _ options: MovieReadingOptions) throws(MovieError) {
    let decoder: any FrameDecoder =
      if WebPHeader.isAnimated(source.start) {
        try AnimatedWebPDecoder(source, options: options)
      } else {
        try MovieDecoder(source, options: options)
      }
    var info = decoder.info
    var state = State()
    if info.isAnimation {
      // Only the presence of a second frame distinguishes an animation from a still image.
      while state.pending.count < 2, let frame = try? decoder.next() { state.pending.append(frame) }
      info.isStillPicture = state.pending.count == 1
    }
    self.decoder = decoder
    self.info = info
    self.state = Locked(state)
    audioSource = info.hasAudio ? source : nil
  }

  /// The movie's name for error messages.
  var name: String { decoder.name }

  /// Returns the next frame; nil after the last frame (`copyNextSampleBuffer`).
  ///
  /// - Throws: ``MovieError``, and the error of an exceeded `WorkLimit`. `MovieError.Code.truncated` or
  ///   `MovieError.Code.corrupt` is thrown once, after the last frame of a damaged movie.
  ///   `MovieError.Code.noVideo` means that no frame was found, `MovieError.Code.cannotRead` a read error, and
  ///   `MovieError.Code.cancelled` a call to ``cancel()``.
  public func nextSample() throws(MovieError) -> SampleBuffer? {
    try state.withLock { (state) throws(MovieError) in try nextSample(&state) }
  }

  /// Returns the next frame and its memory for other processes; see `MovieReadingOptions.sharesFrames`.
  package func nextSharedSample() throws(MovieError) -> (sample: SampleBuffer, block: FrameBlock?)? {
    try state.withLock { (state) throws(MovieError) in
      guard let frame = try nextFrame(&state) else { return nil }
      let sample = try sample(of: frame, &state)
      return (sample, (frame as? DecodedFrame).flatMap { FrameBlock(of: $0.frame, for: sample) })
    }
  }

  private func nextSample(_ state: inout State) throws(MovieError) -> SampleBuffer? {
    guard let frame = try nextFrame(&state) else { return nil }
    return try sample(of: frame, &state)
  }

  private func sample(
    of frame: any DecodedVideoFrame, _ state: inout State
  ) throws(MovieError) -> SampleBuffer {
    defer { state.sequenceNumber = state.sequenceNumber.map { $0 + 1 } }
    return try decoder.sample(frame, sequenceNumber: state.sequenceNumber)
  }

  private func nextFrame(_ state: inout State) throws(MovieError) -> (any DecodedVideoFrame)? {
    if !state.pending.isEmpty {
      state.hasDelivered = true
      return state.pending.removeFirst()
    }
    guard !state.hasEnded else { return nil }
    do throws(MovieError) {
      while true {
        try MovieError.checkLimits(of: name)
        guard let frame = try decoder.next() else { break }
        if let floor = state.floor, frame.time <= floor { continue }
        state.floor = nil
        state.hasDelivered = true
        return frame
      }
    } catch {
      state.hasEnded = error.code != .cancelled && error.code != .deadlineExceeded
      throw error
    }
    state.hasEnded = true
    if let damage = decoder.damage { throw damage }
    if !state.hasDelivered { throw MovieError(.noVideo, subject: name, reason: "the movie contains no frames") }
    return nil
  }

  /// Seeks to the frame that is shown at a time: the last frame at or before the time.
  ///
  /// Frames are decoded from the preceding key frame on. A time before the first frame selects the first frame, and a
  /// time after the last frame selects the last frame. Afterwards frames have no `SampleBuffer.sequenceNumber`, because
  /// the number of skipped frames is unknown. Seeking to the first frame restarts the numbers.
  ///
  /// - Parameters:
  ///   - time: The presentation time of the frame.
  ///   - toleranceBefore: The maximum distance of an earlier frame that may be used instead
  ///     (`requestedTimeToleranceBefore`), to decode fewer frames; default zero.
  /// - Throws: ``MovieError`` if `time` is not numeric, or if the file cannot be read or does not support seeking.
  public func seek(to time: MediaTime, toleranceBefore: MediaTime = .zero) throws(MovieError) {
    try state.withLock { (state) throws(MovieError) in try seek(&state, to: time, toleranceBefore) }
  }

  /// Returns the frame that is shown at a time, with no other read between the seek and the read.
  func sample(at time: MediaTime, toleranceBefore: MediaTime) throws(MovieError) -> SampleBuffer? {
    try state.withLock { (state) throws(MovieError) in
      try seek(&state, to: time, toleranceBefore)
      return try nextSample(&state)
    }
  }

  private func seek(_ state: inout State, to time: MediaTime, _ toleranceBefore: MediaTime) throws(MovieError) {
    guard time.isNumeric else {
      throw MovieError(.cannotSeek, subject: name, reason: "cannot seek to the time \(time)")
    }
    let base = decoder.timeBase
    var search = FrameSearch<any DecodedVideoFrame>(
      target: base.ticks(atOrBefore: time), tolerance: max(0, base.ticks(atOrBefore: toleranceBefore)),
      first: decoder.startTicks, second: base.ticks(atOrBefore: MediaTime(value: 1, timescale: 1)))
    state = State(sequenceNumber: nil)
    state.pending = try find(&search)
    state.floor = state.pending.last?.time
    if let first = state.pending.first, first.time <= decoder.startTicks { state.sequenceNumber = 0 }
  }

  private func find(_ search: inout FrameSearch<any DecodedVideoFrame>) throws(MovieError)
    -> [any DecodedVideoFrame]
  {
    try decoder.seek(search.beginning)
    while true {
      let frame = try decoder.next()
      switch frame.map({ search.consider($0, at: $0.time) }) ?? search.finish() {
      case .next: continue
      case .found(let frames): return frames
      case .restart(let ticks): try decoder.seek(ticks)
      }
    }
  }

  /// Stops all current and future reads; waiting calls throw `MovieError.Code.cancelled` (`cancelReading`).
  ///
  /// Call this method from any thread.
  public func cancel() { decoder.cancel() }
}

extension MovieReader {
  /// The remaining frames as an asynchronous sequence, each decoded on demand.
  ///
  /// The sequence throws the errors of ``nextSample()``, and ends early if its task is cancelled.
  public var samples: Samples { Samples(reader: self) }

  /// An asynchronous sequence of the frames of a movie.
  public struct Samples: AsyncSequence, Sendable {
    fileprivate let reader: MovieReader

    /// An iterator over the frames.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let reader: MovieReader

      /// Returns the next frame; nil after the last frame, or if the task is cancelled.
      ///
      /// - Throws: ``MovieError``.
      public func next() async throws -> SampleBuffer? { try Task.isCancelled ? nil : reader.nextSample() }
    }

    /// Returns an iterator that starts at the reader's current position.
    public func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }
  }
}
