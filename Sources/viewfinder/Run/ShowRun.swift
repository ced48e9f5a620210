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
  private var pictures: PictureShow?
  private var movieProcessors: [any FrameProcessor]?
  private var inputs: InputQueue
  private var outputNames = OutputNames()
  private var console: Console

  /// Prepares a run.
  ///
  /// - Throws: ``InputListError`` or ``OutputError`` where it can't begin.
  init(_ options: RunCommand) throws {
    self.options = options
    limits = options.inputs.limits(bytesPerPixel: Self.bytesPerPixel)
    var queue = try options.inputs.queue(files: options.files)
    target = try options.output.output.map { target in
      try OutputTarget(InputPath(argument: target), isFolder: options.isFolder, inputs: queue.readAhead())
    }
    inputs = queue
    console = Console(options.output, unit: options.isFolder ? "inputs" : "frames")
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
    console.finish()
    return Interruption.exitStatus ?? (console.hasFailed ? 1 : 0)
  }

  private mutating func show(_ input: Input) throws {
    if let failure = input.failure { return console.fail(failure, at: input.path) }
    switch try MediaInput.open(input, limits: limits) {
    case nil: return
    case .picture(let picture):
      let name = try nameOfPicture(input)
      try pictureShow().show(picture, from: input.path, as: name, on: &console)
    case .movie(let picture) where picture.info.isStillPicture:
      let name = try nameOfPicture(input)
      try pictureShow().show(picture, from: input.path, as: name, on: &console)
    case .movie(let movie):
      try check(isMovie: true)
      let name = outputNames.name(for: input.path, ending: OutputEnding.forMovie(input.path))
      let path = try target?.path(name: name, from: input.path)
      let processors = try movieProcessors ?? options.processing.make()
      movieProcessors = processors
      try MovieShow(processors: processors, view: options.view, path: path)
        .show(movie, from: input.path, on: &console)
    }
  }

  private mutating func pictureShow() throws -> PictureShow {
    let show =
      try pictures
      ?? PictureShow(processors: options.processing.makeForPictures(), view: options.view, target: target)
    pictures = show
    return show
  }

  private mutating func nameOfPicture(_ input: Input) throws(OutputError) -> InputPath {
    try check(isMovie: false)
    return outputNames.name(for: input.path, ending: OutputEnding.forPicture(input.path))
  }

  /// A movie becomes a movie, a picture a picture.
  private func check(isMovie: Bool) throws(OutputError) {
    guard let name = options.output.output, !options.isFolder else { return }
    let path = InputPath(argument: name)
    guard (OutputEnding(path) == .movie) != isMovie else { return }
    throw OutputError(
      path: path,
      reason: isMovie
        ? "this is the name of a picture, and the input is a movie; name one that ends in .mp4"
        : "this is the name of a movie, and the input is a picture; name one that ends in .jpg or .png")
  }
}
