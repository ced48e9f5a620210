import Glibc
import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// The handling of stream requests with the results of processors.
struct StreamProcessing: Sendable {
  /// The memory for a picture and its view in BGRA, and its luma, in bytes per pixel.
  static let bytesPerPixel = 10

  /// The processors for pictures, in their initial state.
  let pictures: [any FrameProcessor]
  /// The processors for movies, in their initial state.
  let movies: [any FrameProcessor]
  let limits: PictureLimits
  /// The memory that all concurrent inputs share.
  let memory: InputMemory
  /// The limit of processor time for each input; nil for none.
  let deadline: Duration?

  /// A function that receives the detections in a part of an input, and its size.
  typealias Part = @Sendable (StreamAnswer) -> Void

  /// Processes an input; detections in movies and pages are reported as soon as possible.
  func answer(
    _ input: Input, _ part: @escaping Part, _ isOver: @escaping @Sendable () -> Bool
  ) -> StreamAnswer {
    if let failure = input.failure {
      return StreamAnswer(found: [], size: nil, failures: [FileFailure(failure, at: input.path)], stop: nil)
    }
    var look = StreamInputProcessing(part: part)
    let limit = WorkLimit(cpuTime: deadline, isCancelled: isOver)
    do {
      try limit.run {
        try memory.use(input, limits: limits, isOver: isOver) { media in try take(media, input, &look) }
      }
    } catch {
      // For an abandoned input, only the reason for abandoning it is reported.
      if limit.stop == nil, let failure = input.failure(for: error) { look.failures.append(failure) }
    }
    return look.answer(abandonedFor: limit.failure)
  }

  private func take(_ media: MediaInput, _ input: Input, _ look: inout StreamInputProcessing) throws {
    let name = input.path.title
    switch media {
    case .picture(let picture):
      try look.take(CaptureFileInput(picture, pacing: .stepped), pictures, at: input.path)
    case .pages(let pages): try take(pages, input, &look)
    case .movie(let picture) where picture.info.isStillPicture:
      try look.take(CaptureFileInput(picture, name: name, pacing: .stepped), pictures, at: input.path)
    case .movie(let movie):
      // On this thread, so that the time limit includes decoding.
      let file = CaptureFileInput(movie, name: name, pacing: .stepped)
      try look.take(file, movies, hindsight: MovieLookahead.frames(of: movie.info), at: input.path)
    }
  }

  /// Processes page by page; a page that fails does not affect the others.
  private func take(_ pages: PicturePages, _ input: Input, _ look: inout StreamInputProcessing) throws {
    for number in 1...pages.count {
      try WorkLimit.check()
      do {
        let page = try CaptureFileInput(page: number, of: pages, pacing: .stepped)
        try look.take(page, pictures, page: pages.count > 1 ? number : nil, at: input.path)
      } catch {
        try WorkLimit.check()
        if let failure = input.failure(for: error) { look.failures.append(failure) }
      }
    }
  }
}

/// The detections in one input of a stream so far.
struct StreamInputProcessing {
  /// Receives partial results.
  let part: StreamProcessing.Part
  /// The errors, in order.
  var failures: [FileFailure] = []
  private var found: [JSONLine] = []
  private var size: VideoDimensions?

  init(part: @escaping StreamProcessing.Part) { self.part = part }

  /// Processes a picture, a page or a movie.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - processors: The processors in their initial state.
  ///   - hindsight: The number of frames to delay for later results; nil for a picture.
  ///   - page: The number of the page; nil for a single page.
  ///   - path: The name of the input in messages.
  mutating func take(
    _ file: CaptureFileInput, _ processors: [any FrameProcessor], hindsight: Int? = nil, page: Int? = nil,
    at path: InputPath
  ) throws {
    let messages = Locked<[String]>([])
    var pipeline = FramePipeline(processors, hindsight: hindsight ?? 0) { failure in
      messages.withLock { $0.append("\(failure)") }
    }
    var lines = JSONLinesConsumer(page: page, times: hindsight == nil ? .none : .own)
    let isPart = hindsight != nil || page != nil
    defer { failures += messages.withLock { $0 }.map { FileFailure($0, at: path, code: "processorFailed") } }
    try MediaFeed(file).run { sample in
      size = sample.formatDescription.dimensions.upright(sample.orientation)
      let frame = pipeline.process(Frame(sample))
      // A processor that ran out of time has not failed.
      try WorkLimit.check()
      if let frame { add(lines.lines(of: frame), isPart) }
      return true
    }
    for frame in pipeline.finish() { add(lines.lines(of: frame), isPart) }
  }

  private mutating func add(_ lines: [JSONLine], _ isPart: Bool) {
    guard isPart else { return found += lines }
    if !lines.isEmpty { part(StreamAnswer(.ok, found: lines, size: size)) }
  }

  /// Returns the result.
  ///
  /// - Parameter stop: The reason why the input was abandoned, if it was.
  func answer(abandonedFor stop: WorkLimitError?) -> StreamAnswer {
    StreamAnswer(found: found, size: size, failures: failures, stop: stop)
  }
}

extension RunCommand {
  /// Prepares a stream; all files stay readable, because requests can name any file.
  func prepareStream() throws -> PreparedCommand {
    let jobs = work.jobs ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let limits = inputs.limits(bytesPerPixel: StreamProcessing.bytesPerPixel)
    let options = StreamRun.Options(
      command: "viewfinder",
      format: StreamAnswerFormat(found: "objects", engine: "OpenCapture \(Version.number): \(processing.with)"),
      jobs: jobs, window: many.window(jobs: jobs), shard: many.shard, maxRequestBytes: limits.maximumByteCount,
      memory: limits.maximumMemory / 4, isQuiet: output.quiet)
    return PreparedCommand(sandbox: sandbox.unlessDisabled(Sandbox(readable: nil))) { state in
      if output.verbose { StandardStream.error.writeLine(state.words) }
      let show = StreamProcessing(
        pictures: try processing.makeForPictures(), movies: try processing.make(), limits: limits,
        memory: InputMemory(capacity: limits.maximumMemory), deadline: many.timePerInput)
      return StreamRun(options, work: show.answer).run()
    }
  }
}
