import OpenCaptureFlow
import OpenCaptureSystem
import OpenCaptureSession
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePictures

/// A movie or pictures as a session's input.
///
///     try session.addInput(CaptureFileInput(movie: "talk.mp4"))
///     output.alwaysDiscardsLateVideoFrames = false
///     session.startRunning()
///
/// Nothing is lost while a file waits: outputs that don't discard late frames get every frame, in order, as fast as they
/// take them. Once all have been taken, the session stops: it sends ``CaptureSession/Event/didStopRunning``, and the
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
  /// - Throws: ``CaptureError`` with `mediaFailed` where it can't be read, or no frame in it decoded.
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
  /// - Throws: ``CaptureError`` with `mediaFailed` where the first can't be read.
  public convenience init(
    pictures paths: [String], each duration: MediaTime = MediaTime(value: 1, timescale: 1),
    pacing: Pacing = .unpaced
  ) throws(CaptureError) {
    try self.init(.pictures(paths, each: duration), name: paths.first ?? "pictures", pacing: pacing)
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

/// Where frames of files come from.
enum FileFrames: Sendable {
  case movie(String, MovieReadingOptions)
  case pictures([String], each: MediaTime)

  /// Opens the first file.
  ///
  /// - Returns: What gives one frame after the other, and nil behind the last.
  func open() throws(CaptureError) -> @Sendable () throws(CaptureError) -> SampleBuffer? {
    switch self {
    case .movie(let path, let options):
      let movie = try failing(path) { try MovieReader(contentsOf: path, options: options) }
      return { () throws(CaptureError) in try failing(path) { try movie.nextSample() } }
    case .pictures(let paths, let duration):
      let turn = Locked(0)
      return { () throws(CaptureError) in
        let number = turn.withLock { turn in
          defer { turn += 1 }
          return turn
        }
        guard number < paths.count else { return nil }
        var sample = try failing(paths[number]) { try SampleBuffer(pictureAt: paths[number]) }
        sample.timing = SampleTiming(presentationTimeStamp: duration * number, duration: duration)
        sample.sequenceNumber = UInt64(number)
        return sample
      }
    }
  }
}

/// What `body` gives; what it throws, as an error of capture.
private func failing<Value>(_ path: String, _ body: () throws -> Value) throws(CaptureError) -> Value {
  do { return try body() } catch let error as MovieError {
    throw CaptureError(.mediaFailed, subject: path, errno: error.errno, reason: error.reason, remedy: error.remedy)
  } catch {
    throw CaptureError(.mediaFailed, subject: path, reason: "\(error)")
  }
}
