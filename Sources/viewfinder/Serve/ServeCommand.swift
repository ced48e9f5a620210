import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureLivePage

/// The command `viewfinder serve`, which shows a camera on a web page.
struct ServeCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Show a camera with its detections and controls on a web page.",
    usage: "viewfinder serve [--camera ID] [--listen ADDRESS:PORT] [--photos DIR] [options]",
    discussion: """
      Prints two addresses: the first can control the camera, the second can only view it. Each ends in a token \
      after #, which changes at each start and is not sent as part of an address. Programs send the token \
      themselves:

      curl -H "Authorization: Bearer TOKEN" http://127.0.0.1:8080/photo.jpg

      Available paths: /photo.jpg, /stream.mjpg (Motion JPEG) and /metadata (detections as JSON lines).

      By default, only this host can connect. For remote access, use ssh -L 8080:localhost:8080, or --listen in a \
      trusted network, because the connection is not encrypted without --certificate.

      Supports systemd socket activation: listens on all passed sockets, with two addresses each. Errors contain \
      their names (FileDescriptorName=). If standard output is the journal, which stores output and shows it to \
      other users, the addresses are written to a private file viewfinder-PORT.addresses in $RUNTIME_DIRECTORY, \
      or in $XDG_RUNTIME_DIR.

      Exit status: 1 a failure; 2 wrong usage; 130 or 143 interrupted, the current movie is finished.

      \(helpEnding)
      """)

  static let examples = [
    CommandExample("Show the default camera on a page of this host.", "viewfinder serve"),
    CommandExample("Show the synthetic camera on port 8081.", "viewfinder serve --camera synthetic --listen 8081"),
    CommandExample("Let the page take photos and record.", "viewfinder serve --photos taken --rest 60"),
    CommandExample("Publish detections, too.", "viewfinder serve --publish mqtt://broker.local/hall"),
  ]
  static let references = ["viewfinder-run(1)", "viewfinder-cameras(1)", "Documentation/live-page.md"]

  @OptionGroup(title: "Camera") var camera: CameraOptions
  @OptionGroup(title: "Camera") var size: CameraSizeOption
  @OptionGroup(title: "Camera") var format: CameraFormatOptions
  @OptionGroup(title: "Camera") var controls: ControlOptions
  @OptionGroup(title: "Camera") var saved: SavedSettingsOption
  @OptionGroup(title: "Page") var page: PageOptions
  @OptionGroup(title: "Publishing") var publishing: PublishOptions
  @OptionGroup(title: "Publishing") var commands: CommandOptions
  @OptionGroup(title: "Processing") var processing: ProcessingOptions
  @OptionGroup(title: "Output") var messages: MessageOptions
  @OptionGroup var sandbox: SandboxOptions

  /// The option for commands from a broker.
  struct CommandOptions: ParsableArguments {
    @Flag(
      help: "Take photos and record on commands from the broker's topic command; needs --publish and --photos.")
    var publishCommands = false
  }

  /// The options for processing.
  struct ProcessingOptions: ParsableArguments {
    @Option(
      name: [.customLong("with"), .customShort("w")],
      help: ArgumentHelp(
        "Run these processors, as in viewfinder run, or none.", valueName: "PROCESSORS"),
      completion: .list(ProcessorRegistry.standard.names + ["none"]))
    var with = "codes,faces"

    @OptionGroup var face: FaceModelOption

    /// The processors with the model for faces.
    var processors: String { face.processors(with) }

    func validate() throws { try face.check(with) }

    @Flag(
      help: """
        Show all frames, with detections on later ones (default: show detections on their own frame, and skip \
        frames while detectors are busy).
        """)
    var smooth = false

    @Option(
      help: ArgumentHelp("Rotate the picture clockwise by 0, 90, 180 or 270 degrees.", valueName: "DEGREES"))
    var rotate: VideoRotation = .degrees0
  }

  func check() throws {
    do { try ProcessorRegistry.standard.check(processing.processors) } catch { throw ValidationError("\(error)") }
    if publishing.publish != nil, page.rest != nil {
      throw ValidationError("--publish cannot be combined with --rest, as publishing always needs the camera.")
    }
    if commands.publishCommands, publishing.publish == nil || page.photos == nil {
      throw ValidationError("--publish-commands needs --publish and --photos.")
    }
  }

  mutating func prepare() throws -> PreparedCommand {
    #if Live
      try camera.find(sandbox)
      // Opened now, because the sandbox blocks new sockets.
      let sockets = try page.sockets()
      let place = try page.place(for: sockets)
      let folder = try page.folder()
      var sandbox = camera.sandbox
      sandbox.writable = folder.map { [$0] } ?? []
      sandbox.serves = true
      sandbox.addFaceFiles(of: processing.processors)
      sandbox.readable? += folder.map { [$0] } ?? []
      sandbox.readable? += [page.certificate, page.key].compactMap { $0.map { InputPath(argument: $0) } }
      saved.addRights(&sandbox, writes: true)
      let publishing = try publishing.prepared()
      publishing?.addRights(&sandbox)
      let tokens = try page.tokenFile.map { try TokenFile.tokens(InputPath(argument: $0)) } ?? LiveTokens()
      let hosts = PageAddresses.hostAddresses
      return self.sandbox.prepared(sandbox, reported: messages.verbose) { [self] in
        try ServeRun(self, sockets, place, tokens, hosts: hosts, folder, publishing).run()
      }
    #else
      throw CommandError(
        .leftOut, subject: "serve", reason: "this build does not contain the command",
        hint: "build with swift build --traits Live, or install a package that contains it")
    #endif
  }
}

extension CommandError.Code {
  /// The command is not part of this build.
  static var leftOut: Self { Self("leftOut") }
}
