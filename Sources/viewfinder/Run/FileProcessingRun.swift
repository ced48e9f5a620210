import OpenCaptureSystem
import OpenCaptureCommandSupport
import OpenCapture

/// A run that processes all inputs in order.
struct FileProcessingRun {
  /// The memory for the picture and its view in BGRA, its luma, and an equally large output, in bytes per pixel.
  private static let bytesPerPixel = 14

  let options: RunCommand
  private let limits: PictureLimits
  private let target: OutputTarget?
  /// The processors for pictures, made at the first picture because detectors load slowly.
  private var pictureProcessors: [any FrameProcessor]?
  private var movieProcessors: [any FrameProcessor]?
  /// The processors for movies, made at the first movie.
  private var inputs: InputQueue
  private var outputNames = OutputNames()
  let console: Console
  /// The window's part in the run; nil without a window.
  var viewer: FileViewer?
  /// Whether output is missing because the user closed the window or skipped an input.
  private var isCut = false

  /// Prepares a run.
  ///
  /// - Throws: ``CommandError`` or ``OutputError`` if the run cannot start.
  init(_ options: RunCommand) throws {
    self.options = options
    limits = options.inputs.limits(bytesPerPixel: Self.bytesPerPixel)
    var queue = try options.inputs.queue(files: options.files, of: "viewfinder")
    target = try options.output.output.map { target in
      try OutputTarget(InputPath(argument: target), isFolder: options.isFolder, inputs: queue.readAhead())
    }
    queue.readShortList()
    inputs = queue
    console = options.output.console(unit: options.isFolder ? "inputs" : "frames")
  }

  /// The sandbox rights that the run needs.
  var sandbox: Sandbox {
    var sandbox = Sandbox(readable: inputs.places)
    sandbox.writable = target?.places ?? []
    return sandbox
  }

  /// Runs until the inputs end or the user interrupts.
  ///
  /// - Returns: The exit status.
  /// - Throws: ``ProcessingError`` if a processor cannot be made.
  mutating func run() throws -> Int32 {
    var done = 0
    var total = inputs.count
    while !Interruption.isRequested, !console.isOutputClosed, let input = inputs.next() {
      do {
        try show(input)
      } catch let error as ProcessingError {
        throw error
      } catch {
        if let failure = input.failure(for: error) { console.fail(failure) }
      }
      done += 1
      total = total ?? inputs.count.map { $0 + done }
      if options.isFolder { console.update(done: done, of: total) }
    }
    if inputs.count != 0, viewer?.isClosed == true { cut("not all inputs were processed") }
    console.finish()
    return Interruption.exitStatus ?? (isCut ? Interruption.userExitStatus : console.hasFailed ? 1 : 0)
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

  private mutating func show(_ input: Input) throws {
    if let failure = input.failure { return console.fail(FileFailure(failure, at: input.path)) }
    switch try MediaInput.open(input, limits: limits) {
    case nil: return
    case .picture(let picture):
      let info = try picture.info()
      try showPicture(CaptureFileInput(picture, pacing: .stepped), "\(info.format) \(info.dimensions)", input)
    case .pages(let pages): try showPages(pages, input)
    case .movie(let picture) where picture.info.isStillPicture:
      let info = picture.info
      try showPicture(
        CaptureFileInput(picture, name: input.path.title, pacing: .stepped), "\(info.codecName) \(info.dimensions)",
        input)
    case .movie(let movie): try showMovie(movie, input)
    }
  }

  /// Processes page by page; a page that fails does not affect the others.
  private mutating func showPages(_ pages: PicturePages, _ input: Input) throws {
    guard options.output.output == nil || options.isFolder || pages.count == 1 else {
      throw OutputError(
        .otherKind, subject: options.output.output ?? "",
        reason: "cannot write \(pages.count) pages to one picture",
        hint: "end the name in / to write a folder of pictures")
    }
    for number in 1...pages.count {
      if viewer?.isClosed == true { return cut("\(input.path.title) was processed up to page \(number - 1)") }
      guard !Interruption.isRequested, !console.isOutputClosed else { return }
      do {
        let page = try CaptureFileInput(page: number, of: pages, pacing: .stepped)
        let place = pages.count > 1 ? " page \(number)" : ""
        try showPicture(
          page, "\(pages.format)\(place) \(pages.dimensions(ofPage: number))", input, page: number, of: pages.count)
      } catch let error as ProcessingError {
        throw error
      } catch {
        if let failure = input.failure(for: error) { console.fail(failure) }
      }
    }
  }

  /// Processes one picture.
  private mutating func showPicture(
    _ picture: CaptureFileInput, _ format: String, _ input: Input, page: Int? = nil, of pageCount: Int = 1
  ) throws {
    try check(isMovie: false)
    let processors = try pictureProcessors ?? options.processing.makeForPictures()
    pictureProcessors = processors
    let ending = OutputFormat.endingForPicture(input.path)
    let name = outputNames.name(for: input.path, page: pageCount > 1 ? page : nil, ending: ending)
    let file = try target?.file(name: name, from: input.path, streamedAs: .forPicture(input.path))
    let output = file.map { PictureFileConsumer($0, renderer: options.view.renderer) }
    // Each picture is a separate stream.
    var show = try Show(
      watched(processors),
      others: windowConsumers + lines(of: input, .none, page: page)
        + [output].compactMap { $0.map { $0 as any FrameConsumer } })
    viewer?.begin(input.path, format)
    try run(&show, picture, input, isMovie: false)
    console.note("\(format), \(show.summary)", on: input.path)
    viewer?.waitForUser()
  }

  /// Whether frames are only viewed, so that some may be skipped.
  private var isOnlyViewed: Bool { viewer != nil && target == nil && !options.output.json }

  /// Returns the processors for movies; if frames are only viewed, detectors run in the background.
  private func processorsForMovies() throws -> [any FrameProcessor] {
    let all = try options.processing.make()
    return isOnlyViewed && !options.live.everyFrame ? all.detectorsInBackground() : all
  }

  /// Returns the processors, and focus peaking if a window can switch it on.
  private func watched(_ processors: [any FrameProcessor]) -> [any FrameProcessor] {
    [viewer?.peaking].compactMap { $0.map { $0 as any FrameProcessor } } + processors
  }

  /// The window's consumer; empty without a window.
  private var windowConsumers: [any FrameConsumer] {
    [viewer?.consumer].compactMap { $0.map { $0 as any FrameConsumer } }
  }

  /// Processes one movie, frame by frame.
  private mutating func showMovie(_ movie: MovieReader, _ input: Input) throws {
    try check(isMovie: true)
    let info = movie.info
    let processors = try movieProcessors ?? processorsForMovies()
    movieProcessors = processors
    let name = outputNames.name(for: input.path, ending: OutputFormat.endingForMovie(input.path))
    let file = try target?.file(name: name, from: input.path, streamedAs: .stream)
    if file != nil { LargeAllocations.returnToSystem() }
    var show = try Show(
      watched(processors),
      hindsight: isOnlyViewed ? 0 : MovieLookahead.frames(of: info, isWritten: file != nil),
      movie: file.map {
        MovieFileConsumer(
          $0, renderer: options.view.renderer, frameRate: info.nominalFrameRate ?? 30, soundOf: movie)
      },
      others: windowConsumers + lines(of: input, .own))
    viewer?.begin(
      input.path, "\(info.codecName) \(info.dimensions)", pixelAspectRatio: info.pixelAspectRatio.value)
    defer {
      console.note(
        "\(info.codecName) \(info.dimensions), \(show.frameCount) frames, \(show.summary)", on: input.path)
    }
    try run(
      &show, CaptureFileInput(movie, name: input.path.title, pacing: viewer == nil ? .unpaced : .realTime), input,
      isMovie: true, frameCount: info.estimatedFrameCount)
    if let settings = show.movieSettings { console.note("written as \(settings)", on: input.path) }
    if let damage = show.movieSoundDamage { report(damage, ofSoundIn: input) }
  }

  /// Reports why a movie lacks sound; an unsupported codec or encryption is only a warning.
  private func report(_ damage: MovieError, ofSoundIn input: Input) {
    guard let failure = input.failure(for: damage) else { return }
    if damage.code == .unsupportedCodec || damage.code == .encrypted {
      console.warn(failure.reason, on: input.path)
    } else {
      console.fail(failure)
    }
  }

  /// Processes a stream to its end; if it is damaged, its readable part is written before the error is thrown.
  private mutating func run(
    _ show: inout Show, _ file: CaptureFileInput, _ input: Input, isMovie: Bool, frameCount: Int? = nil
  ) throws {
    let viewer = viewer
    let turn = viewer?.turn ?? 0
    var hasProceeded = false
    do {
      try MediaFeed(file).run { sample in
        try show.take(sample, from: input.path, on: console)
        if isMovie { console.update(done: show.frameCount, of: frameCount) }
        hasProceeded = viewer?.hasProceeded(since: turn) ?? false
        return !console.isOutputClosed && !hasProceeded
      }
    } catch {
      try show.finish(from: input.path, on: console)
      throw error
    }
    try show.finish(from: input.path, on: console)
    if isMovie, hasProceeded { cut("\(input.path.title) was cut after \(show.frameCount) frames") }
  }

  /// Returns the consumer that prints detections, if requested.
  private func lines(of input: Input, _ times: JSONLinesConsumer.Times, page: Int? = nil) -> [any FrameConsumer] {
    guard options.output.json else { return [] }
    return [JSONLinesConsumer(source: input.path.text, page: page, times: times) { [console] in console.write($0) }]
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
