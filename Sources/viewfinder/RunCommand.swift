import ArgumentParser
import OpenCaptureCommandSupport
import OpenCapture

/// `viewfinder run`: pictures through processors, and out again.
struct RunCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Find faces, codes and what is in focus in cameras, movies and pictures, and show it.",
    usage: """
      viewfinder [run] [--with PROCESSORS] [options] FILE… [-o OUT]
      viewfinder [run] --camera ID [--with PROCESSORS] [options] [-o OUT]
      viewfinder [run] --stream [--with PROCESSORS] [options] < REQUESTS
      """,
    discussion: """
      Without -o and --json, it is shown in a window, where ? lists the keys: focus and expose by a click, photo, \
      recording, next camera, zoom, focus peaking and more.

      Pictures are JPEG, PNG and PNM (PBM, PGM, PPM), others and movies what FFmpeg reads, TIFF what libtiff does, HEIC \
      and AVIF what libheif does, PDF what Poppler does, page by page; the content tells, not the name. What \
      processors find is outlined in the picture, and printed with --json. An input is never overwritten.

      With --stream, every request gets exactly one line, with its id and a status: ok (also where nothing was found), \
      damaged (some of it was looked at), failed or timeout. Movies and documents of several pages give lines with \
      "partial":true before.

      Exit status: 0 done; 1 something failed, the rest was done; 2 wrong usage; 130 interrupted, or ended by \
      closing the window before all was written or printed (a file's end, --duration), after the frame at hand: what \
      was written until then can be played. With --stream, 0 at the end of the requests whatever became of them, 1 \
      where they can't be read or answered.
      """)

  @Argument(
    help: ArgumentHelp(
      "Movies and pictures to read; - is standard input; names that begin with a dash go behind --.",
      valueName: "FILE"), completion: .file())
  var files: [String] = []

  @OptionGroup(title: "Inputs") var inputs: InputOptions
  @OptionGroup(title: "Many inputs") var many: StreamOptions
  @OptionGroup(title: "Many inputs") var work: WorkOptions
  @OptionGroup(title: "Camera") var camera: CameraOptions
  @OptionGroup(title: "Camera") var live: LiveOptions
  @OptionGroup(title: "Processing") var processing: ProcessingOptions
  @OptionGroup(title: "View") var view: ViewOptions
  @OptionGroup(title: "Window") var window: WindowOptions
  @OptionGroup(title: "Publishing") var publishing: PublishOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup var sandbox: SandboxOptions

  /// How requests are shared out.
  struct WorkOptions: ParsableArguments {
    @Option(
      name: [.customShort("j", allowingJoined: true), .long],
      help: ArgumentHelp("With --stream, work on N inputs at once; default one per core.", valueName: "N"))
    var jobs: Int?
  }

  /// What is done with pictures.
  struct ProcessingOptions: ParsableArguments {
    @Option(
      name: [.customLong("with"), .customShort("w")],
      help: ArgumentHelp(
        """
        What to do, in this order, each with its options: faces,codes:types=all or scale:by=2,zebra:color=yellow; \
        none for nothing. viewfinder processors lists them and all their options.
        """, valueName: "PROCESSORS"),
      completion: .list(ProcessorRegistry.standard.names + ["none"]))
    var with = "faces"

    /// Makes the processors for a stream.
    ///
    /// - Throws: ``ProcessingError``, which says what there is.
    func make() throws -> [any FrameProcessor] { try ProcessorRegistry.standard.makeAll(with) }

    /// Makes the processors for pictures.
    ///
    /// - Throws: ``ProcessingError``, which says what there is.
    func makeForPictures() throws -> [any FrameProcessor] {
      try ProcessorRegistry.standardForPictures.makeAll(with)
    }
  }

  /// What is written.
  struct OutputOptions: ParsableArguments {
    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        """
        What to write: a picture of a picture, a movie of a movie; a folder where there are several inputs; - is \
        standard output, where movies are Matroska.
        """,
        valueName: "OUT"),
      completion: .file())
    var output: String?

    @Flag(
      help: "Print a JSON object a line for what was found, in pixels of the upright picture, whatever the view.")
    var json = false

    @Flag(name: .shortAndLong, help: "No progress, and no messages about inputs that fail.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Say on standard error what each input is, and how long each processor took.")
    var verbose = false

    /// What says things as these options want.
    func console(unit: String) -> Console {
      Console("viewfinder", unit: unit, isQuiet: quiet, isVerbose: verbose)
    }
  }

  func check() throws {
    if many.stream {
      try checkRequests()
    } else if many.deadline != nil || many.shard != .all || work.jobs != nil {
      throw ValidationError("--deadline, --shard and --jobs are for --stream.")
    } else if camera.camera == nil {
      if publishing.publish != nil { throw ValidationError("--publish is for --camera.") }
      try inputs.validate(files: files)
    } else if !files.isEmpty || inputs.areSeveral(files: []) {
      throw ValidationError("--camera and files exclude each other.")
    }
    if output.output == "-" { try checkStream() }
    if output.quiet, output.verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
    if let target = output.output, target != "-", !isFolder, camera.camera == nil {
      guard OutputFormat(InputPath(argument: target)) != nil else {
        throw ValidationError("'\(target)' says no format: end it in one of \(OutputFormat.known).")
      }
    }
    do { try ProcessorRegistry.standard.check(processing.with) } catch { throw ValidationError("\(error)") }
  }

  /// Requests come through standard input, and answers go through standard output, and nothing else does.
  private func checkRequests() throws {
    if !files.isEmpty || inputs.areSeveral(files: []) || camera.camera != nil {
      throw ValidationError("--stream takes requests from standard input, and no files or cameras beside them.")
    }
    let excluded = [
      ("--output", output.output != nil), ("--json", output.json), ("--show", window.show),
      ("--publish", publishing.publish != nil),
    ]
    if let (name, _) = excluded.first(where: \.1) {
      throw ValidationError("--stream and \(name) exclude each other.")
    }
    if let jobs = work.jobs, jobs < 1 { throw ValidationError("--jobs must be above 0.") }
    try inputs.validateLimits()
  }

  /// Standard output takes one picture or movie, and nothing else then.
  private func checkStream() throws {
    if output.json { throw ValidationError("-o - and --json exclude each other: both are standard output.") }
    if isFolder { throw ValidationError("-o - takes one input: name a folder for several.") }
    guard StandardStream.output.isTerminal else { return }
    throw ValidationError("-o - writes no letters: send it to a program or a file, such as with … -o - | mpv -.")
  }

  /// Whether there is a window: where that is asked for, and where there would be nothing else.
  var isShown: Bool { window.show || (output.output == nil && !output.json && publishing.publish == nil) }

  /// How things are shown at first.
  var look: WindowInteraction.Look {
    WindowInteraction.Look(
      videoGravity: view.gravity.videoGravity, isMirrored: view.mirror, isFullScreen: window.fullScreen)
  }

  /// Whether there is an output for each of several inputs or pages.
  var isFolder: Bool { inputs.areIntoFolder(files: files, output: output.output) }

  func prepare() throws -> PreparedCommand {
    if many.stream { return try prepareStream() }
    var command = self
    try command.camera.find()
    return try command.prepareFound()
  }

  /// Once it is known which camera is meant.
  private func prepareFound() throws -> PreparedCommand {
    let window = isShown ? try openWindow() : nil
    guard let name = camera.camera else {
      let run = try ShowRun(self)
      return prepared(run.sandbox, window) {
        guard let window else {
          var run = run
          return try run.run()
        }
        return try FileWindow(run, self, window).run()
      }
    }
    let output = try LiveOutput(self)
    let publishing = try publishing.prepared()
    var sandbox = camera.sandbox
    (sandbox.writable, sandbox.encodesLive) = (output.places, self.output.output != nil)
    publishing?.widen(&sandbox)
    if window != nil { _ = try PhotoPlace.folder(self.window.folder).prepared() }
    return prepared(sandbox, window) {
      guard let window else { return try LiveShow(name, self, output, publishing).run() }
      return try CameraWindow(name, self, window).run(output, publishing)
    }
  }

  /// Opens the window, before there is another thread, and while there still is a way to the display.
  private func openWindow() throws(CommandError) -> PreviewWindow {
    let title = camera.camera ?? files.first.map { InputPath(argument: $0).title } ?? "viewfinder"
    do throws(WindowError) {
      let usual = VideoDimensions(width: 1280, height: 720)
      return try PreviewWindow(title: title, dimensions: view.size ?? usual)
    } catch {
      throw CommandError(.noWindow, subject: error.subject, error)
    }
  }

  private func prepared(
    _ sandbox: Sandbox, _ window: PreviewWindow?, work: @escaping () throws -> Int32
  ) -> PreparedCommand {
    var sandbox = sandbox
    if window != nil {
      sandbox.usesWindow = true
      if camera.camera != nil {
        sandbox.writable.append(self.window.folder)
        sandbox.usesMicrophones = true
      }
    }
    sandbox.readable? += CascadeSearch().folders.map { InputPath($0) }
    return PreparedCommand(sandbox: self.sandbox.granted(sandbox)) { state in
      if output.verbose { StandardStream.error.writeLine(state.words) }
      return try work()
    }
  }
}
