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
      """)

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
    let devices: [CaptureDevice]
    do throws(CaptureError) {
      devices =
        try microphone.map { name throws(CaptureError) in
          try catalog.device(MicrophoneSelection(argument: name)).map { [$0] } ?? []
        } ?? catalog.devices
    } catch {
      StandardStream.error.writeLine("viewfinder: \(error)")
      return 1
    }
    let cameras = CameraCatalog().devices
    let descriptions = devices.map { MicrophoneDescription($0, cameras: cameras) }
    if json {
      for description in descriptions { try StandardStream.output.write(description.json) }
    } else if microphone != nil {
      for description in descriptions { try StandardStream.output.write(Array(description.text.utf8)) }
    } else {
      let lines = MicrophoneDescription.list(descriptions).map { EscapedText.line($0) + "\n" }
      try StandardStream.output.write(Array(lines.joined().utf8))
    }
    for problem in descriptions.compactMap(\.problem) {
      StandardStream.error.writeLine("viewfinder: \(problem)")
    }
    return microphone != nil && descriptions.contains { $0.problem != nil } ? 1 : 0
  }
}
