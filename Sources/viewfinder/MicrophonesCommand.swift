import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport

/// The command `viewfinder microphones`, which lists microphones.
struct MicrophonesCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "microphones",
    abstract: "List microphones; with an ID, show a microphone's formats and camera.",
    discussion: """
      A microphone keeps its ID when it is reconnected. The default microphone is the one of PipeWire or \
      PulseAudio, if running. The synthetic microphone needs no hardware.

      Exit status: 0 success; 1 the microphone does not exist or cannot be read.

      \(helpEnding)
      """)

  static let examples = [
    CommandExample("List all microphones.", "viewfinder microphones"),
    CommandExample("Show the formats of a microphone.", "viewfinder microphones synthetic"),
    CommandExample("Print the IDs of all microphones.", "viewfinder microphones --json | jq -r .id"),
  ]
  static let references = ["viewfinder-record(1)", "viewfinder-cameras(1)", "Documentation/recording.md"]

  @Argument(
    help: ArgumentHelp(
      "Show the microphone with this ID, name or device file, or the default one (default: list all).",
      valueName: "ID"))
  var microphone: String?

  @Flag(help: "Print one JSON object per microphone and line, with formats.")
  var json = false

  func prepare() -> PreparedCommand { PreparedCommand { _ in try list() } }

  private func list() throws -> Int32 {
    let catalog = MicrophoneCatalog()
    let selected = microphone.map { MicrophoneSelection(argument: $0) }
    let devices = try selected.map { [try catalog.device($0)].compactMap(\.self) } ?? catalog.devices
    let cameras = CameraCatalog().devices
    return try DeviceDescription.write(
      devices.map { DeviceDescription(microphone: $0, cameras: cameras) }, json: json,
      isDetailed: microphone != nil)
  }
}
