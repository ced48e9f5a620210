import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport

/// `viewfinder photo`: takes photos, and ends.
struct PhotoCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "photo",
    abstract: "Take photos with a camera.",
    usage: "viewfinder photo [--camera ID] [options] [-o OUT]",
    discussion: """
      A photo of a camera that delivers JPEG is the camera's own: its picture isn't decoded. Time, exposure and \
      orientation are written into the file as EXIF data. What is set at the camera stays set, but for brackets and lamps.

      Exit status: 0 done; 1 something failed; 2 wrong usage; 130 interrupted: photos that were written stay.
      """)

  @OptionGroup(title: "Camera") var camera: CameraOptionsFor<Photos>
  @OptionGroup(title: "Camera") var controls: ControlOptions
  @OptionGroup(title: "Photo") var photo: PhotoOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup var sandbox: SandboxOptions

  /// Where photos go.
  struct OutputOptions: ParsableArguments {
    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        """
        What to write: a name that ends in .jpg, .png, .heic, .avif or .dng, with numbers where there are several; a \
        folder; - is standard output, a JPEG; default photo.jpg, or the next number of it that is free.
        """, valueName: "OUT"), completion: .file())
    var output: String?

    @Flag(help: "Write over files that are there.")
    var force = false

    @Option(
      name: [.customLong("with"), .customShort("w")],
      help: ArgumentHelp(
        "Draw what these find into the photo, as viewfinder run does; JPEG and PNG alone.", valueName: "PROCESSORS"),
      completion: .list(ProcessorRegistry.standard.names))
    var with: String?

    @Option(
      help: ArgumentHelp("Call the photo turned clockwise: by 0, 90, 180 or 270 degrees.", valueName: "DEGREES"))
    var rotate: VideoRotation = .degrees0

    @Flag(help: "Call the photo mirrored left to right, after turning.")
    var mirror = false

    @Flag(name: .shortAndLong, help: "No countdown, no progress, and no names of photos.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Say on standard error what the camera delivers, and how photos were exposed.")
    var verbose = false
  }

  func check() throws {
    if output.quiet, output.verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
    if let with = output.with {
      do { try ProcessorRegistry.standardForPictures.check(with) } catch { throw ValidationError("\(error)") }
    }
    let place = PhotoPlace(argument: output.output)
    guard let type = place.fileType else {
      throw ValidationError(
        "'\(output.output ?? "")' says no format: end it in .jpg, .png, .heic, .avif or .dng, or in / for a folder."
      )
    }
    if output.with != nil, type != .jpg, type != .png {
      throw ValidationError("--with draws into JPEG and PNG alone.")
    }
    if photo.live, type == .dng || output.with != nil {
      throw ValidationError("--live is for photos that are encoded as they are: without --with, and not .dng.")
    }
    if case .stream = place { try checkStream() }
  }

  private func checkStream() throws {
    if photo.live { throw ValidationError("-o - writes a photo alone: name a file for --live.") }
    if photo.count > 1 || photo.bracket.count > 1 {
      throw ValidationError("-o - takes one photo: name a folder for several.")
    }
    guard StandardStream.output.isTerminal else { return }
    throw ValidationError(
      "-o - writes no letters: send it to a program or a file, such as with … -o - > photo.jpg.")
  }

  func prepare() throws -> PreparedCommand {
    var found = self
    try found.camera.find()
    return try found.prepareFound()
  }

  /// Once it is known which camera is meant.
  private func prepareFound() throws -> PreparedCommand {
    let place = try PhotoPlace(argument: output.output).prepared()
    var sandbox = camera.sandbox
    (sandbox.writable, sandbox.usesLamps) = (place.folders, photo.flash != .off)
    sandbox.usesMicrophones = photo.live
    if output.with != nil { sandbox.readable? += CascadeSearch().folders.map { InputPath($0) } }
    return PreparedCommand(sandbox: self.sandbox.granted(sandbox)) { state in
      if output.verbose { StandardStream.error.writeLine(state.words) }
      return try PhotoRun(self, place).run()
    }
  }
}
