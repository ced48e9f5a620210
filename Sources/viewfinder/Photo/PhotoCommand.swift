import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport

/// The command `viewfinder photo`, which takes photos.
struct PhotoCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "photo",
    abstract: "Take photos with a camera.",
    usage: "viewfinder photo [--camera ID] [options] [-o OUT]",
    discussion: """
      If the camera delivers JPEG, its own file is kept without re-encoding. Time, exposure and orientation are \
      stored as EXIF data. Camera settings persist after the command ends, except for brackets and flash.

      Exit status: 0 success; 1 a photo failed; 2 wrong usage; 130 interrupted, photos written so far are kept.

      \(helpEnding)
      """)

  static let examples = [
    CommandExample("Take a photo with the default camera.", "viewfinder photo"),
    CommandExample("Take three exposures, with a timer.", "viewfinder photo --bracket -2,0,2 --timer 3 -o tower/"),
    CommandExample("Take a photo each minute.", "viewfinder photo --count 60 --interval 60 -o day.jpg"),
    CommandExample("Take a Live Photo: party.jpg and party.mov.", "viewfinder photo --live -o party.jpg"),
  ]
  static let references = ["viewfinder-record(1)", "viewfinder-cameras(1)", "Documentation/recording.md"]

  @OptionGroup(title: "Camera") var camera: CameraOptionsFor<Photos>
  @OptionGroup(title: "Camera") var size: CameraSizeOption
  @OptionGroup(title: "Camera") var format: CameraFormatOptions
  @OptionGroup(title: "Camera") var controls: ControlOptions
  @OptionGroup(title: "Camera") var saved: SavedSettingsOption
  @OptionGroup(title: "Photo") var photo: PhotoOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var messages: MessageOptions
  @OptionGroup var sandbox: SandboxOptions

  /// The options for the output.
  struct OutputOptions: ParsableArguments {
    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        """
        Write to a file ending in .jpg, .png, .heic, .avif or .dng (numbered for several photos), to a \
        folder, or to standard output with - (default: photo-DATE-TIME.jpg).
        """, valueName: "OUT"), completion: .file())
    var output: String?

    @OptionGroup var tags: TagOptions<Photos>
  }

  func check() throws {
    if let with = output.tags.processors {
      do { try ProcessorRegistry.standardForPictures.check(with) } catch { throw ValidationError("\(error)") }
    }
    let place = PhotoDestination(argument: output.output)
    guard let type = place.fileType else {
      let known = "use .jpg, .png, .heic, .avif or .dng, or a folder ending in /"
      throw ValidationError("Unknown output format: \(output.output ?? "") (\(known)).")
    }
    if output.tags.with != nil, type != .jpg, type != .png {
      throw ValidationError("--with needs an output file ending in .jpg or .png.")
    }
    if photo.live, type == .dng || output.tags.with != nil {
      throw ValidationError("--live cannot be combined with --with or with .dng files.")
    }
    if case .stream = place { try checkStream() }
  }

  private func checkStream() throws {
    if photo.live { throw ValidationError("--live cannot write to standard output. Name a file.") }
    if photo.count > 1 || photo.bracket.count > 1 {
      throw ValidationError("Standard output takes only one photo. Name a folder for several photos.")
    }
    guard StandardStream.output.isTerminal else { return }
    throw ValidationError(
      "Standard output is a terminal. Write to a file or a pipe, for example with … -o - > photo.jpg.")
  }

  mutating func prepare() throws -> PreparedCommand {
    try camera.find(sandbox)
    let place = try PhotoDestination(argument: output.output).prepared()
    var sandbox = camera.sandbox
    sandbox.writable = place.folders
    sandbox.usesLamps = photo.flash != .off
    saved.addRights(&sandbox)
    sandbox.usesMicrophones = photo.live
    if let with = output.tags.processors { sandbox.addFaceFiles(of: with) }
    return self.sandbox.prepared(sandbox, reported: messages.verbose) { [self] in
      try PhotoRun(self, place).run()
    }
  }
}
