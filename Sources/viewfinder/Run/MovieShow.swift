import OpenCaptureCommandSupport
import OpenCapture

/// Shows one movie, frame by frame.
struct MovieShow {
  let processors: [any FrameProcessor]
  let view: ViewOptions
  /// The movie to write; nil for none.
  let path: InputPath?

  /// How many frames a face is followed back from where it was found: of a file, what comes is known.
  private static let hindsight = 24

  /// The most memory that frames take for as long, in bytes: of the largest, there are fewer.
  private static let hindsightMemory = 192_000_000

  /// Shows a movie to its end, and says what becomes of it.
  ///
  /// Where it is damaged, what is readable is shown and written before the error is thrown.
  func show(_ movie: MovieReader, from source: InputPath, on console: inout Console) throws {
    var run = Run(
      show: FrameShow(processors.map { Self.withHindsight($0, of: movie.info) }, view: view),
      recording: path.map { Recording(to: $0, frameRate: movie.info.nominalFrameRate) })
    defer {
      let codec = "\(movie.info.codecName) \(movie.info.dimensions)"
      console.note("\(codec), \(run.number) frames, \(run.show.summary)", on: source)
    }
    do {
      while !Interruption.isRequested, !console.isOutputClosed, let sample = try movie.nextSample() {
        try run.take(sample, from: source, on: &console)
        console.update(done: run.number, of: movie.info.estimatedFrameCount)
      }
    } catch {
      try run.finish(from: source, on: &console)
      throw error
    }
    try run.finish(from: source, on: &console)
    if let settings = run.recording?.settings { console.note("written as \(settings)", on: source) }
  }

  private static func withHindsight(_ processor: any FrameProcessor, of movie: MovieInfo) -> any FrameProcessor {
    guard var tracker = processor as? FaceTracker else { return processor }
    // In I420, as most movies are.
    let frame = max(1, movie.dimensions.width * movie.dimensions.height * 3 / 2)
    tracker.options.hindsight = min(hindsight, hindsightMemory / frame)
    return tracker
  }

  /// One movie on its way.
  private struct Run {
    var show: FrameShow
    var recording: Recording?
    var number = 0

    mutating func take(_ sample: SampleBuffer, from source: InputPath, on console: inout Console) throws {
      let frame = show.process(Frame(sample))
      for failure in show.takeFailures() { console.fail(failure, at: source) }
      if let frame { try put(frame, from: source, on: &console) }
    }

    /// Shows what still waits, and ends the recording.
    mutating func finish(from source: InputPath, on console: inout Console) throws {
      for frame in show.finish() { try put(frame, from: source, on: &console) }
      for failure in show.takeFailures() { console.fail(failure, at: source) }
      try recording?.finish()
    }

    private mutating func put(_ frame: Frame, from source: InputPath, on console: inout Console) throws {
      console.print(show.objects(in: frame), in: source, frame: (number, frame.presentationTimeStamp))
      try recording?.append(show.picture(of: frame), timing: frame.sampleBuffer.timing)
      number += 1
    }
  }
}
