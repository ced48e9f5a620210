import ArgumentParser
import Glibc
import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureLivePage

/// `viewfinder serve`: a camera on a page of the Web.
struct ServeCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Show a camera on a page, with what is found in it and its controls.",
    usage: "viewfinder serve [--camera ID] [--listen ADDRESS:PORT] [--photos DIR] [options]",
    discussion: """
      Standard output gets two addresses once it listens: who opens the first can control the camera, who opens the \
      second can look. Each has a token behind its #, which is made anew at each start and never sent as part of an \
      address. Programs show it themselves:

      curl -H "Authorization: Bearer TOKEN" http://127.0.0.1:8080/photo.jpg

      There are /photo.jpg, /stream.mjpg (Motion JPEG) and /metadata (what is found, as lines of JSON).

      Only this machine gets there unless --listen says otherwise: over ssh -L 8080:localhost:8080, or by a network that \
      can be trusted, because what is sent can be read on the way.

      Sockets of systemd's are listened to where they are handed over, all of them, with two addresses each; what their \
      units call them (FileDescriptorName=) stands in errors. Where standard output is the journal, which keeps tokens and \
      shows them to many, they go into viewfinder-PORT.addresses in $RUNTIME_DIRECTORY, else $XDG_RUNTIME_DIR, which only \
      their owner can read.

      Exit status: 1 something failed; 2 wrong usage; 130 or 143 interrupted, after a movie that was being recorded was \
      brought to its end.
      """)

  @OptionGroup(title: "Camera") var camera: CameraOptions
  @OptionGroup(title: "Camera") var controls: ControlOptions
  @OptionGroup(title: "Page") var page: PageOptions
  @OptionGroup(title: "Publishing") var publishing: PublishOptions
  @OptionGroup(title: "Publishing") var commands: CommandOptions
  @OptionGroup(title: "Processing") var processing: ProcessingOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup var sandbox: SandboxOptions

  /// What may be asked for through a broker.
  struct CommandOptions: ParsableArguments {
    @Flag(
      help: "Take photos and record when the broker is told so at the topic command; with --publish and --photos.")
    var publishCommands = false
  }

  /// What is done with pictures.
  struct ProcessingOptions: ParsableArguments {
    @Option(
      name: [.customLong("with"), .customShort("w")],
      help: ArgumentHelp(
        "What to find, or do, as viewfinder run has it; none for nothing.", valueName: "PROCESSORS"),
      completion: .list(ProcessorRegistry.standard.names + ["none"]))
    var with = "codes,faces"

    @Flag(
      help: """
        Show all frames, and what is found on later ones; else what is found is shown on the very frame that it was found \
        in, and frames that detectors have no time for aren't shown.
        """)
    var smooth = false

    @Option(
      help: ArgumentHelp("Call the picture turned clockwise: by 0, 90, 180 or 270 degrees.", valueName: "DEGREES"))
    var rotate: VideoRotation = .degrees0
  }

  /// What is said.
  struct OutputOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "No progress, and no messages.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Say on standard error what the camera delivers, and who may do what.")
    var verbose = false
  }

  func check() throws {
    if output.quiet, output.verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
    do { try ProcessorRegistry.standard.check(processing.with) } catch { throw ValidationError("\(error)") }
    if publishing.publish != nil, page.rest != nil {
      throw ValidationError("--publish and --rest exclude each other: somebody always looks.")
    }
    if commands.publishCommands, publishing.publish == nil || page.photos == nil {
      throw ValidationError("--publish-commands needs --publish, and --photos for what is taken.")
    }
  }

  func prepare() throws -> PreparedCommand {
    #if Live
      var command = self
      try command.camera.find()
      return try command.prepareFound()
    #else
      throw CommandError(
        .leftOut, subject: "serve", reason: "this viewfinder was built without it",
        remedy: "build it with swift build --traits Live, or take a package that has it")
    #endif
  }

  #if Live
    /// Once it is known which camera is meant.
    private func prepareFound() throws -> PreparedCommand {
      // Opened now, because the right to open others is given up.
      let sockets = try page.sockets()
      let place = try page.place(for: sockets)
      let folder = try page.folder()
      var sandbox = camera.sandbox
      (sandbox.writable, sandbox.serves) = (folder.map { [$0] } ?? [], true)
      sandbox.readable? += CascadeSearch().folders.map { InputPath($0) } + (folder.map { [$0] } ?? [])
      sandbox.readable? += [page.certificate, page.key].compactMap { $0.map { InputPath(argument: $0) } }
      let publishing = try publishing.prepared()
      publishing?.widen(&sandbox)
      return PreparedCommand(sandbox: self.sandbox.granted(sandbox)) { state in
        if output.verbose { StandardStream.error.writeLine(state.words) }
        return try ServeRun(self, sockets, place, folder, publishing).run()
      }
    }
  #endif
}

extension CommandError.Code {
  /// This was built without what the command needs.
  static let leftOut = Self("leftOut")
}
