import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport

/// The command `viewfinder record`, which records a camera and a microphone, or only a microphone.
struct RecordCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record a camera and a microphone to a movie, or only a microphone to a sound file.",
    usage: "viewfinder record -o OUT [--camera ID] [--microphone ID] [options]",
    discussion: """
      A movie begins with the first frame that has sound. Frames keep their times. Frames that arrive faster than \
      they can be encoded are dropped and counted. If the process ends unexpectedly, the movie is playable except \
      for the last ten seconds.

      With a sound file's name, no camera is opened, and all samples are kept unchanged.

      Exit status: 0 success, or interrupted after something was recorded; 1 a failure, the recording until then \
      is playable; 2 wrong usage.
      """)

  @OptionGroup(title: "Camera") var camera: CameraOptionsFor<Recordings>
  @OptionGroup(title: "Camera") var controls: ControlOptions
  @OptionGroup(title: "Recording") var recording: RecordOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup var sandbox: SandboxOptions

  /// The options for the output.
  struct OutputOptions: ParsableArguments {
    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        "Write to this movie (.mp4, .mov, .mkv, .webm, .avi) or sound file (.m4a, .wav, .flac, .opus, .mp3).",
        valueName: "OUT"),
      completion: .file())
    var output: String

    @OptionGroup var tags: TagOptions<Recordings>

    @Flag(name: .shortAndLong, help: "Suppress the level meter and the summary.")
    var quiet = false

    @Flag(
      name: .shortAndLong,
      help: "Print the formats of the camera and the microphone, and the video encoder, on standard error.")
    var verbose = false
  }

  func check() throws {
    if output.quiet, output.verbose { throw ValidationError("--quiet and --verbose cannot be combined.") }
    try checkProcessors()
    if let conflict = RecordKind(path: output.output)?.conflict(with: self) { throw ValidationError(conflict) }
    guard RecordKind(path: output.output) != nil else {
      throw ValidationError(
        """
        Unknown output format: \(output.output) (use .mp4, .mov, .mkv, .webm or .avi, or for sound only .m4a, \
        .wav, .flac, .opus or .mp3).
        """
      )
    }
  }

  private func checkProcessors() throws {
    guard let with = output.tags.with else { return }
    if recording.codec == .copy { throw ValidationError("--with and --codec copy cannot be combined.") }
    do { try ProcessorRegistry.standard.check(with) } catch { throw ValidationError("\(error)") }
  }

  mutating func prepare() throws -> PreparedCommand {
    let isMovie = RecordKind(path: output.output) == .movie
    if isMovie { try camera.find() }
    let names = RecordNames(InputPath(argument: output.output), isSplit: recording.split != nil)
    var sandbox = isMovie ? camera.sandbox : Sandbox(readable: [])
    sandbox.writable = [names.folder]
    sandbox.usesMicrophones = true
    sandbox.encodesLive = isMovie
    if output.tags.with != nil { sandbox.readable? += CascadeLocator().folders.map { InputPath($0) } }
    return self.sandbox.prepared(sandbox, reported: output.verbose) { [self] in
      try RecordRun(self, names).run()
    }
  }
}
