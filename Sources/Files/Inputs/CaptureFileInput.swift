public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureMovies
public import OpenCapturePages
public import OpenCapturePictures
import OpenCaptureSystem

/// A movie or pictures as a session's input.
///
///     try session.addInput(CaptureFileInput(movie: "talk.mp4"))
///     output.alwaysDiscardsLateVideoFrames = false
///     session.startRunning()
///
/// Nothing is lost while a file waits: outputs that don't discard late frames get every frame, in order, as fast as they
/// take them. Once all have been taken, the session stops: it sends `CaptureSession.Event.didStopRunning`, and the
/// sequences of its outputs end. Started again, it begins again.
public final class CaptureFileInput: CaptureInput {
  /// What errors call the input: the name of the file or folder.
  public let name: String
  /// Who says when a frame comes.
  public let pacing: Pacing
  private let source: FileFrames
  private let format: CaptureStreamConfiguration
  private let running = Locked(Running())

  private struct Running: Lockable {
    weak var stream: PacedStream?
  }
  /// The file's pictures.
  public let ports = [CaptureInputPort(.video)]

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
    try self.init(.movie(path, options), name: path, pacing: pacing)
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
    try self.init(.pictures(paths, each: duration), name: paths.first ?? "pictures", pacing: pacing)
  }

  /// Takes a movie that was opened as an input; nobody else reads from it.
  ///
  /// - Parameters:
  ///   - movie: It is read from its beginning.
  ///   - name: What errors call it; default `movie`.
  ///   - pacing: Who says when a frame comes; default nobody: they come as they are taken.
  public init(_ movie: MovieReader, name: String = "movie", pacing: Pacing = .unpaced) {
    (source, self.name, self.pacing) = (.reader(OpenedMovie(movie, name: name)), name, pacing)
    let rate = movie.info.nominalFrameRate ?? 0
    format = CaptureStreamConfiguration(
      formatDescription: FormatDescription(codec: movie.info.codec, dimensions: movie.info.dimensions),
      frameDuration: rate > 0 ? MediaTime(seconds: 1 / rate, preferredTimescale: 1_000_000) : .invalid)
    for port in ports { port.belongs(to: self) }
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
    let info: PictureInfo
    do throws(PictureError) { info = try picture.info() } catch {
      throw CaptureError(.mediaFailed, subject: picture.name, error)
    }
    format = CaptureStreamConfiguration(
      formatDescription: FormatDescription(pixelFormat: pixelFormat, dimensions: info.dimensions))
    for port in ports { port.belongs(to: self) }
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
    let dimensions: VideoDimensions
    do throws(PictureError) { dimensions = try pages.dimensions(ofPage: number) } catch {
      throw CaptureError(.mediaFailed, subject: pages.name, error)
    }
    format = CaptureStreamConfiguration(
      formatDescription: FormatDescription(pixelFormat: .bgra, dimensions: dimensions))
    for port in ports { port.belongs(to: self) }
  }

  private init(_ source: FileFrames, name: String, pacing: Pacing) throws(CaptureError) {
    (self.source, self.name, self.pacing) = (source, name, pacing)
    guard let first = try source.open()() else {
      throw CaptureError(.mediaFailed, subject: name, reason: "there is no picture in it")
    }
    format = CaptureStreamConfiguration(
      formatDescription: first.formatDescription, frameDuration: first.duration)
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
    let stream = try PacedStream(
      configuration, of: name, through: ports[0], to: sink, pacing: pacing, next: source.open())
    running.withLock { $0.stream = stream }
    return stream
  }

  /// Sends the next frame of a file whose pacing is `Pacing.stepped`, on the thread that calls this.
  ///
  /// - Returns: Whether there may be more; false where it doesn't stream.
  @discardableResult
  public func step() -> Bool { running.withLock { $0.stream }?.step() ?? false }
}
