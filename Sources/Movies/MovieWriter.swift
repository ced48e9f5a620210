import OpenCaptureSystem
public import OpenCaptureMediaSamples

/// Writes frames, and sound, to a movie file, with their own times (`AVAssetWriter`).
///
/// The name's extension says which kind of file it becomes: see ``MovieContainer``. Frames in any pixel format are
/// converted to what the encoder takes. H.264 and H.265 have even sides only: where a picture's is odd, its last column
/// or row is repeated, and ``Settings/encodedDimensions`` says so. Where the file can't say how its picture is to be
/// turned, the pixels are turned instead.
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
    /// FFmpeg's name of what encodes them, such as `libx264`; nil where they are written as they come.
    public let encoder: String?
    /// Width and height of the frames as they are stored, before the orientation is applied.
    public let dimensions: VideoDimensions
    /// The same after what the encoder needs was added.
    public let encodedDimensions: VideoDimensions
    /// What the file says of how its picture is to be turned.
    public let orientation: ImageOrientation
    /// How sound is coded; nil where there is none.
    public let audioCodec: AudioCodecType?
    /// FFmpeg's name of what encodes sound, such as `aac`; nil where it is copied, or there is none.
    public let audioEncoder: String?
    /// Ticks per second of the file's times, to which those of frames are rounded.
    public let timescale: Int32
    /// After how much of the movie what is there is made playable; `MediaTime.invalid` where it is at the end.
    public let movieFragmentInterval: MediaTime
  }

  /// What the movie became of what was asked.
  public let settings: Settings

  private struct State: Lockable {
    var pictures: PictureTrack
    var sound: WrittenSound?
    var soundDamage: MovieError?
    /// Why nothing can be written any more.
    var failure: MovieError?
    /// Whether the file takes what it is given, so that it can be ended well.
    var isWritable = true
    var isFinished = false
  }

  private let muxer: MovieMuxer
  private let state: Locked<State>

  /// Begins a movie of frames like this one; nothing is written of it yet.
  ///
  /// - Parameters:
  ///   - path: The file's name.
  ///   - sample: A frame: its size, orientation and colours are those of the movie.
  ///   - sound: What is heard with it; default nothing.
  ///   - options: How it is written.
  /// - Throws: ``MovieError`` where FFmpeg's libraries or an encoder are missing, the file is there already, or can't
  ///   be written.
  public convenience init(
    _ path: String, for sample: SampleBuffer, sound: MovieSound? = nil,
    options: MovieWritingOptions = MovieWritingOptions()
  ) throws(MovieError) {
    try self.init(contentsOfPath: Array(path.utf8), for: sample, sound: sound, options: options)
  }

  /// Begins a movie of frames like this one in a file whose name may be any bytes.
  ///
  /// - Parameters:
  ///   - path: The bytes of the file's name, without a zero at the end.
  ///   - sample: A frame: its size, orientation and colours are those of the movie.
  ///   - sound: What is heard with it; default nothing.
  ///   - options: How it is written.
  /// - Throws: ``MovieError`` where FFmpeg's libraries or an encoder are missing, the file is there already, or can't
  ///   be written.
  public convenience init(
    contentsOfPath path: [UInt8], for sample: SampleBuffer, sound: MovieSound? = nil,
    options: MovieWritingOptions = MovieWritingOptions()
  ) throws(MovieError) {
    let description = sample.formatDescription
    try self.init(
      path, description.dimensions, sample.orientation, description.colorMatrix ?? .bt709,
      like: sample, sound, options.ticking(as: sample))
  }

  /// Begins a movie.
  ///
  /// - Parameters:
  ///   - path: The bytes of the file's name, without a zero at the end.
  ///   - dimensions: Width and height of frames as they are stored.
  ///   - orientation: How they are to be turned to be upright; default not at all.
  ///   - colorMatrix: How red, green and blue weigh in what is encoded; default BT.709.
  ///   - sound: What is heard with it; default nothing.
  ///   - options: How it is written.
  /// - Throws: ``MovieError`` where FFmpeg's libraries or an encoder are missing, the file is there already, or can't
  ///   be written.
  public convenience init(
    contentsOfPath path: [UInt8], dimensions: VideoDimensions, orientation: ImageOrientation = .up,
    colorMatrix: ColorMatrix = .bt709, sound: MovieSound? = nil,
    options: MovieWritingOptions = MovieWritingOptions()
  ) throws(MovieError) {
    try self.init(path, dimensions, orientation, colorMatrix, like: nil, sound, options)
  }

  private convenience init(
    _ path: [UInt8], _ dimensions: VideoDimensions, _ orientation: ImageOrientation, _ colorMatrix: ColorMatrix,
    like sample: SampleBuffer?, _ sound: MovieSound?, _ options: MovieWritingOptions
  ) throws(MovieError) {
    let name = String(decoding: path, as: UTF8.self)
    guard let container = MovieContainer(path: name) else {
      throw MovieError(
        .invalidOption, subject: name, reason: "the name doesn't say which kind of movie it should be",
        remedy: "end it in ." + MovieContainer.pathExtensions.joined(separator: ", ."))
    }
    let pictures = try PictureTrack(
      dimensions, orientation, colorMatrix, like: sample, in: container, options, name: name)
    var damage: MovieError?
    let sound = try WrittenSound(sound, in: container, name: name, damage: &damage)
    let file = try MovieFile(path: path, replacesExistingFile: options.replacesExistingFile)
    try self.init(file, container, pictures, sound, damage, options)
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
  ///   - sound: What is heard with it; default nothing.
  ///   - options: How it is written. Movies are readable up to their last fragment.
  /// - Throws: ``MovieError`` where FFmpeg's libraries or an encoder are missing, it can't be written, or the container
  ///   can't be a stream, as AVI.
  public convenience init(
    writing descriptor: Int32, as container: MovieContainer, name: String = "standard output",
    for sample: SampleBuffer, sound: MovieSound? = nil, options: MovieWritingOptions = MovieWritingOptions()
  ) throws(MovieError) {
    guard container.canStream else {
      throw MovieError(
        .invalidOption, subject: name, reason: "\(container) needs a file that can be gone back in",
        remedy: "take Matroska")
    }
    let description = sample.formatDescription
    let pictures = try PictureTrack(
      description.dimensions, sample.orientation, description.colorMatrix ?? .bt709, like: sample,
      in: container, options, name: name)
    var damage: MovieError?
    let sound = try WrittenSound(sound, in: container, name: name, damage: &damage)
    try self.init(MovieFile(stream: descriptor, name: name), container, pictures, sound, damage, options)
  }

  private init(
    _ file: MovieFile, _ container: MovieContainer, _ pictures: PictureTrack, _ sound: WrittenSound?,
    _ damage: MovieError?, _ options: MovieWritingOptions
  ) throws(MovieError) {
    let tracks = [pictures.muxed] + (sound.map { [$0.muxed] } ?? [])
    do throws(MovieError) {
      muxer = try MovieMuxer(file, container.kind(options, timescale: pictures.timescale), tracks)
    } catch {
      file.discard()
      throw error
    }
    state = Locked(State(pictures: pictures, sound: sound, soundDamage: damage))
    settings = Settings(
      container: container, codec: pictures.coder.codec, encoder: pictures.coder.encoder?.choice.name,
      dimensions: pictures.dimensions,
      encodedDimensions: pictures.coder.encoder?.choice.dimensions ?? pictures.dimensions,
      orientation: pictures.orientation, audioCodec: sound?.coding.codec, audioEncoder: sound?.coding.encoder,
      timescale: muxer.timeBases[0].denominator,
      movieFragmentInterval: container == .avi ? .invalid : options.movieFragmentInterval)
  }

  /// Says which of the frames' times is the movie's beginning; zero unless this is called before the first frame.
  ///
  /// For frames of a camera, whose clock began long ago.
  public func startSession(atSourceTime time: MediaTime) {
    state.withLock { state in
      state.pictures.start = time
      state.sound?.start(at: time)
    }
  }

  /// Writes a frame, or sound, behind the others of its kind.
  ///
  /// Sound is heard at its own time: where some is missing there is silence, and what was there already is left out. Where
  /// count and time come to differ by no more than 5 ms, nothing is done about it.
  ///
  /// - Throws: ``MovieError`` with ``MovieError/Code/invalidFrame`` where the frame's size or time doesn't fit, or the
  ///   movie was begun without this sound, after which others can be appended; with ``MovieError/Code/cannotWrite``
  ///   where the file can't be written any further; or what the frame's decoder throws as its reason.
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

  /// Whether a frame at a time lies in the same tick of the file as the one before, though it is later, so that it can't be
  /// appended.
  package func isTaken(at time: MediaTime) -> Bool {
    state.withLock { $0.pictures.isTaken(at: time) }
  }

  private func append(_ sample: SampleBuffer, _ state: inout State) throws(MovieError) {
    guard sample.formatDescription.mediaType == .audio else {
      let packets = try state.pictures.encode(sample)
      let sound = state.sound?.packets(before: sample.presentationTimeStamp - state.pictures.start) ?? []
      try write(sound, track: 1, &state)
      return try write(packets, track: 0, &state)
    }
    guard state.sound != nil else { throw invalidFrame("the movie was begun without sound") }
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
    MovieError(.invalidFrame, subject: muxer.file.name, reason: "the frame can't be appended: \(reason)")
  }

  /// Why not all of the sound that was to be copied is there; nil where nothing was wrong with it so far.
  public var soundDamage: MovieError? {
    state.withLock { state in
      guard case .copied(let sound)? = state.sound else { return state.soundDamage }
      return sound.damage
    }
  }

  /// Writes what is left, and ends the movie (`finishWriting`); does nothing the second time.
  ///
  /// - Throws: ``MovieError`` where the file can't be written, or a frame couldn't be encoded; what was written stays.
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
        // What was encoded before is to be played.
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
  /// Such as `mp4 1280×720, avc1 by libx264, aac by aac`.
  public var description: String {
    let sound = audioCodec.map { ", \($0)" + (audioEncoder.map { " by \($0)" } ?? " as it was") } ?? ""
    return "\(container) \(dimensions), \(codec)" + (encoder.map { " by \($0)" } ?? " as it was") + sound
  }
}
