import OpenCaptureSystem
import OpenCaptureCommandSupport
import OpenCapture

/// Shows all inputs one after the other.
struct ShowRun {
  /// The picture and its view in BGRA, its luma, and what is written, which can be as large as what is shown.
  private static let bytesPerPixel = 14

  let options: RunCommand
  private let limits: PictureLimits
  private let target: OutputTarget?
  /// Made when their turn comes: what finds things takes its time to begin with.
  private var pictureProcessors: [any FrameProcessor]?
  private var movieProcessors: [any FrameProcessor]?
  private var inputs: InputQueue
  private var outputNames = OutputNames()
  let console: Console
  /// Who looks on, if anybody does.
  var viewer: FileViewer?
  /// Whether less is written or printed than was asked for, because who looks on had seen enough.
  private var isCut = false

  /// Prepares a run.
  ///
  /// - Throws: ``CommandError`` or ``OutputError`` where it can't begin.
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

  /// What it needs.
  var sandbox: Sandbox {
    var sandbox = Sandbox(readable: inputs.places)
    sandbox.writable = target?.places ?? []
    return sandbox
  }

  /// Works until the inputs end or the person interrupts.
  ///
  /// - Returns: The exit status.
  /// - Throws: ``ProcessingError`` where a processor can't be made.
  mutating func run() throws -> Int32 {
    var (done, total) = (0, inputs.count)
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
    if inputs.count != 0, viewer?.isClosed == true { cut("not all inputs are done") }
    console.finish()
    return Interruption.exitStatus ?? (isCut ? Interruption.statusByHand : console.hasFailed ? 1 : 0)
  }

  /// Says that less is written or printed than was asked for, where that is so because who looks on had seen enough.
  private mutating func cut(_ what: String) {
    guard let viewer, !isLookedAtAlone, !Interruption.isRequested else { return }
    if !isCut || !viewer.isClosed {
      let reason = viewer.isClosed ? "the window was closed" : "the next was asked for"
      console.tell("viewfinder: \(what), because \(reason)")
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

  /// Shows page by page; one that fails doesn't keep the others from being shown.
  private mutating func showPages(_ pages: PicturePages, _ input: Input) throws {
    guard options.output.output == nil || options.isFolder || pages.count == 1 else {
      throw OutputError(
        .otherKind, subject: options.output.output ?? "",
        reason: "this is the name of one picture, and the input has \(pages.count) pages",
        remedy: "end it in / for a folder of them")
    }
    for number in 1...pages.count {
      if viewer?.isClosed == true { return cut("\(input.path.title) is done up to page \(number - 1)") }
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

  /// Shows one picture.
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
    // Each picture is a stream of its own.
    var show = try Show(
      watched(processors),
      others: onlookers + lines(of: input, .none, page: page)
        + [output].compactMap { $0.map { $0 as any FrameConsumer } })
    viewer?.begin(input.path, format)
    try run(&show, picture, input, isMovie: false)
    console.note("\(format), \(show.summary)", on: input.path)
    viewer?.waitForPerson()
  }

  /// Whether nothing is written and nothing printed, for which each frame would matter.
  private var isLookedAtAlone: Bool { viewer != nil && target == nil && !options.output.json }

  /// What finds things is slow; where somebody looks on, the movie goes on meanwhile.
  private func processorsForMovies() throws -> [any FrameProcessor] {
    let all = try options.processing.make()
    return isLookedAtAlone && !options.live.everyFrame ? all.detachingDetectors() : all
  }

  /// The processors, and what somebody who looks on can switch on.
  private func watched(_ processors: [any FrameProcessor]) -> [any FrameProcessor] {
    [viewer?.peaking].compactMap { $0.map { $0 as any FrameProcessor } } + processors
  }

  /// Who sees the frames beside those who write.
  private var onlookers: [any FrameConsumer] {
    [viewer?.consumer].compactMap { $0.map { $0 as any FrameConsumer } }
  }

  /// Shows one movie, frame by frame.
  private mutating func showMovie(_ movie: MovieReader, _ input: Input) throws {
    try check(isMovie: true)
    let info = movie.info
    let processors = try movieProcessors ?? processorsForMovies()
    movieProcessors = processors
    let name = outputNames.name(for: input.path, ending: OutputFormat.endingForMovie(input.path))
    let file = try target?.file(name: name, from: input.path, streamedAs: .stream)
    if file != nil { LargeBlocks.giveBack() }
    var show = try Show(
      watched(processors),
      hindsight: isLookedAtAlone ? 0 : MovieHindsight.frames(of: info, isWritten: file != nil),
      movie: file.map {
        MovieFileConsumer(
          $0, renderer: options.view.renderer, frameRate: info.nominalFrameRate ?? 30, soundOf: movie)
      },
      others: onlookers + lines(of: input, .own))
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

  /// Says why a movie has not all of its original's sound; sound in a codec that is not read, or encrypted, is no damage.
  private func report(_ damage: MovieError, ofSoundIn input: Input) {
    guard let failure = input.failure(for: damage) else { return }
    if damage.code == .unsupportedCodec || damage.code == .encrypted {
      console.warn(failure.reason, on: input.path)
    } else {
      console.fail(failure)
    }
  }

  /// Shows a stream to its end; where it is damaged, what is readable is shown and written before the error is thrown.
  private mutating func run(
    _ show: inout Show, _ file: CaptureFileInput, _ input: Input, isMovie: Bool, frameCount: Int? = nil
  ) throws {
    let (viewer, turn) = (viewer, viewer?.turn ?? 0)
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
    if isMovie, hasProceeded { cut("\(input.path.title) is cut after \(show.frameCount) frames") }
  }

  /// What prints objects, where that was asked for.
  private func lines(of input: Input, _ times: JSONLinesConsumer.Times, page: Int? = nil) -> [any FrameConsumer] {
    guard options.output.json else { return [] }
    return [JSONLinesConsumer(source: input.path.text, page: page, times: times) { [console] in console.write($0) }]
  }

  /// A movie becomes a movie, a picture a picture.
  private func check(isMovie: Bool) throws(OutputError) {
    guard let name = options.output.output, !options.isFolder else { return }
    let path = InputPath(argument: name)
    guard !path.isStandardStream, OutputFormat(path)?.isMovie != isMovie else { return }
    throw OutputError(
      .otherKind, subject: path.text,
      reason: isMovie
        ? "this is the name of a picture, and the input is a movie"
        : "this is the name of a movie, and the input is a picture",
      remedy: "name one that ends in \(isMovie ? ".mp4" : ".jpg or .png")")
  }
}
