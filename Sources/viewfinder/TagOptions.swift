import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport

/// The files that a command takes with a camera, as text for help.
protocol TaggedFiles: SendableMetatype {
  /// One of the files.
  static var noun: String { get }
  /// A restriction of `--with`.
  static var restriction: String { get }
}

extension Photos: TaggedFiles {
  static let noun = "photo"
  static let restriction = "; JPEG and PNG only"
}

extension Recordings: TaggedFiles {
  static let noun = "movie"
  static let restriction = ""
}

/// The options for files that are taken with a camera.
struct TagOptions<Files: TaggedFiles>: ParsableArguments {
  @Flag(help: "Overwrite existing files.")
  var force = false

  @Option(
    name: [.customLong("with"), .customShort("w")],
    help: ArgumentHelp(
      """
      Draw the results of these processors into the \(Files.noun), as viewfinder run does\(Files.restriction) \
      (default: none).
      """,
      valueName: "PROCESSORS"),
    completion: .list(ProcessorRegistry.standard.names))
  var with: String?

  @OptionGroup var face: FaceModelOption

  /// The processors with the model for faces; nil without any.
  var processors: String? { with.map(face.processors) }

  func validate() throws { try face.check(with) }

  @Option(
    help: ArgumentHelp(
      "Tag the \(Files.noun) as rotated clockwise by 0, 90, 180 or 270 degrees.", valueName: "DEGREES"))
  var rotate: VideoRotation = .degrees0

  @Flag(help: "Tag the \(Files.noun) as mirrored left to right, after the rotation.")
  var mirror = false

  /// Tags the pictures of an output.
  func apply(to output: any CaptureOutput) {
    let connection = output.connection(with: .video)
    connection?.videoRotation = rotate
    connection?.isVideoMirrored = mirror
  }
}
