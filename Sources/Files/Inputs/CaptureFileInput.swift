public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureMovies
public import OpenCapturePages
public import OpenCapturePictures
import OpenCaptureSystem

/// A movie, sound or pictures as a session's input.
///
///     try session.addInput(CaptureFileInput(movie: "talk.mp4"))
///     output.alwaysDiscardsLateVideoFrames = false
///     session.startRunning()
///
/// Nothing is lost while a file waits: outputs that don't discard late frames get every frame, in order, as fast as they
/// take them. Once all have been taken, the session stops: it sends `CaptureSession.Event.didStopRunning`, and the
/// sequences of its outputs end. Started again, it begins again.
///
/// Pictures and sound come by themselves, each as fast as it is taken: a consumer of both puts them together by their times.
/// At their own times they come by the same clock. What is wrong with one is told once the other is over, too.
public final class CaptureFileInput: CaptureInput {
  /// What errors call the input: the name of the file or folder.
  public let name: String
  /// Who says when a frame comes.
  public let pacing: Pacing
  private let source: FileFrames?
  private let sound: FileSound?
  private let format: CaptureStreamConfiguration
  private let running = Locked(Running())

  private struct Running: Lockable {
    weak var stream: JoinedStream?
  }
  /// The file's pictures and its sound, as far as it has them.
  ///
  /// What leads nowhere when the session starts isn't read until it starts again.
  public let ports: [CaptureInputPort]

  /// Takes a movie as an input.
  ///
  /// - Parameters:
  ///   - path: The file's name.
  ///   - pacing: Who says when a frame comes; default nobody: they come as they are taken.
  ///   - options: How it is decoded.
  /// - Throws: `CaptureError` with `mediaFailed` where it can't be read, or no frame in it decoded.
  public convenience init(
    movie path: String, pacing: Pacing = .unpaced, options: MovieReadingOptions = MovieReadingOptions()
  ) throws(CaptureError) {
    let movie = try failing(path) { try MovieReader(contentsOf: path, options: options) }
    try self.init(
      .movie(path, options), sound: movie.info.hasAudio ? .file(path) : nil, name: path, pacing: pacing,
      first: failing(path) { try movie.nextSample() })
  }

  /// Takes the sound of a sound file, or of a movie, as an input.
  ///
  /// - Parameters:
  ///   - path: The file's name.
  ///   - pacing: Who says when sound comes; default nobody: it comes as it is taken.
  /// - Throws: `CaptureError` with `mediaFailed` where it can't be read, or there is no sound in it.
  public init(sound path: String, pacing: Pacing = .unpaced) throws(CaptureError) {
    (source, sound, name, self.pacing, ports) = (nil, .file(path), path, pacing, [CaptureInputPort(.audio)])
    guard let description = try FileSound.file(path).open().format else {
      throw CaptureError(.mediaFailed, subject: path, reason: "there is no sound in it")
    }
    format = CaptureStreamConfiguration(formatDescription: description)
    takePorts()
  }

  /// Takes pictures as an input, one after the other.
  ///
  /// - Parameters:
  ///   - paths: The files' names, one at least; each is read when its turn comes.
  ///   - duration: How long each is seen; default a second.
  ///   - pacing: Who says when a picture comes; default nobody: they come as they are taken.
  /// - Throws: `CaptureError` with `mediaFailed` where the first can't be read.
  public convenience init(
    pictures paths: [String], each duration: MediaTime = MediaTime(value: 1, timescale: 1),
    pacing: Pacing = .unpaced
  ) throws(CaptureError) {
    let pictures = FileFrames.pictures(paths, each: duration)
    try self.init(pictures, name: paths.first ?? "pictures", pacing: pacing, first: pictures.open()())
  }

  /// Takes a movie that was opened as an input; nobody else reads from it.
  ///
  /// - Parameters:
  ///   - movie: It is read from its beginning.
  ///   - name: What errors call it; default `movie`.
  ///   - pacing: Who says when a frame comes; default nobody: they come as they are taken.
  public init(_ movie: MovieReader, name: String = "movie", pacing: Pacing = .unpaced) {
    (source, self.name, self.pacing) = (.reader(OpenedMovie(movie, name: name)), name, pacing)
    sound = movie.info.hasAudio ? .movie(movie, name: name) : nil
    ports = Self.ports(sound)
    let rate = movie.info.nominalFrameRate ?? 0
    format = CaptureStreamConfiguration(
      formatDescription: FormatDescription(codec: movie.info.codec, dimensions: movie.info.dimensions),
      frameDuration: rate > 0 ? MediaTime(seconds: 1 / rate, preferredTimescale: 1_000_000) : .invalid)
    takePorts()
  }

  /// Takes a picture that was read as an input; where it is damaged, that is thrown behind what could be decoded.
  ///
  /// - Parameters:
  ///   - picture: Its name is what errors call it.
  ///   - pixelFormat: What it is decoded to.
  ///   - pacing: Who says when it comes; default nobody: it comes as it is taken.
  /// - Throws: `CaptureError` with `mediaFailed` where its header is damaged.
  public init(
    _ picture: EncodedPicture, decodedTo pixelFormat: PixelFormat = .bgra, pacing: Pacing = .unpaced
  ) throws(CaptureError) {
    (source, name, self.pacing) = (.picture(picture, pixelFormat), picture.name, pacing)
    (sound, ports) = (nil, Self.ports(nil))
    let info: PictureInfo
    do throws(PictureError) { info = try picture.info() } catch {
      throw CaptureError(.mediaFailed, subject: picture.name, error)
    }
    format = CaptureStreamConfiguration(
      formatDescription: FormatDescription(pixelFormat: pixelFormat, dimensions: info.dimensions))
    takePorts()
  }

  /// Takes a page of a file as an input; where it is damaged, that is thrown behind what could be decoded.
  ///
  /// - Parameters:
  ///   - number: Of the page, from 1.
  ///   - pages: Their file's name is what errors call it.
  ///   - pacing: Who says when it comes; default nobody: it comes as it is taken.
  /// - Throws: `CaptureError` with `mediaFailed` where there is no such page, or it is beyond the limits.
  public init(page number: Int, of pages: PicturePages, pacing: Pacing = .unpaced) throws(CaptureError) {
    (source, name, self.pacing) = (.page(number, pages), pages.name, pacing)
    (sound, ports) = (nil, Self.ports(nil))
    let dimensions: VideoDimensions
    do throws(PictureError) { dimensions = try pages.dimensions(ofPage: number) } catch {
      throw CaptureError(.mediaFailed, subject: pages.name, error)
    }
    format = CaptureStreamConfiguration(
      formatDescription: FormatDescription(pixelFormat: .bgra, dimensions: dimensions))
    takePorts()
  }

  private init(
    _ source: FileFrames, sound: FileSound? = nil, name: String, pacing: Pacing, first: SampleBuffer?
  ) throws(CaptureError) {
    (self.source, self.sound, self.name, self.pacing) = (source, sound, name, pacing)
    ports = Self.ports(sound)
    guard let first else {
      throw CaptureError(.mediaFailed, subject: name, reason: "there is no picture in it")
    }
    format = CaptureStreamConfiguration(
      formatDescription: first.formatDescription, frameDuration: first.duration)
    takePorts()
  }

  private static func ports(_ sound: FileSound?) -> [CaptureInputPort] {
    [CaptureInputPort(.video)] + (sound == nil ? [] : [CaptureInputPort(.audio)])
  }

  private func takePorts() {
    for port in ports { port.belongs(to: self) }
  }

  /// Frames wait, but for those that come at their own times.
  public var canWait: Bool { pacing != .realTime }

  /// The format of the first frame, whatever is wished for: files have the one that they have.
  public func configuration(for selection: FormatSelection?) throws(CaptureError) -> CaptureStreamConfiguration {
    format
  }

  /// Begins to read, from the beginning.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream {
    var parts: [JoinedStream.Part] = []
    for port in ports where sink.takes(port) { parts.append(try part(port)) }
    let stream = try JoinedStream(configuration, of: name, to: sink, pacing: pacing, parts)
    running.withLock { $0.stream = stream }
    return stream
  }

  /// What comes through a port.
  private func part(_ port: CaptureInputPort) throws(CaptureError) -> JoinedStream.Part {
    let nothing: FileFrames.Next = { nil }
    guard port.mediaType == .audio else {
      return JoinedStream.Part(through: port, next: try source?.open() ?? nothing)
    }
    do throws(CaptureError) {
      guard let (format, next) = try sound?.open() else { return JoinedStream.Part(through: port, next: nothing) }
      port.formatDescription = format
      return JoinedStream.Part(through: port, next: next)
    } catch {
      // Pictures are shown though there is something wrong with the sound.
      return JoinedStream.Part(through: port) { () throws(CaptureError) in throw error }
    }
  }

  /// Sends the next frame, or sound, of a file whose pacing is `Pacing.stepped`, on the thread that calls this.
  ///
  /// - Returns: Whether there may be more; false where it doesn't stream.
  @discardableResult
  public func step() -> Bool { running.withLock { $0.stream }?.step() ?? false }
}
