public import OpenCaptureFlow
import OpenCaptureMediaSamples
public import OpenCaptureMovies
public import OpenCaptureOverlay
public import OpenCaptureProcessing

/// A consumer that writes frames to a movie file.
///
/// The file's extension selects the container; the first frame determines the size.
public struct MovieFileConsumer: FrameConsumer {
  private let file: OutputFile
  private let renderer: FrameRenderer
  /// The shape of the stored pixels of the original.
  private let pixelAspectRatio: PixelAspectRatio
  private let frameRate: Double
  private let original: MovieReader?
  private var writer: MovieWriter?
  private var hasFailed = false
  /// The picture of the last frame, reused for the next.
  private var canvas: PixelBuffer?

  /// Creates a consumer, which writes nothing before its first frame.
  ///
  /// - Parameters:
  ///   - file: The output file; an existing file is replaced.
  ///   - renderer: The renderer of pictures; default upright, with outlined metadata objects.
  ///   - frameRate: The approximate number of frames per second; default 30.
  ///   - original: The movie that the frames are from, whose sound is copied; default nil for no sound.
  public init(
    _ file: OutputFile, renderer: FrameRenderer = FrameRenderer(), frameRate: Double = 30,
    soundOf original: MovieReader? = nil
  ) {
    var renderer = renderer
    var pixelAspectRatio = original?.info.pixelAspectRatio ?? .square
    if renderer.dimensions != nil {
      // A view has square pixels.
      renderer.pixelAspectRatio = pixelAspectRatio.value
      pixelAspectRatio = .square
    }
    self.file = file
    self.renderer = renderer
    self.frameRate = min(max(frameRate, 0.01), 1_000)
    self.original = original
    self.pixelAspectRatio = pixelAspectRatio
  }

  /// The settings of the movie; nil before its first frame.
  public var settings: MovieWriter.Settings? { writer?.settings }

  /// The error that cut the original's sound short; nil so far.
  public var audioDamage: MovieError? { writer?.audioDamage }

  /// Writes a frame.
  ///
  /// - Throws: `CaptureError` with `cannotWrite` when writing fails; `MovieError` for a frame unsuitable for the
  ///   movie.
  public mutating func take(_ frame: Frame) throws {
    let sample =
      renderer.showsUnchanged(frame) ? frame.sampleBuffer : try renderer.sample(of: frame, reusing: &canvas)
    do {
      let writer = try openWriter(for: sample)
      // A file with a fixed frame rate has one place per interval; further frames within the interval are skipped.
      if writer.isTickOccupied(at: sample.presentationTimeStamp) { return }
      try writer.append(sample)
    } catch let error as MovieError where error.code != .invalidFrame {
      throw failure(error)
    }
  }

  /// Finishes the movie; does nothing without frames or after a write error, which was reported before.
  public mutating func finish() throws {
    guard !hasFailed else { return }
    do throws(MovieError) { try writer?.finish() } catch { throw failure(error) }
  }

  private mutating func failure(_ error: MovieError) -> CaptureError {
    hasFailed = true
    return CaptureError(.cannotWrite, subject: file.name, error)
  }

  private mutating func openWriter(for sample: SampleBuffer) throws -> MovieWriter {
    if let writer { return writer }
    try file.checkWritePermission()
    // Fails at the first frame, not at the first frame with metadata objects.
    try renderer.overlay?.requireDrawingLibraries()
    var options = MovieWritingOptions(expectedFrameRate: frameRate, replacesExistingFile: true)
    if let info = original?.info {
      // Rendered frames are already rotated.
      let turn = info.orientation.then(sample.orientation.inverse)
      let rotation = ImageOrientation(quarterTurns: renderer.rotation.quarterTurns)
      options.pixelAspectRatio = pixelAspectRatio.turned(turn.then(rotation))
    }
    let start = start(before: sample)
    let sound = original.map { MovieAudio.copied(of: $0, from: start) }
    let new: MovieWriter
    let container = MovieContainer(path: String(decoding: file.path, as: UTF8.self))
    if let stream = file.stream, let container {
      // Short fragments let readers of the stream see frames early.
      options.movieFragmentInterval = MediaTime(value: 1, timescale: 2)
      new = try MovieWriter(
        writing: stream, as: container, name: file.name, for: sample, sound: sound, options: options)
    } else if file.isOpenedElsewhere, let container {
      new = try MovieWriter(file.openMovie(), as: container, for: sample, sound: sound, options)
    } else {
      new = try MovieWriter(contentsOfPath: file.path, for: sample, sound: sound, options: options)
    }
    if start.isNumeric { new.startSession(atSourceTime: start) }
    writer = new
    return new
  }

  /// Returns the time of the first frame, or of the original's sound if that starts earlier.
  private func start(before sample: SampleBuffer) -> MediaTime {
    let time = sample.presentationTimeStamp
    guard let info = original?.info, let sound = info.audioStartTime, time <= info.startTime,
      (time - sound).seconds > Self.maximumLeadingSoundSeconds
    else { return time }
    return sound
  }

  /// The longest sound before the first frame that is dropped, so that the movie starts with a picture; in seconds.
  private static let maximumLeadingSoundSeconds = 0.05
}
