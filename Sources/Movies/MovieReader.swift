import COpenCaptureFFmpeg
import OpenCaptureSystem
public import OpenCaptureMediaSamples

/// Reads the frames of a movie file, in the order of presentation, with the file's own times (`AVAssetReader`).
///
/// Whatever the installed FFmpeg decodes can be read, and animated WebP, where libwebpdemux is installed. Frames are decoded one at a time, when they are asked for;
/// their pixels stay in the decoder's memory where a `PixelFormat` fits them, and are converted to the
/// nearest one else. The first frame has sequence number 0. A frame without a time of its own follows the one before.
///
/// A damaged movie is read to its end: what can be decoded is delivered, then the damage is thrown, once. The movie's
/// bytes are all that is looked at: files and addresses that it names are not opened.
///
/// Safe from several threads, which take turns.
public final class MovieReader: Sendable {
  /// What the header says.
  public let info: MovieInfo

  private struct State: Lockable {
    /// Frames that were decoded already, and come next.
    var pending: [any DecodedPicture] = []
    /// Place of the next frame; nil where it can't be known.
    var sequenceNumber: UInt64? = 0
    var hasEnded = false
    /// Whether there was a frame at all.
    var hasDelivered = false
    /// After going somewhere: the time of the last frame that was found there; earlier ones come late, if they do.
    var floor: Int64?
  }

  private let decoder: any FrameDecoder
  /// What the sound is read from; nil where there is none.
  let soundSource: MovieSource?
  private let state: Locked<State>

  /// Opens a movie file.
  ///
  /// - Parameters:
  ///   - path: Its name.
  ///   - options: How it is read.
  /// - Throws: ``MovieError`` where FFmpeg's libraries are missing, the file can't be read, or isn't a movie with a
  ///   picture that they decode.
  public convenience init(
    contentsOf path: String, options: MovieReadingOptions = MovieReadingOptions()
  ) throws(MovieError) {
    try self.init(contentsOfPath: Array(path.utf8), options: options)
  }

  /// Opens a movie file whose name may be any bytes; errors show it as UTF-8 as well as that goes.
  ///
  /// - Parameters:
  ///   - path: The bytes of its name, without a zero at the end.
  ///   - options: How it is read.
  /// - Throws: ``MovieError`` where FFmpeg's libraries are missing, the file can't be read, or isn't a movie with a
  ///   picture that they decode.
  public convenience init(
    contentsOfPath path: [UInt8], options: MovieReadingOptions = MovieReadingOptions()
  ) throws(MovieError) {
    try self.init(MovieSource(path: path), options)
  }

  /// Reads a movie that is in memory.
  ///
  /// - Parameters:
  ///   - data: A whole file.
  ///   - name: What errors call it; default `movie`.
  ///   - options: How it is read.
  /// - Throws: ``MovieError`` where FFmpeg's libraries are missing, or this isn't a movie with a picture that they
  ///   decode.
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
    var (info, state) = (decoder.info, State())
    if info.isAnimation {
      // Only what follows the first frame tells whether anything moves.
      while state.pending.count < 2, let frame = try? decoder.next() { state.pending.append(frame) }
      info.isStillPicture = state.pending.count == 1
    }
    (self.decoder, self.info, self.state) = (decoder, info, Locked(state))
    soundSource = info.hasAudio ? source : nil
  }

  /// What errors call the movie.
  var name: String { decoder.name }

  /// The next frame; nil after the last (`copyNextSampleBuffer`).
  ///
  /// - Throws: ``MovieError`` with ``MovieError/Code/truncated`` or ``MovieError/Code/corrupt`` once, after the last
  ///   frame of a movie that is damaged; with ``MovieError/Code/noVideo`` where there is no frame; with ``MovieError/Code/cannotRead`` where the file can't be read any
  ///   further; with ``MovieError/Code/cancelled`` after ``cancel()``, and as a `WorkLimit` says.
  public func nextSample() throws(MovieError) -> SampleBuffer? {
    try state.withLock { (state) throws(MovieError) in try nextSample(&state) }
  }

  private func nextSample(_ state: inout State) throws(MovieError) -> SampleBuffer? {
    guard let frame = try nextFrame(&state) else { return nil }
    defer { state.sequenceNumber = state.sequenceNumber.map { $0 + 1 } }
    return try decoder.sample(frame, sequenceNumber: state.sequenceNumber)
  }

  private func nextFrame(_ state: inout State) throws(MovieError) -> (any DecodedPicture)? {
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
        (state.floor, state.hasDelivered) = (nil, true)
        return frame
      }
    } catch {
      state.hasEnded = error.code != .cancelled && error.code != .deadlineExceeded
      throw error
    }
    state.hasEnded = true
    if let damage = decoder.damage { throw damage }
    if !state.hasDelivered { throw MovieError(.noVideo, subject: name, reason: "there is no frame in it") }
    return nil
  }

  /// Goes to the frame that is shown at a time: the last one at or before it, to the frame.
  ///
  /// Frames are decoded from the key frame before it on. A time before the first frame is that of the first, one
  /// after the last that of the last. Frames have no `SampleBuffer.sequenceNumber` afterwards, except
  /// from the first one on: nobody counted those that were passed over.
  ///
  /// - Parameters:
  ///   - time: When the frame is shown.
  ///   - toleranceBefore: How much earlier a frame will do as well (`requestedTimeToleranceBefore`), so that fewer
  ///     have to be decoded; default none.
  /// - Throws: ``MovieError`` where `time` is no number, the file can't be read, or there is no way to go there.
  public func seek(to time: MediaTime, toleranceBefore: MediaTime = .zero) throws(MovieError) {
    try state.withLock { (state) throws(MovieError) in try seek(&state, to: time, toleranceBefore) }
  }

  /// The frame that is shown at a time, for threads that each want another: nobody else reads in between.
  func sample(at time: MediaTime, toleranceBefore: MediaTime) throws(MovieError) -> SampleBuffer? {
    try state.withLock { (state) throws(MovieError) in
      try seek(&state, to: time, toleranceBefore)
      return try nextSample(&state)
    }
  }

  private func seek(
    _ state: inout State, to time: MediaTime, _ toleranceBefore: MediaTime
  ) throws(MovieError) {
    guard time.isNumeric else {
      throw MovieError(.cannotSeek, subject: name, reason: "\(time) is not a time to go to")
    }
    let base = decoder.timeBase
    var search = FrameSearch<any DecodedPicture>(
      target: base.ticks(atOrBefore: time), tolerance: max(0, base.ticks(atOrBefore: toleranceBefore)),
      first: decoder.startTicks, second: base.ticks(atOrBefore: MediaTime(value: 1, timescale: 1)))
    state = State(sequenceNumber: nil)
    state.pending = try find(&search)
    state.floor = state.pending.last?.time
    if let first = state.pending.first, first.time <= decoder.startTicks { state.sequenceNumber = 0 }
  }

  private func find(_ search: inout FrameSearch<any DecodedPicture>) throws(MovieError) -> [any DecodedPicture] {
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

  /// Ends reading, now and later, from whichever thread: whoever waits for a frame gets ``MovieError/Code/cancelled``
  /// (`cancelReading`).
  public func cancel() { decoder.cancel() }
}
