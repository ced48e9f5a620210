import OpenCaptureSystem
import COpenCaptureFFmpeg
public import OpenCaptureMediaSamples

/// Writes frames to a movie file, with their own times (`AVAssetWriter`).
///
/// The name's extension says which kind of file it becomes: see ``MovieContainer``. Frames in any pixel format are
/// converted to what the encoder takes. H.264 has even sides only: where a picture's is odd, its last column or row is
/// repeated, and ``Settings/encodedDimensions`` says so. Where the file can't say how its picture is to be turned, the
/// pixels are turned instead.
///
/// A movie that isn't finished, because its process was killed or the disk is full, can be played up to its last
/// fragment. A file that was there is replaced only where that is asked for, and stays as it is until encoding begins.
/// Until the movie is finished, or its writer is gone, no other is written to the file, by this process or another one
/// (`flock`, where the file system has it).
///
/// Safe from several threads, which take turns.
public final class MovieWriter: Sendable {
  /// What a movie became of what was asked.
  public struct Settings: Sendable, Hashable {
    /// The kind of file.
    public let container: MovieContainer
    /// How frames are coded.
    public let codec: VideoCodecType
    /// FFmpeg's name of what encodes them, such as `libx264`.
    public let encoder: String
    /// Width and height of the frames as they are stored, before the orientation is applied.
    public let dimensions: VideoDimensions
    /// The same after what the encoder needs was added.
    public let encodedDimensions: VideoDimensions
    /// What the file says of how its picture is to be turned.
    public let orientation: ImageOrientation
    /// Ticks per second of the file's times, to which those of frames are rounded.
    public let timescale: Int32
    /// After how much of the movie what is there is made playable; `MediaTime.invalid` where it is at the end.
    public let movieFragmentInterval: MediaTime
  }

  /// What the movie became of what was asked.
  public let settings: Settings

  private struct State: Lockable {
    var timeline: MovieTimeline
    /// Why nothing can be written any more.
    var failure: MovieError?
    var isFinished = false
  }

  private let encoder: MovieEncoder
  private let state: Locked<State>

  /// Begins a movie of frames like this one; nothing is written of it yet.
  ///
  /// - Parameters:
  ///   - path: The file's name.
  ///   - sample: A frame: its size, orientation and colours are those of the movie.
  ///   - options: How it is written.
  /// - Throws: ``MovieError`` where FFmpeg's libraries or an encoder are missing, the file is there already, or can't
  ///   be written.
  public convenience init(
    _ path: String, for sample: SampleBuffer, options: MovieWritingOptions = MovieWritingOptions()
  ) throws(MovieError) {
    try self.init(contentsOfPath: Array(path.utf8), for: sample, options: options)
  }

  /// Begins a movie of frames like this one in a file whose name may be any bytes.
  ///
  /// - Parameters:
  ///   - path: The bytes of the file's name, without a zero at the end.
  ///   - sample: A frame: its size, orientation and colours are those of the movie.
  ///   - options: How it is written.
  /// - Throws: ``MovieError`` where FFmpeg's libraries or an encoder are missing, the file is there already, or can't
  ///   be written.
  public convenience init(
    contentsOfPath path: [UInt8], for sample: SampleBuffer, options: MovieWritingOptions = MovieWritingOptions()
  ) throws(MovieError) {
    let description = sample.formatDescription
    var options = options
    let time = sample.presentationTimeStamp
    if options.timescale == nil, time.isNumeric, time.timescale >= 24 {
      options.timescale = min(time.timescale, MovieWritingOptions.finestUsualTimescale)
    }
    try self.init(
      contentsOfPath: path, dimensions: description.dimensions, orientation: sample.orientation,
      colorMatrix: description.colorMatrix ?? .bt709, options: options)
  }

  /// Begins a movie.
  ///
  /// - Parameters:
  ///   - path: The bytes of the file's name, without a zero at the end.
  ///   - dimensions: Width and height of frames as they are stored.
  ///   - orientation: How they are to be turned to be upright; default not at all.
  ///   - colorMatrix: How red, green and blue weigh in what is encoded; default BT.709.
  ///   - options: How it is written.
  /// - Throws: ``MovieError`` where FFmpeg's libraries or an encoder are missing, the file is there already, or can't
  ///   be written.
  public convenience init(
    contentsOfPath path: [UInt8], dimensions: VideoDimensions, orientation: ImageOrientation = .up,
    colorMatrix: ColorMatrix = .bt709, options: MovieWritingOptions = MovieWritingOptions()
  ) throws(MovieError) {
    let name = String(decoding: path, as: UTF8.self)
    guard let container = MovieContainer(path: name) else {
      throw MovieError(
        .invalidOption, subject: name, reason: "the name doesn't say which kind of movie it should be",
        remedy: "end it in ." + MovieContainer.pathExtensions.joined(separator: ", ."))
    }
    let track = try Self.track(name, container, dimensions, orientation, colorMatrix, options)
    let file = try MovieFile(path: path, replacesExistingFile: options.replacesExistingFile)
    try self.init(file, track, options)
  }

  /// Begins a movie of frames like this one in a stream that is open, such as standard output, and stays so.
  ///
  /// Bytes are only put behind one another, so that a pipe does; what reads them can play along.
  ///
  /// - Parameters:
  ///   - descriptor: Where to write.
  ///   - container: The kind of movie; ``MovieContainer/matroska`` suits players that read along best.
  ///   - name: What errors call it; default `standard output`.
  ///   - sample: A frame: its size, orientation and colours are those of the movie.
  ///   - options: How it is written. Movies are readable up to their last fragment.
  /// - Throws: ``MovieError`` where FFmpeg's libraries or an encoder are missing, it can't be written, or the container
  ///   can't be a stream, as AVI.
  public convenience init(
    writing descriptor: Int32, as container: MovieContainer, name: String = "standard output",
    for sample: SampleBuffer, options: MovieWritingOptions = MovieWritingOptions()
  ) throws(MovieError) {
    guard container.canStream else {
      throw MovieError(
        .invalidOption, subject: name, reason: "\(container) needs a file that can be gone back in",
        remedy: "take Matroska")
    }
    let description = sample.formatDescription
    let track = try Self.track(
      name, container, description.dimensions, sample.orientation, description.colorMatrix ?? .bt709, options)
    try self.init(MovieFile(stream: descriptor, name: name), track, options)
  }

  private init(
    _ file: MovieFile, _ track: MovieEncoder.Track, _ options: MovieWritingOptions
  ) throws(MovieError) {
    do throws(MovieError) {
      encoder = try MovieEncoder(file, track, options: options)
    } catch {
      file.discard()
      throw error
    }
    state = Locked(State(timeline: MovieTimeline(timeBase: encoder.timeBase)))
    settings = Settings(
      container: track.container, codec: encoder.choice.codec, encoder: encoder.choice.name,
      dimensions: track.dimensions, encodedDimensions: encoder.choice.dimensions, orientation: track.orientation,
      timescale: encoder.timeBase.denominator,
      movieFragmentInterval: track.container == .avi ? .invalid : options.movieFragmentInterval)
  }

  private static func track(
    _ name: String, _ container: MovieContainer, _ dimensions: VideoDimensions, _ orientation: ImageOrientation,
    _ colorMatrix: ColorMatrix, _ options: MovieWritingOptions
  ) throws(MovieError) -> MovieEncoder.Track {
    let sides = 1...16_384
    let complaint =
      sides.contains(dimensions.width) && sides.contains(dimensions.height)
      ? options.complaint : "\(dimensions) can't be encoded, sides must be from 1 to \(sides.upperBound)"
    if let complaint { throw MovieError(.invalidOption, subject: name, reason: complaint) }
    if let codec = options.codec, !container.codecs.contains(codec) {
      let known = container.codecs.map(\.description).joined(separator: ", ")
      throw MovieError(
        .invalidOption, subject: name, reason: "\(codec) isn't written to \(container)", remedy: "take \(known)")
    }
    let stored = container.storesOrientation ? orientation : .up
    let size = container.storesOrientation ? dimensions : dimensions.upright(orientation)
    let plan = EncoderPlan(
      dimensions: size, colorMatrix: colorMatrix, options: options,
      allowsFrameReordering: container.allowsFrameReordering)
    return MovieEncoder.Track(
      container: container, dimensions: size, orientation: stored,
      timeBase: container.timeBase(options), choices: plan.choices(options.codec.map { [$0] } ?? container.codecs))
  }

  /// Says which of the frames' times is the movie's beginning; zero unless this is called before the first frame.
  ///
  /// For frames of a camera, whose clock began long ago.
  public func startSession(atSourceTime time: MediaTime) {
    state.withLock { $0.timeline.start = time }
  }

  /// Writes a frame behind the others.
  ///
  /// - Throws: ``MovieError`` with ``MovieError/Code/invalidFrame`` where the frame's size or time doesn't fit, after
  ///   which others can be appended; with ``MovieError/Code/cannotWrite`` where the file can't be written any
  ///   further; or what the frame's decoder throws as its reason.
  public func append(_ sample: SampleBuffer) throws(MovieError) {
    try state.withLock { (state) throws(MovieError) in
      if let failure = state.failure { throw failure }
      guard !state.isFinished else { throw invalidFrame("the movie is finished") }
      let picture = try encodable(sample)
      let (time, duration) = try place(sample, &state.timeline)
      do throws(MovieError) {
        try encoder.append(picture, time: time, duration: duration)
      } catch {
        state.failure = error
        throw error
      }
    }
  }

  private func place(
    _ sample: SampleBuffer, _ timeline: inout MovieTimeline
  ) throws(MovieError) -> (time: Int64, duration: Int64) {
    do throws(MovieTimeline.Refusal) {
      return try timeline.place(sample.presentationTimeStamp, duration: sample.duration)
    } catch {
      throw invalidFrame(error.reason)
    }
  }

  /// The frame's pixels as the encoder wants them, turned as far as the file won't say.
  private func encodable(_ sample: SampleBuffer) throws(MovieError) -> PixelBuffer {
    let turn = sample.orientation.then(settings.orientation.inverse)
    let size = sample.formatDescription.dimensions.upright(turn)
    guard size == settings.dimensions else {
      throw invalidFrame("it is \(size), the movie \(settings.dimensions)")
    }
    do {
      let format = encoder.pixelFormat
      let matrix = encoder.choice.colorMatrix
      // Luma and chroma of another meaning become red, green and blue in between.
      let isOther = sample.formatDescription.colorMatrix != matrix
      let isYCbCr = sample.imageBuffer?.format.isYCbCr ?? true
      let picture =
        isOther && isYCbCr
        ? try sample.image(as: .bgra).converted(to: format, matrix: matrix)
        : try sample.image(as: format)
      return try picture.uprightCopy(turn)
    } catch let error as MediaError {
      throw MovieError(error, subject: encoder.file.name)
    } catch {
      throw invalidFrame("\(error)")
    }
  }

  private func invalidFrame(_ reason: String) -> MovieError {
    MovieError(.invalidFrame, subject: encoder.file.name, reason: "the frame can't be appended: \(reason)")
  }

  /// Writes what is left, and ends the movie (`finishWriting`); does nothing the second time.
  ///
  /// - Throws: ``MovieError`` where the file can't be written; what was written stays.
  public func finish() throws(MovieError) {
    try state.withLock { (state) throws(MovieError) in
      if let failure = state.failure { throw failure }
      guard !state.isFinished else { return }
      state.isFinished = true
      do throws(MovieError) {
        try encoder.finish()
      } catch {
        state.failure = error
        throw error
      }
    }
  }
}

extension MovieContainer {
  /// How long the ticks are that the file's times are counted in.
  fileprivate func timeBase(_ options: MovieWritingOptions) -> cffmpeg_ratio {
    switch self {
    case .mp4, .quickTime: cffmpeg_ratio(numerator: 1, denominator: options.timescale ?? 90_000)
    case .matroska, .webM: cffmpeg_ratio(numerator: 1, denominator: 1_000)
    case .avi: FrameRate(options.expectedFrameRate).tick
    }
  }
}

extension MovieWriter.Settings: CustomStringConvertible {
  /// Such as `mp4 1280×720, avc1 by libx264`.
  public var description: String { "\(container) \(dimensions), \(codec) by \(encoder)" }
}
