import CommandSupport
import OpenCapture

/// Shows all inputs one after the other.
struct ShowRun {
  let options: RunCommand
  private let limits: PictureLimits
  private let target: OutputTarget?
  private var inputs: InputQueue
  private var outputNames = OutputNames(ending: PictureEnding.ending)
  private var console: Console

  /// Prepares a run.
  ///
  /// - Throws: ``InputListError`` or ``OutputError`` where it can't begin.
  init(_ options: RunCommand) throws {
    self.options = options
    limits = options.inputs.limits
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
  mutating func run() throws -> Int32 {
    var (done, total) = (0, inputs.count)
    while !Interruption.isRequested, !console.isOutputClosed, let input = inputs.next() {
      do {
        try show(input)
      } catch {
        if let failure = input.failure(for: error) { console.fail(failure, at: input.path) }
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
    let name = outputNames.name(for: input.path)
    switch try MediaInput.open(input.path, limits: limits) {
    case nil: return
    case .picture(let picture):
      try PictureShow(processors: options.processing.make(), view: options.view, target: target)
        .show(picture, from: input.path, as: name, on: &console)
    case .movie(let movie):
      try MovieShow(processors: options.processing.make(), view: options.view)
        .show(movie, from: input.path, on: &console)
    }
  }
}
