import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// Takes the frames of one stream through the processors, and hands them and what was found to consumers.
struct Show: Lockable {
  private let failures = Locked<[String]>([])
  private var pipeline: FramePipeline
  /// What is written of it, if that is a movie: drawn and encoded beside the search in the frames behind.
  private let movie: DetachedConsumer<MovieFileConsumer>?
  private var others: [any FrameConsumer]
  /// The movie's end has to be written, whatever ends the run.
  private var unfinished: UnfinishedWork?
  /// How many frames were shown.
  private(set) var frameCount = 0

  /// Makes one; the processors begin with a new stream.
  ///
  /// - Parameters:
  ///   - processors: What the frames go through.
  ///   - hindsight: How many frames wait at most for what is found out about them later; default none.
  ///   - movie: What is written of it, if that is a movie.
  ///   - others: Who else takes the frames.
  /// - Throws: `CaptureError` where the system gives no thread.
  init(
    _ processors: [any FrameProcessor], hindsight: Int = 0, movie: MovieFileConsumer? = nil,
    others: [any FrameConsumer]
  ) throws(CaptureError) {
    let failures = failures
    pipeline = FramePipeline(processors, hindsight: hindsight) { failure in
      failures.withLock { $0.append("\(failure)") }
    }
    self.movie = try movie.map { (movie) throws(CaptureError) in try DetachedConsumer(movie, name: "movie") }
    self.others = others
  }

  /// Takes a sample through the processors, and shows the frame that is complete now.
  mutating func take(_ sample: SampleBuffer, from source: InputPath, on console: Console) throws {
    let frame = pipeline.process(Frame(sample))
    tellFailures(at: source, on: console)
    if let frame { try put(frame) }
  }

  /// Shows what still waits, and brings all to its end.
  mutating func finish(from source: InputPath, on console: Console) throws {
    for frame in pipeline.finish() { try put(frame) }
    tellFailures(at: source, on: console)
    for index in others.indices { try others[index].finish() }
    try movie?.finish()
    unfinished = nil
  }

  private mutating func put(_ frame: Frame) throws {
    for index in others.indices { try others[index].take(frame) }
    if movie != nil {
      unfinished = unfinished ?? UnfinishedWork()
      try movie?.take(frame)
    }
    frameCount += 1
  }

  /// Says what processors failed with; each failure once.
  private func tellFailures(at source: InputPath, on console: Console) {
    let new = failures.withLock { failures in
      defer { failures = [] }
      return failures
    }
    for failure in new { console.fail(FileFailure(failure, at: source)) }
  }

  /// What the movie became; nil where none is written.
  var movieSettings: MovieWriter.Settings? { movie?.finished?.settings }

  /// Why the movie has not all of its original's sound; nil where nothing was wrong with it.
  var movieSoundDamage: MovieError? { movie?.finished?.soundDamage }

  /// How long each processor takes for a frame, in words.
  var summary: String { summary(leavingOut: []) }

  /// The same without processors of these names.
  func summary(leavingOut names: Set<String>) -> String {
    pipeline.statistics.filter { !names.contains($0.name) }.map { stage in
      "\(stage.name) \(stage.latency.map { ($0.median / .microseconds(100)).rounded() / 10 } ?? 0) ms"
    }.joined(separator: ", ")
  }
}
