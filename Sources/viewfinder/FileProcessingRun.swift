import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureIsolation

/// A run that processes all inputs in order.
struct FileProcessingRun {
  /// The memory for the picture and its view in BGRA, its luma, and an equally large output, in bytes per pixel.
  private static let bytesPerPixel = 14

  private let options: RunCommand
  private let walk: InputWalk
  /// The workers that decode pictures; nil if this process decodes them.
  private let workers: PictureWorkers?
  private let target: OutputTarget?
  /// The processors for pictures, made at the first picture because detectors load slowly.
  private var pictureProcessors: [any FrameProcessor]?
  /// The processors for movies, made at the first movie.
  private var movieProcessors: [any FrameProcessor]?
  private var inputs: InputQueue
  /// The name of the current input.
  private var path = InputPath("")
  private var outputNames = OutputNames()
  let console: Console
  /// The window's part in the run; nil without a window.
  var viewer: FileViewer?
  /// The inputs that the window has shown, and the place of the current one.
  private var viewed: [Input] = []
  private var place = -1
  /// Whether output is missing because the user closed the window or skipped an input.
  private var isCut = false
  /// The error that kept a processor from being made.
  private var processingError: ProcessingError?
  /// The output of the movie that a worker processes.
  private var workerOutput: WorkerMovieOutput?
  /// The movie that a worker processes, in the window.
  private var shownMovie: ShownMovie?

  /// Prepares a run.
  ///
  /// - Throws: ``CommandError`` or ``OutputError`` if the run cannot start.
  init(_ options: RunCommand) throws {
    self.options = options
    walk = Self.walk(of: options)
    var queue = try options.inputs.queue(files: options.files, of: "viewfinder")
    target = try options.output.output.map { target in
      try OutputTarget(
        InputPath(argument: target), isFolder: options.isFolder, inputs: queue.readAhead(),
        force: options.output.force)
    }
    queue.readShortList()
    inputs = queue
    // The rights of a process with a window are too many for a decoder.
    let isEnoughSandboxed = !options.inputs.hasSeveralInputs(files: options.files) && !options.isShown
    workers =
      options.isolation.isUsed(forSingleInput: isEnoughSandboxed)
      ? try PictureWorkers(
        limits: walk.limits, writesMovies: target != nil && MovieWorker.isUsed(by: options),
        isLocked: !options.sandbox.noSandbox) : nil
    console = options.messages.console("viewfinder", unit: options.isFolder ? "inputs" : "frames")
  }

  /// Returns the walk over the inputs of a command.
  static func walk(of options: RunCommand) -> InputWalk {
    InputWalk(options.inputs.limits(bytesPerPixel: bytesPerPixel))
  }

  /// Whether an input may be readable.
  var hasUsableInput: Bool { inputs.hasUsableInput }

  /// The sandbox rights that the run needs.
  var sandbox: Sandbox {
    var sandbox = Sandbox(readable: inputs.places)
    sandbox.writable = target?.places ?? []
    sandbox.usesWorkers = workers != nil
    return sandbox
  }

  /// Runs until the inputs end or the user interrupts.
  ///
  /// - Throws: ``ProcessingError`` if a processor cannot be made.
  mutating func run() throws -> Int32 {
    var done = 0
    var total = inputs.count
    while !Interruption.isRequested, !console.isOutputClosed, let input = nextInput() {
      path = input.path
      process(input)
      if let processingError { throw processingError }
      done += 1
      total = total ?? inputs.count.map { $0 + done }
      if options.isFolder { console.update(done: done, of: total) }
    }
    if inputs.count != 0, viewer?.isClosed == true { cut("not all inputs were processed") }
    console.finish()
    return Interruption.exitStatus ?? (isCut ? Interruption.userExitStatus : console.hasFailed ? 1 : 0)
  }

  /// Processes an input, which a worker decodes if possible.
  private mutating func process(_ input: Input) {
    let walk = walk
    guard let workers else {
      walk.process(input, with: &self)
      return
    }
    do {
      let input = input.path.isPipe ? try workers.opened(input) : input
      let isDone = workers.process(input, with: &self)
      if let failure = workerOutput?.finish() { console.fail(FileFailure(failure, at: path)) }
      workerOutput = nil
      if let shown = shownMovie.take(), shown.isCut { cutMovie(after: shown.frameCount) }
      if isDone { return }
      if let viewer, target == nil {
        try show(input, in: viewer, workers)
      } else if canProcessMovie(input) {
        walk.process(input, with: &self)
      }
    } catch is WorkLimitError {
      // The run was interrupted.
    } catch {
      record(error, of: input)
    }
  }

  /// Shows a movie that a worker decodes.
  private mutating func show(_ input: Input, in viewer: FileViewer, _ workers: PictureWorkers) throws {
    let turn = viewer.turn
    @Sendable func isOver() -> Bool { Interruption.isRequested || viewer.hasProceeded(since: turn) }
    do { try process(workers.movie(input, isOver: isOver), soundOf: nil) } catch {
      // The end of a wait for a frame is no failure.
      if !isOver() { throw error }
    }
  }

  /// Returns whether this process may decode a movie that a worker has declined.
  ///
  /// A worker does so only if a processor cannot be made, which is an error here as well.
  private mutating func canProcessMovie(_ input: Input) -> Bool {
    do {
      _ = try processorsForMovies()
      console.fail(FileFailure(.invalidReply, at: path))
    } catch {
      record(error, of: input)
    }
    return false
  }

  /// Returns the next input, or in a window the one that the user went back to.
  private mutating func nextInput() -> Input? {
    guard let viewer else { return inputs.next() }
    place += viewer.takeStepBack() && place > 0 ? -1 : 1
    if place >= viewed.count, let next = inputs.next() { viewed.append(next) }
    return place < viewed.count ? viewed[place] : nil
  }

  /// Reports missing output, if the user closed the window or skipped an input.
  private mutating func cut(_ what: String) {
    guard let viewer, !isOnlyViewed, !Interruption.isRequested else { return }
    if !isCut || !viewer.isClosed {
      let reason = viewer.isClosed ? "the window was closed" : "the input was skipped"
      console.report("viewfinder: \(what), because \(reason)")
    }
    isCut = true
  }

  private mutating func cutMovie(after frameCount: Int) { cut("\(path.title) was cut after \(frameCount) frames") }

  /// Whether frames are only viewed, so that some may be skipped.
  private var isOnlyViewed: Bool { viewer != nil && target == nil && !options.output.json }

  /// Returns the path to the window, if any, and the other consumers.
  ///
  /// With a window, the user can switch focus peaking on.
  private func processing(
    _ processors: [any FrameProcessor], times: JSONLinesConsumer.Times, page: Int? = nil,
    others: [any FrameConsumer] = []
  ) throws(CaptureError) -> FrameProcessing {
    var processors = processors
    var consumers: [any FrameConsumer] = []
    if let viewer {
      processors.insert(viewer.peaking, at: 0)
      consumers.append(viewer.consumer)
    }
    if options.output.json {
      consumers.append(
        JSONLinesConsumer(source: path.text, page: page, times: times) { [console] in console.write($0) })
    }
    return try FrameProcessing(processors, consumers: consumers + others) {
      [console, path] in console.fail(FileFailure($0, at: path))
    }
  }

  /// Checks that the output is of the same kind as the input.
  private func check(isMovie: Bool) throws(OutputError) {
    guard let name = options.output.output, !options.isFolder else { return }
    let path = InputPath(argument: name)
    guard !path.isStandardStream, OutputFormat(path)?.isMovie != isMovie else { return }
    throw OutputError(
      .otherKind, subject: path.text,
      reason: isMovie
        ? "cannot write a movie to a picture file"
        : "cannot write a picture to a movie file",
      hint: "use a name ending in \(isMovie ? ".mp4" : ".jpg or .png")")
  }
}

extension FileProcessingRun: InputVisitor {
  mutating func record(_ error: any Error, of input: Input) {
    if let error = error as? ProcessingError {
      processingError = error
    } else if let failure = input.failure(for: error) {
      console.fail(failure)
    }
  }

  func check(pageCount: Int) throws {
    guard options.output.output == nil || options.isFolder || pageCount == 1 else {
      throw OutputError(
        .otherKind, subject: options.output.output ?? "",
        reason: "cannot write \(pageCount) pages to one picture",
        hint: "end the name in / to write a folder of pictures")
    }
  }

  mutating func finish(_ page: PageNumber) -> Bool {
    guard page.number < page.count, processingError == nil else { return false }
    if viewer?.isClosed == true {
      cut("\(path.title) was processed up to page \(page.number)")
      return false
    }
    return !Interruption.isRequested && !console.isOutputClosed
  }

  /// Processes one picture, as a separate stream.
  mutating func process(_ picture: StillPicture) throws {
    try check(isMovie: false)
    let processors = try pictureProcessors ?? options.processing.makeForPictures()
    pictureProcessors = processors
    let page = picture.page.flatMap { $0.count > 1 ? $0 : nil }
    let name = outputNames.name(for: path, page: page, ending: OutputFormat.endingForPicture(path))
    let file = try target?.file(name: name, from: path, streamedAs: .forPicture(path))
    var processing = try processing(
      processors, times: .none, page: picture.page?.number,
      others: file.map { [PictureFileConsumer($0, renderer: options.view.renderer)] } ?? [])
    let format = "\(picture.format) \(picture.dimensions)"
    viewer?.begin(path, format)
    try processing.finish { processing in try picture.decode { try processing.take($0) } }
    console.note("\(format), \(processing.summary())", on: path)
    viewer?.waitForUser()
  }

  /// Processes one movie, frame by frame; if it is damaged, its readable part is written before the error is thrown.
  mutating func process(_ movie: MovieReader) throws { try process(movie, soundOf: movie) }

  private mutating func process(_ movie: any MovieFrameReader, soundOf original: MovieReader?) throws {
    try check(isMovie: true)
    let processors = try movieProcessors ?? processorsForMovies()
    movieProcessors = processors
    let movieProcessing = MovieProcessing(
      path: path, renderer: options.view.renderer, printsJSON: options.output.json, receiver: console)
    let file = try movieFile()
    guard let viewer else {
      try movieProcessing.run(movie, processors, to: file, soundOf: original)
      return
    }
    guard isOnlyViewed else {
      let window = viewer.movieConsumer(path, movie.info)
      var isMovieCut = false
      let frameCount = try movieProcessing.run(
        movie, [viewer.peaking] + processors, to: file, soundOf: original, shownBy: window
      ) {
        isMovieCut = window.isLeft
        return isMovieCut
      }
      if isMovieCut { cutMovie(after: frameCount) }
      return
    }
    let info = movie.info
    viewer.begin(
      path, info.format, pixelAspectRatio: info.pixelAspectRatio.value,
      clock: PlaybackClock(duration: info.duration.isNumeric ? info.duration.seconds : nil))
    let turn = viewer.turn
    var processing = try processing(processors, times: .own)
    defer { console.note("\(info.format), \(processing.frameCount) frames, \(processing.summary())", on: path) }
    try play(movie, with: &processing, in: viewer, since: turn)
  }

  /// Returns the file for the current movie; nil if none is written.
  private mutating func movieFile() throws(OutputError) -> OutputFile? {
    let name = outputNames.name(for: path, ending: OutputFormat.endingForMovie(path))
    return try target?.file(name: name, from: path, streamedAs: .stream)
  }

  /// Plays a movie in the window, where the user can pause and move.
  private mutating func play(
    _ movie: any MovieFrameReader, with processing: inout FrameProcessing, in viewer: FileViewer, since turn: Int
  ) throws {
    let name = path.title
    let start = movie.info.startTime.isNumeric ? movie.info.startTime : .zero
    let isLast = inputs.count == 0
    try processing.finish { processing in
      var position: Double? = 0
      while position != nil {
        var isFirst = true
        try movie.forEachFrame(name: name, pacing: .unpaced) { sample in
          let time = sample.presentationTimeStamp - start
          defer { isFirst = false }
          switch viewer.wait(for: time.isNumeric ? time.seconds : 0, since: turn, isFirst: isFirst) {
          case .leave: return false
          case .skip: return true
          case .show:
            try processing.take(sample)
            return true
          }
        }
        position = viewer.nextPosition(since: turn, isLast: isLast)
        if let position {
          try movie.seek(to: start + MediaTime(seconds: position, preferredTimescale: 1000), toleranceBefore: .zero)
        }
      }
    }
  }

  /// Returns the processors for movies; if frames are only viewed, detectors run in the background.
  private func processorsForMovies() throws -> [any FrameProcessor] {
    let all = try options.processing.make()
    return isOnlyViewed && !options.live.everyFrame ? all.detectorsInBackground() : all
  }
}

extension FileProcessingRun: WorkerVisitor {
  mutating func receive(
    _ reply: inout Message
  ) throws(MessageError) -> WorkerPool<WorkerLibraries>.Reception {
    switch MovieReply(rawValue: reply.kind) {
    case .movie:
      let info = try reply.movieInfo()
      do {
        // After a crash, another worker asks once more.
        if workerOutput == nil {
          try check(isMovie: true)
          workerOutput = WorkerMovieOutput(try movieFile())
        }
        shownMovie = viewer.map { ShownMovie(in: $0.movieConsumer(path, info)) }
        return .answer(workerOutput?.description ?? Message(answer: false))
      } catch {
        console.fail(FileFailure(error, at: path))
        return .answer(Message(answer: false))
      }
    case .open:
      guard let answer = workerOutput?.open() else { throw .damaged }
      return .answer(answer)
    case .frame:
      guard let answer = try shownMovie?.show(&reply) else { throw .damaged }
      return .answer(answer)
    case .object:
      console.write(Array((try reply.object().text + "\n").utf8))
      return .part
    case .progress:
      let done = try reply.count()
      console.update(done: done, of: try reply.optional { (reply) throws(MessageError) in try reply.count() })
      return .answer(Message(answer: !console.isOutputClosed && !Interruption.isRequested))
    case .note:
      let note = try reply.text()
      console.note(note, on: path)
    case .warning: console.warn(try reply.text(), on: path)
    case nil: throw .damaged
    }
    return .part
  }
}

extension OutputFormat {
  /// The supported file extensions, for messages.
  static var known: String { "." + pathExtensions.joined(separator: ", .") }

  /// The format of movies on standard output: Matroska, which can be played while it is written.
  static let stream = OutputFormat.movie("mkv")

  /// Makes the format for a path; nil if the extension is unknown.
  init?(_ path: InputPath) { self.init(path: path.bytes) }

  /// Returns the output extension for a picture: JPEG stays JPEG, others become PNG.
  static func endingForPicture(_ input: InputPath) -> String { forPicture(input) == .jpeg ? "jpg" : "png" }

  /// Returns the output format for a picture: JPEG stays JPEG, others become PNG.
  static func forPicture(_ input: InputPath) -> OutputFormat { OutputFormat(input) == .jpeg ? .jpeg : .png }

  /// Returns the output extension for a movie: the input's own, if such movies can be written.
  static func endingForMovie(_ input: InputPath) -> String {
    OutputFormat(input)?.isMovie == true ? input.ending ?? "mp4" : "mp4"
  }
}
