import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureIsolation

/// The handling of stream requests with the results of processors.
struct StreamProcessing: Sendable {
  /// The memory for a picture and its view in BGRA, and its luma, in bytes per pixel.
  static let bytesPerPixel = 10

  var walk: InputWalk
  /// The processors for pictures, in their initial state.
  let pictures: [any FrameProcessor]
  /// The processors for movies, in their initial state.
  let movies: [any FrameProcessor]

  /// Processes an input; detections in movies and pages are reported as soon as possible.
  @Sendable func answer(
    _ input: Input, _ part: @escaping @Sendable (StreamAnswer) -> Void, _ isOver: @escaping @Sendable () -> Bool
  ) -> StreamAnswer {
    var visit = StreamVisit(processing: self, path: input.path, part: part)
    let stop = walk.process(input, isOver: isOver, with: &visit)
    return StreamAnswer(found: visit.found, size: visit.size, failures: visit.failures, stop: stop)
  }
}

/// The processing of one input of a stream, which collects the detections.
private struct StreamVisit: InputVisitor {
  let processing: StreamProcessing
  let path: InputPath
  /// Receives partial results.
  let part: @Sendable (StreamAnswer) -> Void
  /// The errors, in order.
  var failures: [FileFailure] = []
  var found: [JSONLine] = []
  var size: VideoDimensions?

  mutating func record(_ error: any Error, of input: Input) {
    if let failure = input.failure(for: error) { failures.append(failure) }
  }

  mutating func process(_ picture: StillPicture) throws {
    let page = picture.page.flatMap { $0.count > 1 ? $0.number : nil }
    try run(processing.pictures, JSONLinesConsumer(page: page, times: .none), isPart: page != nil) { take in
      try picture.decode(take)
    }
  }

  mutating func process(_ movie: MovieReader) throws {
    let hindsight = MovieLookahead.frames(of: movie.info)
    let name = path.title
    try run(processing.movies, hindsight: hindsight, JSONLinesConsumer(times: .own), isPart: true) { take in
      // On this thread, so that the time limit includes decoding.
      try movie.forEachFrame(name: name, pacing: .stepped) { sample in
        try take(sample)
        return true
      }
    }
  }

  /// Runs processors on the samples that `samples` passes.
  ///
  /// - Parameter isPart: Whether detections are reported at once.
  private mutating func run(
    _ processors: [any FrameProcessor], hindsight: Int = 0, _ lines: JSONLinesConsumer, isPart: Bool,
    _ samples: ((SampleBuffer) throws -> Void) throws -> Void
  ) throws {
    let messages = Locked<[String]>([])
    var pipeline = FramePipeline(processors, hindsight: hindsight) { failure in
      messages.withLock { $0.append("\(failure)") }
    }
    var lines = lines
    defer { failures += messages.withLock { $0 }.map { FileFailure($0, at: path, code: "processorFailed") } }
    try samples { sample in
      size = sample.format.videoDimensions.upright(sample.orientation)
      let frame = pipeline.process(Frame(sample))
      // A processor that ran out of time has not failed.
      try WorkLimit.check()
      if let frame { add(lines.lines(of: frame), isPart) }
    }
    for frame in pipeline.finish() { add(lines.lines(of: frame), isPart) }
  }

  private mutating func add(_ lines: [JSONLine], _ isPart: Bool) {
    guard isPart else { return found += lines }
    if !lines.isEmpty { part(StreamAnswer(.ok, found: lines, size: size)) }
  }
}

extension StreamProcessing {
  /// Processes small pictures, so that all models and libraries are loaded.
  func warmUp() { for processors in [pictures, movies] { Self.warmUp(processors) } }

  /// Processes a small picture, so that all models and libraries are loaded.
  static func warmUp(_ processors: [any FrameProcessor]) {
    guard let picture = try? PixelBuffer(format: .bgra, width: 64, height: 64) else { return }
    var pipeline = FramePipeline(processors, hindsight: 0) { _ in }
    _ = pipeline.process(Frame(SampleBuffer(pixelBuffer: picture)))
    _ = pipeline.finish()
    CodeScanner.loadEncodings()
  }
}

extension RunCommand {
  /// Returns the processing of requests in this process.
  func streamProcessing() throws -> StreamProcessing {
    let walk = InputWalk(
      inputs.limits(bytesPerPixel: StreamProcessing.bytesPerPixel), deadline: many.timePerInput)
    return StreamProcessing(walk: walk, pictures: try processing.makeForPictures(), movies: try processing.make())
  }

  /// Prepares a stream; all files stay readable, because requests can name any file.
  func prepareStream() throws -> PreparedCommand {
    let jobs = work.jobs ?? Processors.count
    let limits = inputs.limits(bytesPerPixel: StreamProcessing.bytesPerPixel)
    let format = StreamAnswerFormat(found: "objects", engine: "OpenCapture \(Version.number): \(processing.with)")
    var sandbox = Sandbox(readable: nil)
    sandbox.usesWorkers = isolation.isUsed(forSingleInput: false)
    let workers =
      sandbox.usesWorkers
      ? try StreamWorkers(limits: limits, deadline: many.timePerInput, isLocked: !self.sandbox.noSandbox) : nil
    return self.sandbox.prepared(sandbox, reported: messages.verbose) {
      let answer = try workers.map { $0.answer } ?? streamProcessing().answer
      return StreamRun(
        many, jobs: jobs, limits: limits, format: format, on: messages.console("viewfinder", unit: "inputs"),
        work: answer
      ).run()
    }
  }
}
