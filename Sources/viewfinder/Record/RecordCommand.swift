import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport

/// `viewfinder record`: a camera and a microphone, to a movie; or a microphone alone, to a sound file.
struct RecordCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record a camera and a microphone to a movie, or a microphone alone.",
    usage: "viewfinder record -o OUT [--camera ID] [--microphone ID] [options]",
    discussion: """
      The movie begins with the first picture for which there is sound. Pictures keep their times, and sound is kept at \
      its own; pictures that come faster than they can be encoded are left out, and counted. What was written can be \
      played up to its last ten seconds whatever happens.

      Where the name is that of a sound file, no camera is opened, and each sample is kept as it comes.

      Exit status: 0 done, or interrupted after something was recorded; 1 something failed, what was recorded until \
      then can be played; 2 wrong usage.
      """)

  @OptionGroup(title: "Camera") var camera: CameraOptionsFor<Recordings>
  @OptionGroup(title: "Camera") var controls: ControlOptions
  @OptionGroup(title: "Recording") var recording: RecordOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup var sandbox: SandboxOptions

  /// Where what is recorded goes.
  struct OutputOptions: ParsableArguments {
    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        "What to write: a name that ends in .mp4, .mov, .mkv, .webm or .avi; for sound alone .m4a, .wav, .flac, .opus or .mp3.",
        valueName: "OUT"),
      completion: .file())
    var output: String

    @Flag(help: "Write over files that are there.")
    var force = false

    @Option(
      name: [.customLong("with"), .customShort("w")],
      help: ArgumentHelp(
        "Draw what these find into the movie, as viewfinder run does; default nothing.", valueName: "PROCESSORS"),
      completion: .list(ProcessorRegistry.standard.names))
    var with: String?

    @Option(
      help: ArgumentHelp("Call the movie turned clockwise: by 0, 90, 180 or 270 degrees.", valueName: "DEGREES"))
    var rotate: VideoRotation = .degrees0

    @Flag(help: "Call the movie mirrored left to right, after turning.")
    var mirror = false

    @Flag(name: .shortAndLong, help: "No level meter, and no word about what was recorded.")
    var quiet = false

    @Flag(
      name: .shortAndLong,
      help: "Say on standard error what camera and microphone deliver, and what encodes pictures.")
    var verbose = false
  }

  func check() throws {
    if output.quiet, output.verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
    try checkProcessors()
    if let complaint = RecordKind(path: output.output)?.complaint(about: self) { throw ValidationError(complaint) }
    guard RecordKind(path: output.output) != nil else {
      throw ValidationError(
        "'\(output.output)' says no format: end it in .mp4, .mov, .mkv, .webm or .avi, or for sound alone in .m4a, .wav, .flac, .opus or .mp3."
      )
    }
  }

  private func checkProcessors() throws {
    guard let with = output.with else { return }
    if recording.codec == .copy { throw ValidationError("--with and --codec copy exclude each other.") }
    do { try ProcessorRegistry.standard.check(with) } catch { throw ValidationError("\(error)") }
  }

  func prepare() throws -> PreparedCommand {
    var found = self
    if RecordKind(path: output.output) == .movie { try found.camera.find() }
    return try found.prepareFound()
  }

  /// Once it is known which camera is meant.
  private func prepareFound() throws -> PreparedCommand {
    let names = RecordNames(InputPath(argument: output.output), isSplit: recording.split != nil)
    var sandbox = RecordKind(path: output.output) == .movie ? camera.sandbox : Sandbox(readable: [])
    (sandbox.writable, sandbox.usesMicrophones) = ([names.folder], true)
    sandbox.encodesLive = RecordKind(path: output.output) == .movie
    if output.with != nil { sandbox.readable? += CascadeSearch().folders.map { InputPath($0) } }
    return PreparedCommand(sandbox: self.sandbox.granted(sandbox)) { state in
      if output.verbose { StandardStream.error.writeLine(state.words) }
      return try RecordRun(self, names).run()
    }
  }
}
