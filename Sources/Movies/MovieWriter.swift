public import OpenCaptureSystem
public import OpenCaptureMediaSamples

/// A writer of a movie file with video and audio, which keeps the times of samples (`AVAssetWriter`).
///
/// The filename extension selects the file format: see ``MovieContainer``. The writer converts all pixel formats to the
/// format of the encoder. H.264 and H.265 require even dimensions. For an odd width or height, the writer repeats the
/// last column or row; see ``Settings/encodedDimensions``. If the container cannot store an orientation, the writer
/// rotates the pixels.
///
/// An unfinished movie can be played up to its last fragment, for example after a crash or on a full disk. The writer
/// replaces an existing file only if the options say so, and does not change the file before encoding starts. The
/// writer locks the file with `flock`, if the file system supports it. Another writer, in this or another process,
/// cannot open the file until this writer is finished or deallocated.
///
/// The type is thread-safe: concurrent calls run one after the other.
public final class MovieWriter: Sendable {
  /// The actual settings of a movie.
  public struct Settings: Sendable, Hashable {
    /// The file format.
    public let container: MovieContainer
    /// The codec of the frames.
    public let codec: VideoCodecType
    /// FFmpeg's name of the video encoder, such as `libx264`; nil if frames are written without encoding.
    public let encoder: String?
    /// The width and height of the stored frames in pixels, before the orientation is applied.
    public let dimensions: VideoDimensions
    /// The dimensions including the padding that the encoder needs.
    public let encodedDimensions: VideoDimensions
    /// The orientation stored in the file.
    public let orientation: ImageOrientation
    /// The codec of the audio; nil without audio.
    public let audioCodec: AudioCodecType?
    /// FFmpeg's name of the audio encoder, such as `aac`; nil if audio is copied or missing.
    public let audioEncoder: String?
    /// The ticks per second of the file's times; the times of frames are rounded to ticks.
    public let timescale: Int32
    /// The interval between movie fragments; `MediaTime.invalid` if the movie is playable only after it is finished.
    public let movieFragmentInterval: MediaTime
  }

  /// The actual settings of the movie.
  public let settings: Settings

  private struct State: Lockable {
    var pictures: VideoTrackEncoder
    var sound: MovieAudioTrack?
    var audioDamage: MovieError?
    /// The error that prevents further writing.
    var failure: MovieError?
    /// Whether writes to the file succeed, so that the movie can be finished.
    var isWritable = true
    var isFinished = false
  }

  private let muxer: MovieMuxer
  private let state: Locked<State>

  /// Creates a writer for frames like a sample; the file does not change yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - sample: A frame with the size, orientation and colors of the movie.
  ///   - sound: The audio of the movie; default none.
  ///   - options: Options for writing.
  /// - Throws: ``MovieError`` if FFmpeg's libraries or an encoder are missing, or if the file exists or cannot be
  ///   written.
  public convenience init(
    _ path: String, for sample: SampleBuffer, sound: MovieAudio? = nil,
    options: MovieWritingOptions = MovieWritingOptions()
  ) throws(MovieError) {
    try self.init(contentsOfPath: Array(path.utf8), for: sample, sound: sound, options: options)
  }

  /// Creates a writer for frames like a sample and a path that may contain any bytes.
  ///
  /// - Parameters:
  ///   - path: The bytes of the path, without a terminating zero.
  ///   - sample: A frame with the size, orientation and colors of the movie.
  ///   - sound: The audio of the movie; default none.
  ///   - options: Options for writing.
  /// - Throws: ``MovieError`` if FFmpeg's libraries or an encoder are missing, or if the file exists or cannot be
  ///   written.
  public convenience init(
    contentsOfPath path: [UInt8], for sample: SampleBuffer, sound: MovieAudio? = nil,
    options: MovieWritingOptions = MovieWritingOptions()
  ) throws(MovieError) {
    let description = sample.format
    try self.init(
      path, description.videoDimensions, sample.orientation, description.colorMatrix ?? .bt709,
      like: sample, sound, options.adoptingTimescale(as: sample))
  }

  /// Creates a writer for frames of a given size.
  ///
  /// - Parameters:
  ///   - path: The bytes of the path, without a terminating zero.
  ///   - dimensions: The width and height of the stored frames.
  ///   - orientation: The rotation that shows frames upright; default none.
  ///   - colorMatrix: The color matrix of the encoded frames; default BT.709.
  ///   - sound: The audio of the movie; default none.
  ///   - options: Options for writing.
  /// - Throws: ``MovieError`` if FFmpeg's libraries or an encoder are missing, or if the file exists or cannot be
  ///   written.
  public convenience init(
    contentsOfPath path: [UInt8], dimensions: VideoDimensions, orientation: ImageOrientation = .up,
    colorMatrix: ColorMatrix = .bt709, sound: MovieAudio? = nil,
    options: MovieWritingOptions = MovieWritingOptions()
  ) throws(MovieError) {
    try self.init(path, dimensions, orientation, colorMatrix, like: nil, sound, options)
  }

  private convenience init(
    _ path: [UInt8], _ dimensions: VideoDimensions, _ orientation: ImageOrientation, _ colorMatrix: ColorMatrix,
    like sample: SampleBuffer?, _ sound: MovieAudio?, _ options: MovieWritingOptions
  ) throws(MovieError) {
    let name = String(decoding: path, as: UTF8.self)
    guard let container = MovieContainer(path: name) else {
      throw MovieError(
        .invalidOption, subject: name, reason: "unknown movie format",
        hint: "use the extension ." + MovieContainer.pathExtensions.joined(separator: ", ."))
    }
    let pictures = try VideoTrackEncoder(
      dimensions, orientation, colorMatrix, like: sample, in: container, options, name: name)
    var damage: MovieError?
    let sound = try MovieAudioTrack(sound, in: container, name: name, damage: &damage)
    let file = try MovieFile(path: path, replacesExistingFile: options.replacesExistingFile)
    try self.init(file, container, pictures, sound, damage, options)
  }

  /// Creates a writer for frames like a sample and an open stream, such as standard output.
  ///
  /// The writer never seeks in the stream, so that a pipe works and a player can read along. The stream stays open.
  ///
  /// - Parameters:
  ///   - descriptor: The file descriptor of the stream.
  ///   - container: The file format; ``MovieContainer/matroska`` is best for live playback.
  ///   - name: The name for error messages; default `standard output`.
  ///   - sample: A frame with the size, orientation and colors of the movie.
  ///   - sound: The audio of the movie; default none.
  ///   - options: Options for writing. The movie is readable up to its last fragment.
  /// - Throws: ``MovieError`` if FFmpeg's libraries or an encoder are missing, if the stream cannot be written, or if
  ///   the container does not support streaming (AVI).
  public convenience init(
    writing descriptor: Int32, as container: MovieContainer, name: String = "standard output",
    for sample: SampleBuffer, sound: MovieAudio? = nil, options: MovieWritingOptions = MovieWritingOptions()
  ) throws(MovieError) {
    guard container.canStream else {
      throw MovieError(
        .invalidOption, subject: name, reason: "\(container) requires a seekable file", hint: "use Matroska")
    }
    try self.init(MovieFile(stream: descriptor, name: name), as: container, for: sample, sound: sound, options)
  }

  /// Creates a writer for frames like a sample and an open file.
  ///
  /// - Throws: ``MovieError`` if FFmpeg's libraries or an encoder are missing, or if the file cannot be written.
  package convenience init(
    _ file: MovieFile, as container: MovieContainer, for sample: SampleBuffer, sound: MovieAudio?,
    _ options: MovieWritingOptions
  ) throws(MovieError) {
    let description = sample.format
    let options = options.adoptingTimescale(as: sample)
    let pictures = try VideoTrackEncoder(
      description.videoDimensions, sample.orientation, description.colorMatrix ?? .bt709, like: sample,
      in: container, options, name: file.name)
    var damage: MovieError?
    let sound = try MovieAudioTrack(sound, in: container, name: file.name, damage: &damage)
    try self.init(file, container, pictures, sound, damage, options)
  }

  private init(
    _ file: MovieFile, _ container: MovieContainer, _ pictures: VideoTrackEncoder, _ sound: MovieAudioTrack?,
    _ damage: MovieError?, _ options: MovieWritingOptions
  ) throws(MovieError) {
    let tracks = [pictures.muxed] + (sound.map { [$0.muxed] } ?? [])
    muxer = try MovieMuxer(file, container.kind(options, timescale: pictures.timescale), tracks)
    state = Locked(State(pictures: pictures, sound: sound, audioDamage: damage))
    settings = Settings(
      container: container, codec: pictures.coder.codec, encoder: pictures.coder.encoder?.choice.name,
      dimensions: pictures.dimensions,
      encodedDimensions: pictures.coder.encoder?.choice.dimensions ?? pictures.dimensions,
      orientation: pictures.orientation, audioCodec: sound?.coding.codec, audioEncoder: sound?.coding.encoder,
      timescale: muxer.timeBases[0].denominator,
      movieFragmentInterval: container == .avi ? .invalid : options.movieFragmentInterval)
  }

  /// Sets the source time of the movie's beginning; zero if this method is not called before the first frame.
  ///
  /// Call this method for frames of a camera, whose clock does not start at zero.
  public func startSession(atSourceTime time: MediaTime) {
    state.withLock { state in
      state.pictures.start = time
      state.sound?.start(at: time)
    }
  }

  /// Appends a frame or audio to its track.
  ///
  /// Audio is placed at its own time: gaps are filled with silence, and overlaps are dropped. Deviations of up to 5 ms
  /// between the frame count and the time are ignored.
  ///
  /// - Throws: ``MovieError`` with `MovieError.Code.invalidFrame` if the size or time of the frame does not fit, or
  ///   if the movie has no live audio track; appending may continue afterwards. With `MovieError.Code.cannotWrite`
  ///   if the file cannot be written. An error of the frame's decoder becomes the reason.
  public func append(_ sample: SampleBuffer) throws(MovieError) {
    try state.withLock { (state) throws(MovieError) in
      if let failure = state.failure { throw failure }
      guard !state.isFinished else { throw invalidFrame("the movie is finished") }
      do throws(MovieError) {
        try append(sample, &state)
      } catch {
        if error.code != .invalidFrame { state.failure = error }
        throw error
      }
    }
  }

  /// Returns whether a later time has the same tick in the file as the preceding frame, so that no frame can be
  /// appended.
  package func isTickOccupied(at time: MediaTime) -> Bool {
    state.withLock { $0.pictures.isTickOccupied(at: time) }
  }

  private func append(_ sample: SampleBuffer, _ state: inout State) throws(MovieError) {
    guard sample.format.type == .audio else {
      let packets = try state.pictures.encode(sample)
      let sound = state.sound?.packets(before: sample.presentationTimeStamp - state.pictures.start) ?? []
      try write(sound, track: 1, &state)
      return try write(packets, track: 0, &state)
    }
    guard state.sound != nil else { throw invalidFrame("the movie has no audio track") }
    try write(state.sound?.encode(sample, name: muxer.file.name) ?? [], track: 1, &state)
  }

  private func write(_ packets: [EncodedPacket], track: Int, _ state: inout State) throws(MovieError) {
    do throws(MovieError) {
      for packet in packets { try muxer.write(packet, track: track) }
    } catch {
      state.isWritable = false
      throw error
    }
  }

  private func invalidFrame(_ reason: String) -> MovieError {
    MovieError(.invalidFrame, subject: muxer.file.name, reason: "cannot append the frame: \(reason)")
  }

  /// The error that left copied audio incomplete; nil if no error occurred so far.
  public var audioDamage: MovieError? {
    state.withLock { state in
      guard case .copied(let sound)? = state.sound else { return state.audioDamage }
      return sound.damage
    }
  }

  /// Writes the remaining samples and ends the movie (`finishWriting`); further calls have no effect.
  ///
  /// - Throws: ``MovieError`` if the file cannot be written, or if a frame could not be encoded. The data already
  ///   written remains.
  public func finish() throws(MovieError) {
    try state.withLock { (state) throws(MovieError) in
      guard !state.isFinished else {
        if let failure = state.failure { throw failure }
        return
      }
      state.isFinished = true
      do throws(MovieError) {
        if let failure = state.failure { throw failure }
        try write(state.pictures.finish(), track: 0, &state)
        try write(state.sound?.finish() ?? [], track: 1, &state)
      } catch {
        state.failure = error
        // End the file, so that the frames encoded so far can be played.
        if state.isWritable { try? muxer.finish() }
        throw error
      }
      do throws(MovieError) { try muxer.finish() } catch {
        state.failure = error
        throw error
      }
    }
  }
}

extension MovieWriter.Settings: CustomStringConvertible {
  /// A summary such as `mp4 1280×720, avc1 by libx264, aac by aac`.
  public var description: String {
    let sound = audioCodec.map { ", \($0)" + (audioEncoder.map { " by \($0)" } ?? " unchanged") } ?? ""
    return "\(container) \(dimensions), \(codec)" + (encoder.map { " by \($0)" } ?? " unchanged") + sound
  }
}
