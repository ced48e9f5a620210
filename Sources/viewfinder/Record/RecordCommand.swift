import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport

/// The command `viewfinder record`, which records a camera and a microphone, or only a microphone.
struct RecordCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record a camera and a microphone to a movie, or only a microphone to a sound file.",
    usage: "viewfinder record [-o OUT] [--camera ID] [--microphone ID] [options]",
    discussion: """
      A movie begins with the first frame that has sound. Frames keep their times. Frames that arrive faster than \
      they can be encoded are dropped and counted. If the process ends unexpectedly, the movie is playable except \
      for the last ten seconds.

      With a sound file's name, no camera is opened, and all samples are kept unchanged.

      Exit status: 0 success, or interrupted after something was recorded; 1 a failure, the recording until then \
      is playable; 2 wrong usage.

      \(helpEnding)
      """)

  static let examples = [
    CommandExample("Record the default camera and its microphone.", "viewfinder record"),
    CommandExample("Record ten seconds of sound.", "viewfinder record --duration 10 -o talk.m4a"),
    CommandExample("Keep the camera's own encoding.", "viewfinder record --codec copy -o talk.mov"),
    CommandExample("Start a new file every ten minutes.", "viewfinder record --split 600 --max-size 2G -o day.mkv"),
    CommandExample("Draw the codes into the movie.", "viewfinder record --with codes -o codes.mp4"),
  ]
  static let references = ["viewfinder-photo(1)", "viewfinder-microphones(1)", "Documentation/recording.md"]

  @OptionGroup(title: "Camera") var camera: CameraOptionsFor<Recordings>
  @OptionGroup(title: "Camera") var size: CameraSizeOption
  @OptionGroup(title: "Camera") var format: CameraFormatOptions
  @OptionGroup(title: "Camera") var controls: ControlOptions
  @OptionGroup(title: "Camera") var saved: SavedSettingsOption
  @OptionGroup(title: "Recording") var recording: RecordOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var messages: MessageOptions
  @OptionGroup var sandbox: SandboxOptions

  /// The options for the output.
  struct OutputOptions: ParsableArguments {
    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        """
        Write to this movie (.mp4, .mov, .mkv, .webm, .avi) or sound file (.m4a, .wav, .flac, .opus, .mp3) (default: \
        recording-DATE-TIME.mp4, or .m4a with --camera none).
        """,
        valueName: "OUT"),
      completion: .file())
    var output: String?

    @OptionGroup var tags: TagOptions<Recordings>
  }

  func check() throws {
    if let with = output.tags.processors {
      if recording.codec == .copy { throw ValidationError("--with and --codec copy cannot be combined.") }
      do { try ProcessorRegistry.standard.check(with) } catch { throw ValidationError("\(error)") }
    }
    guard let kind = RecordKind(path: name) else {
      let known = "use \(RecordKind.movieNames), or for sound only \(RecordKind.soundNames)"
      throw ValidationError("Unknown output format: \(name) (\(known)).")
    }
    if let conflict = kind.conflict(with: self) { throw ValidationError(conflict) }
  }

  /// The name of the output.
  var name: String {
    output.output ?? (camera.camera == RecordKind.noCamera ? Self.usualSound : Self.usualMovie).text
  }

  private static let usualMovie = InputPath.dated("recording", ending: "mp4")
  private static let usualSound = InputPath.dated("recording", ending: "m4a")

  mutating func prepare() throws -> PreparedCommand {
    let isMovie = RecordKind(path: name) == .movie
    // Only this process can record the camera's own frames, which it does not decode.
    if isMovie { try camera.find(isolation: recording.codec == .copy ? Isolation.none : nil, sandbox) }
    let names = RecordNames(InputPath(argument: name), isSplit: recording.split != nil)
    var sandbox = isMovie ? camera.sandbox : Sandbox(readable: [])
    sandbox.writable = [names.folder]
    sandbox.usesMicrophones = true
    sandbox.encodesLive = isMovie
    saved.addRights(&sandbox)
    if let with = output.tags.processors { sandbox.addFaceFiles(of: with) }
    return self.sandbox.prepared(sandbox, reported: messages.verbose) { [self] in
      try RecordRun(self, names).run()
    }
  }
}
