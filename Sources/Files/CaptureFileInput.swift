public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureMovies
public import OpenCapturePages
public import OpenCapturePictures
public import OpenCaptureSystem

/// A session input that reads a movie, sound or pictures from files.
///
///     try session.add(CaptureFileInput(movie: "talk.mp4"))
///     output.alwaysDiscardsLateVideoFrames = false
///     session.startRunning()
///
/// A file waits for its consumers. Outputs that do not discard late frames receive every frame, in order, at their
/// own speed. After the last frame, the session stops: it sends `CaptureSession.Event.didStopRunning`, and the
/// sequences of its outputs end. A restarted session reads the file from the beginning.
///
/// Pictures and sound are delivered independently, each as fast as its consumer takes samples. A consumer of both
/// synchronizes them by their time stamps. With real-time pacing, both follow the same clock. An error in one track
/// is reported after the other track ends.
public final class CaptureFileInput: CaptureInput {
  /// The name of the file or folder, used in errors.
  public let name: String
  /// The timing of frame delivery.
  public let pacing: Pacing
  private let source: FileFrameSource?
  private let sound: FileSoundSource?
  private let format: CaptureStreamConfiguration
  private let stream = WeakReference<CombinedStream>()
  /// The ports of the file's video and audio tracks.
  ///
  /// A port without a connection when the session starts is not read until the next start.
  public let ports: [CaptureInputPort]

  /// Creates an input from a movie.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - pacing: The timing of frame delivery; default as fast as consumers take frames.
  ///   - options: Options of the decoder.
  /// - Throws: `CaptureError` with `mediaFailed` when the file is unreadable or no frame can be decoded.
  public convenience init(
    movie path: String, pacing: Pacing = .unpaced, options: MovieReadingOptions = MovieReadingOptions()
  ) throws(CaptureError) {
    let movie = try withCaptureError(path) { try MovieReader(contentsOf: path, options: options) }
    try self.init(
      .movie(path, options), sound: movie.info.hasAudio ? .file(path) : nil, name: path, pacing: pacing,
      first: withCaptureError(path) { try movie.nextSample() })
  }

  /// Creates an input from the sound of a sound file or movie.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - pacing: The timing of delivery; default as fast as consumers take sound.
  /// - Throws: `CaptureError` with `mediaFailed` when the file is unreadable or has no sound.
  public convenience init(sound path: String, pacing: Pacing = .unpaced) throws(CaptureError) {
    guard let format = try FileSoundSource.file(path).open().format else {
      throw CaptureError(.mediaFailed, subject: path, reason: "the file has no sound")
    }
    self.init(nil, sound: .file(path), name: path, pacing: pacing, format: format)
  }

  /// Creates an input from a sequence of picture files.
  ///
  /// - Parameters:
  ///   - paths: The paths of the files, at least one. Each file is read immediately before its delivery.
  ///   - duration: The duration of each picture; default 1 s.
  ///   - pacing: The timing of delivery; default as fast as consumers take pictures.
  /// - Throws: `CaptureError` with `mediaFailed` when the first file is unreadable.
  public convenience init(
    pictures paths: [String], each duration: MediaTime = MediaTime(value: 1, timescale: 1),
    pacing: Pacing = .unpaced
  ) throws(CaptureError) {
    let pictures = FileFrameSource.pictures(paths, each: duration)
    try self.init(pictures, name: paths.first ?? "pictures", pacing: pacing, first: pictures.open()())
  }

  /// Creates an input from an open movie, which must have no other reader.
  ///
  /// - Parameters:
  ///   - movie: The movie, which is read from its beginning.
  ///   - name: The name for errors; default `movie`.
  ///   - pacing: The timing of frame delivery; default as fast as consumers take frames.
  public convenience init(_ movie: MovieReader, name: String = "movie", pacing: Pacing = .unpaced) {
    self.init(movie, sound: movie.info.hasAudio ? .movie(movie, name: name) : nil, name: name, pacing: pacing)
  }

  /// Creates an input from the frames of a movie without its sound.
  package convenience init(frames movie: any MovieFrameReader, name: String, pacing: Pacing) {
    self.init(movie, sound: nil, name: name, pacing: pacing)
  }

  private convenience init(
    _ movie: any MovieFrameReader, sound: FileSoundSource?, name: String, pacing: Pacing
  ) {
    let rate = movie.info.nominalFrameRate ?? 0
    self.init(
      .reader(RewindableMovie(movie, name: name)), sound: sound, name: name, pacing: pacing,
      format: FormatDescription(codec: movie.info.codec, dimensions: movie.info.dimensions),
      frameDuration: rate > 0 ? MediaTime(seconds: 1 / rate, preferredTimescale: 1_000_000) : .invalid)
  }

  /// Creates an input from an encoded picture.
  ///
  /// A damaged picture delivers its decodable part, followed by the error.
  ///
  /// - Parameters:
  ///   - picture: The picture; errors use its name.
  ///   - pixelFormat: The pixel format to decode to; default BGRA.
  ///   - pacing: The timing of delivery; default as soon as the consumer is ready.
  /// - Throws: `CaptureError` with `mediaFailed` when the picture's header is damaged.
  public convenience init(
    _ picture: EncodedPicture, decodedTo pixelFormat: PixelFormat = .bgra, pacing: Pacing = .unpaced
  ) throws(CaptureError) {
    let info = try withCaptureError(picture.name) { try picture.info() }
    self.init(
      .picture(picture, pixelFormat), name: picture.name, pacing: pacing,
      format: FormatDescription(pixelFormat: pixelFormat, dimensions: info.dimensions))
  }

  /// Creates an input from one page of a file.
  ///
  /// A damaged page delivers its decodable part, followed by the error.
  ///
  /// - Parameters:
  ///   - number: The page number, from 1.
  ///   - pages: The pages of the file; errors use the file's name.
  ///   - pacing: The timing of delivery; default as soon as the consumer is ready.
  /// - Throws: `CaptureError` with `mediaFailed` when the page does not exist or exceeds the limits.
  public convenience init(
    page number: Int, of pages: PicturePages, pacing: Pacing = .unpaced
  ) throws(CaptureError) {
    let dimensions = try withCaptureError(pages.name) { try pages.dimensions(ofPage: number) }
    self.init(
      .page(number, pages), name: pages.name, pacing: pacing,
      format: FormatDescription(pixelFormat: .bgra, dimensions: dimensions))
  }

  private convenience init(
    _ source: FileFrameSource, sound: FileSoundSource? = nil, name: String, pacing: Pacing, first: SampleBuffer?
  ) throws(CaptureError) {
    guard let first else { throw CaptureError(.mediaFailed, subject: name, reason: "the file has no picture") }
    self.init(source, sound: sound, name: name, pacing: pacing, format: first.format, frameDuration: first.duration)
  }

  private init(
    _ source: FileFrameSource?, sound: FileSoundSource? = nil, name: String, pacing: Pacing,
    format: FormatDescription, frameDuration: MediaTime = .invalid
  ) {
    self.source = source
    self.sound = sound
    self.name = name
    self.pacing = pacing
    self.format = CaptureStreamConfiguration(formatDescription: format, frameDuration: frameDuration)
    var mediaTypes: [MediaType] = source == nil ? [] : [.video]
    if sound != nil { mediaTypes.append(.audio) }
    ports = mediaTypes.map { CaptureInputPort($0) }
    for port in ports { port.attach(to: self) }
  }

  /// Whether frames wait for consumers; false with real-time pacing.
  public var canWait: Bool { pacing != .realTime }

  /// Returns the format of the first frame; files ignore the requested format.
  public func configuration(for selection: FormatSelection?) throws(CaptureError) -> CaptureStreamConfiguration {
    format
  }

  /// Starts to read from the beginning.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream {
    var parts: [CombinedStream.Part] = []
    for port in ports where sink.accepts(port) { parts.append(try part(port)) }
    let stream = try CombinedStream(configuration, of: name, to: sink, pacing: pacing, parts)
    self.stream.object = stream
    return stream
  }

  /// Opens the part of the file that belongs to a port.
  private func part(_ port: CaptureInputPort) throws(CaptureError) -> CombinedStream.Part {
    let nothing: FileFrameSource.Next = { nil }
    guard port.mediaType == .audio else {
      return CombinedStream.Part(through: port, next: try source?.open() ?? nothing)
    }
    do throws(CaptureError) {
      guard let (format, next) = try sound?.open() else { return CombinedStream.Part(through: port, next: nothing) }
      port.formatDescription = format
      return CombinedStream.Part(through: port, next: next)
    } catch {
      // Pictures are delivered even if the sound is unreadable.
      return CombinedStream.Part(through: port) { () throws(CaptureError) in throw error }
    }
  }

  /// Delivers the next frame or sound sample on the calling thread, with pacing `Pacing.stepped`.
  ///
  /// - Returns: Whether more samples may follow; false while the input does not stream.
  @discardableResult
  public func step() -> Bool { stream.object?.step() ?? false }
}
