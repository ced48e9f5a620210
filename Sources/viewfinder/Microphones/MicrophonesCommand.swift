import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport

/// `viewfinder microphones`: which there are, and what they can do.
struct MicrophonesCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "microphones",
    abstract: "List microphones; with an ID, its formats and its camera.",
    discussion: """
      A microphone's ID stays the same when it is plugged in again. The default one is what PipeWire or PulseAudio share, \
      where they run. The synthetic microphone needs no hardware.

      Exit status: 0 done; 1 there is no such microphone, or it can't be asked.
      """)

  @Argument(
    help: ArgumentHelp("A microphone's ID, name or device file; default is the machine's.", valueName: "ID"))
  var microphone: String?

  @Flag(help: "Print a JSON object a line for each microphone, with formats.")
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
