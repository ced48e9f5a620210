import ArgumentParser
import OpenCaptureCommandSupport
import OpenCapture

/// The command `viewfinder run`, which processes and shows cameras, movies and pictures.
struct RunCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Find faces and codes in cameras, movies and pictures.",
    usage: """
      viewfinder [options]
      viewfinder [run] [--with PROCESSORS] [options] FILE… [-o OUT]
      viewfinder [run] --camera ID [--with PROCESSORS] [options] [-o OUT]
      viewfinder [run] --stream [--with PROCESSORS] [options] < REQUESTS
      """,
    discussion: """
      Without arguments, the default camera is shown. Without -o and --json, a window opens; press ? there to list \
      its keys. It offers focus and exposure by click, photos, recording, camera selection, zoom, focus peaking \
      and more.

      Supported pictures: JPEG, PNG and PNM (PBM, PGM, PPM). FFmpeg adds movies and more picture formats, libtiff \
      adds TIFF, libheif adds HEIC and AVIF, and Poppler adds PDF, page by page. The type is detected from the \
      content, not from the name. Detections are outlined in the picture, and printed with --json. Inputs are \
      never overwritten.

      With --stream, each request gets exactly one final line with its id and a status: ok (even if nothing was \
      found), damaged (partly processed), failed or timeout. Before it, movies and documents of several pages can \
      get lines with "partial":true.

      Exit status: 0 success; 1 a failure, the rest was processed; 2 wrong usage; 130 interrupted, or the window \
      was closed before all output was written. The current frame is finished, and the output until then is \
      playable. With --stream: 0 all requests answered, even if inputs failed; 1 requests cannot be read or \
      answers cannot be written.

      \(helpEnding)
      """)

  static let examples = [
    CommandExample("Show the default camera with faces and codes outlined.", "viewfinder"),
    CommandExample("Show the built-in synthetic camera.", "viewfinder --camera synthetic"),
    CommandExample("Outline the faces and codes in a movie.", "viewfinder party.mp4 -o found.mp4"),
    CommandExample("Print the codes in a movie as JSON.", "viewfinder --with codes --json party.mp4"),
    CommandExample("Scale the pictures in a folder.", "viewfinder -r Pictures --with none --size 640x360 -o small"),
  ]
  static let references = ["viewfinder-processors(1)", "scan-qr(1)", "Documentation/viewfinder.md"]

  @Argument(
    help: ArgumentHelp(
      "Read these movies and pictures; - is standard input. Put names that begin with a dash after --.",
      valueName: "FILE"), completion: .file())
  var files: [String] = []

  @OptionGroup(title: "Inputs") var inputs: InputOptions
  @OptionGroup(title: "Many inputs") var many: StreamOptions
  @OptionGroup(title: "Many inputs") var work: WorkOptions
  @OptionGroup(title: "Camera") var camera: CameraOptionsFor<ViewedFrames>
  @OptionGroup(title: "Camera") var format: CameraFormatOptions
  @OptionGroup(title: "Camera") var live: LiveOptions
  @OptionGroup(title: "Camera") var saved: SavedSettingsOption
  @OptionGroup(title: "Processing") var processing: ProcessingOptions
  @OptionGroup(title: "View") var view: ViewOptions
  @OptionGroup(title: "Window") var window: WindowOptions
  @OptionGroup(title: "Publishing") var publishing: PublishOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var messages: MessageOptions
  @OptionGroup var isolation: IsolationOptions
  @OptionGroup var sandbox: SandboxOptions

  /// The option for concurrent requests.
  struct WorkOptions: ParsableArguments {
    @Option(
      name: [.customShort("j", allowingJoined: true), .long],
      help: ArgumentHelp("Process N inputs at once with --stream (default: one per core).", valueName: "N"))
    var jobs: Int?
  }

  /// The options for processing.
  struct ProcessingOptions: ParsableArguments {
    @Option(
      name: [.customLong("with"), .customShort("w")],
      help: ArgumentHelp(
        """
        Run these processors in order, each with its options after a colon: faces,codes:types=all or \
        scale:by=2,zebra:color=yellow; or none. List them all with viewfinder processors.
        """, valueName: "PROCESSORS"),
      completion: .list(ProcessorRegistry.standard.names + ["none"]))
    var with = "faces,codes"

    @OptionGroup var face: FaceModelOption

    /// The processors with the model for faces.
    var processors: String { face.processors(with) }

    func validate() throws { try face.check(with) }

    /// Makes the processors for a stream.
    ///
    /// - Throws: ``ProcessingError`` that lists the available processors.
    func make() throws -> [any FrameProcessor] { try ProcessorRegistry.standard.makeAll(processors) }

    /// Makes the processors for pictures.
    ///
    /// - Throws: ``ProcessingError`` that lists the available processors.
    func makeForPictures() throws -> [any FrameProcessor] {
      try ProcessorRegistry.standardForPictures.makeAll(processors)
    }
  }

  /// The options for the output.
  struct OutputOptions: ParsableArguments {
    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        """
        Write to OUT, the same kind as the input: a picture or a movie; a folder for several inputs; - for \
        standard output, with movies as Matroska; camera:NAME or a /dev/video of v4l2loopback for a camera that \
        other programs can open.
        """,
        valueName: "OUT"),
      completion: .file())
    var output: String?

    @Flag(help: "Overwrite existing files.")
    var force = false

    @Flag(
      help: """
        Print one JSON object per line for each detection, in pixels of the upright picture, regardless of the \
        view.
        """)
    var json = false
  }

  func check() throws {
    try inputs.validate(
      files: files, isStream: many.stream, camera: showsDefaultCamera ? CameraCatalog.defaultName : camera.camera)
    try many.check(
      excluding: [
        "--output": output.output != nil, "--json": output.json, "--show": window.show,
        "--publish": publishing.publish != nil,
      ])
    if !many.stream, many.deadline != nil || many.shard != .all || work.jobs != nil {
      throw ValidationError("--deadline, --shard and --jobs need --stream.")
    }
    if let jobs = work.jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
    if publishing.publish != nil, camera.camera == nil { throw ValidationError("--publish needs --camera.") }
    if output.output == "-" { try checkStream() }
    if let shown = output.output.flatMap(LiveOutput.Camera.init) { try check(shown) }
    if let target = output.output, target != "-", !isFolder, camera.camera == nil {
      guard OutputFormat(InputPath(argument: target)) != nil else {
        throw ValidationError("Unknown output format: \(target) (use \(OutputFormat.known)).")
      }
    }
    if let target = output.output, isFolder { try inputs.checkFolder(target) }
    do { try ProcessorRegistry.standard.check(processing.processors) } catch { throw ValidationError("\(error)") }
  }

  /// Checks the options for a camera that other programs read.
  private func check(_ shown: LiveOutput.Camera) throws {
    switch shown {
    case .device(let path):
      if camera.camera == nil { throw ValidationError("-o \(path) needs --camera.") }
    case .named(let name):
      if camera.camera == nil { throw ValidationError("-o camera:NAME needs --camera.") }
      if name.isEmpty || name.contains(where: { $0 < " " || $0 == "/" }) {
        throw ValidationError("-o camera:NAME needs a name without slashes and control characters.")
      }
    }
  }

  /// Checks the options for one picture or movie on standard output.
  private func checkStream() throws {
    if output.json { throw ValidationError("-o - cannot be combined with --json: both use standard output.") }
    if isFolder { throw ValidationError("Standard output takes only one input. Name a folder for several inputs.") }
    guard StandardStream.output.isTerminal else { return }
    throw ValidationError(
      "Standard output is a terminal. Write to a file or a pipe, for example with … -o - | mpv -.")
  }

  /// Whether frames are only viewed, so that a window must be shown.
  private var hasNoOutput: Bool { output.output == nil && !output.json && publishing.publish == nil }

  /// Whether a window is shown: on request, or without other output.
  var isShown: Bool { window.show || hasNoOutput }

  /// Whether the command line names neither inputs nor output.
  private var showsDefaultCamera: Bool {
    camera.camera == nil && files.isEmpty && !inputs.hasSeveralInputs(files: []) && !many.stream && hasNoOutput
  }

  /// The initial look of the window.
  var look: WindowInteraction.Look {
    WindowInteraction.Look(
      videoGravity: view.gravity.videoGravity, isMirrored: view.mirror, isFullScreen: window.fullScreen)
  }

  /// Whether several inputs or pages each have their own output.
  var isFolder: Bool { inputs.writesToFolder(files: files, output: output.output) }

  mutating func prepare() throws -> PreparedCommand {
    if many.stream { return try prepareStream() }
    if showsDefaultCamera { camera.camera = CameraCatalog.defaultName }
    try camera.find(isolation: isolation.isolation, sandbox)
    return try camera.camera == nil ? prepareFiles() : prepareCamera()
  }

  private func prepareFiles() throws -> PreparedCommand {
    let run = try FileProcessingRun(self)
    // Without a usable input, its error is reported instead of a window.
    let window = isShown && run.hasUsableInput ? try openWindow() : nil
    return prepared(run.sandbox, window) { [self] in
      guard let window else {
        var run = run
        return try run.run()
      }
      return try FileViewer(window, self).run(run)
    }
  }

  private func prepareCamera() throws -> PreparedCommand {
    if isShown { try camera.check() }
    let window = isShown ? try openWindow() : nil
    let output = try LiveOutput(self)
    let publishing = try publishing.prepared()
    var sandbox = camera.sandbox
    sandbox.writable = output.places
    sandbox.encodesLive = self.output.output != nil && output.camera == nil
    if case .named? = output.camera { sandbox.usesPipeWire = true }
    publishing?.addRights(&sandbox)
    saved.addRights(&sandbox, writes: window != nil)
    if window != nil {
      _ = try PhotoDestination.folder(self.window.folder).prepared()
      sandbox.writable.append(self.window.folder)
      sandbox.usesMicrophones = true
    }
    return prepared(sandbox, window) { [self] in
      guard let window else { return try processLive(output, publishing) }
      return try CameraWindow(self, window).run(output, publishing)
    }
  }

  /// Opens the window before other threads start and before the sandbox blocks the display.
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
    sandbox.usesWindow = window != nil
    sandbox.addFaceFiles(of: processing.processors)
    return self.sandbox.prepared(sandbox, reported: messages.verbose, work: work)
  }
}
