public import OpenCaptureFlow
import OpenCaptureMediaSamples
public import OpenCaptureMovies
public import OpenCaptureOverlay
public import OpenCaptureProcessing

/// Writes frames to a movie, whose name says the container; its first frame says how large it is.
public struct MovieFileConsumer: FrameConsumer {
  private let file: OutputFile
  private let renderer: FrameRenderer
  /// The shape of the stored pixels of the original.
  private let pixelAspectRatio: PixelAspectRatio
  private let frameRate: Double
  private let original: MovieReader?
  private var writer: MovieWriter?
  private var hasFailed = false
  /// What the last frame was drawn on, to draw the next one on.
  private var canvas: PixelBuffer?

  /// Makes a consumer; nothing is written before its first frame.
  ///
  /// - Parameters:
  ///   - file: Where; what is there already is replaced.
  ///   - renderer: What pictures are drawn by; default upright, with what was found outlined.
  ///   - frameRate: About how many frames a second come; default 30.
  ///   - original: Whose sound is heard with them, because they are its frames; default nobody's.
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

  /// What the movie became; nil before its first frame.
  public var settings: MovieWriter.Settings? { writer?.settings }

  /// Why the original's sound isn't all there; nil where nothing was wrong with it so far.
  public var soundDamage: MovieError? { writer?.soundDamage }

  /// Writes the frame.
  ///
  /// - Throws: `CaptureError` with `cannotWrite` where the movie can't be written; `MovieError` where the frame doesn't
  ///   fit into it.
  public mutating func take(_ frame: Frame) throws {
    let sample = try shown(frame)
    do {
      let writer = try openWriter(for: sample)
      // Of frames that come faster than a file of a fixed rate can have them, the first is shown.
      if writer.isTaken(at: sample.presentationTimeStamp) { return }
      try writer.append(sample)
    } catch let error as MovieError where error.code != .invalidFrame {
      throw failure(error)
    }
  }

  /// The frame as the movie shows it; its own pixels, as they are, where that shows nothing else.
  private mutating func shown(_ frame: Frame) throws -> SampleBuffer {
    if renderer.showsUnchanged(frame) { return frame.sampleBuffer }
    let size = renderer.viewDimensions(of: frame)
    var picture =
      try canvas.take().flatMap { $0.dimensions == size ? $0 : nil }
      ?? PixelBuffer(format: .bgra, width: size.width, height: size.height)
    _ = try renderer.draw(frame, into: &picture)
    canvas = picture
    // Drawn on or not, all frames weigh red, green and blue as their source does.
    let source = frame.sampleBuffer
    return SampleBuffer(
      imageBuffer: picture, colorMatrix: source.formatDescription.colorMatrix ?? .bt601, timing: source.timing)
  }

  /// Ends the movie; does nothing where there was no frame, or none could be written any more, which was said.
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
    try file.requirePermission()
    // Not only at the first frame in which something is found.
    try renderer.overlay?.requireEngine()
    var options = MovieWritingOptions(expectedFrameRate: frameRate, replacesExistingFile: true)
    if let info = original?.info {
      // Frames that are drawn on were turned.
      let turn = info.orientation.then(sample.orientation.inverse)
      let rotation = ImageOrientation(quarterTurns: renderer.rotation.quarterTurns)
      options.pixelAspectRatio = pixelAspectRatio.turned(turn.then(rotation))
    }
    let start = start(before: sample)
    let sound = original.map { MovieSound.copied(of: $0, from: start) }
    let new: MovieWriter
    if let stream = file.stream, let container = MovieContainer(path: String(decoding: file.path, as: UTF8.self)) {
      // Who reads along wants to see it soon.
      options.movieFragmentInterval = MediaTime(value: 1, timescale: 2)
      new = try MovieWriter(
        writing: stream, as: container, name: file.name, for: sample, sound: sound, options: options)
    } else {
      new = try MovieWriter(contentsOfPath: file.path, for: sample, sound: sound, options: options)
    }
    if start.isNumeric { new.startSession(atSourceTime: start) }
    writer = new
    return new
  }

  /// The beginning of a movie with this first frame: its time, or that of the sound before the original's first frame.
  private func start(before sample: SampleBuffer) -> MediaTime {
    let time = sample.presentationTimeStamp
    guard let info = original?.info, let sound = info.soundStartTime, time <= info.startTime,
      (time - sound).seconds > Self.mostUnheardSeconds
    else { return time }
    return sound
  }

  /// The length of sound before the first frame that may be left out, so that a movie begins with a picture.
  private static let mostUnheardSeconds = 0.05
}
