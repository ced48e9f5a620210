import ArgumentParser
import OpenCaptureCommandSupport
import OpenCapture

/// `viewfinder cameras`: which there are, and what they can do.
struct CamerasCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "cameras",
    abstract: "List cameras; with an ID, its formats and controls.",
    discussion: """
      A camera's ID stays the same when it is plugged in again. The synthetic camera needs no hardware.

      Exit status: 0 done; 1 there is no such camera, or it can't be asked.
      """)

  @Argument(help: ArgumentHelp("A camera's ID or device file; default is the first.", valueName: "ID"))
  var camera: String?

  @Flag(help: "Print a JSON object a line for each camera, with formats and controls.")
  var json = false

  func prepare() -> PreparedCommand { PreparedCommand { _ in try list() } }

  private func list() throws -> Int32 {
    let catalog = CameraCatalog()
    let devices: [CaptureDevice]
    do throws(CaptureError) {
      devices = try camera.map { name throws(CaptureError) in [try catalog.device(name)] } ?? catalog.devices
    } catch {
      StandardStream.error.writeLine("viewfinder: \(error)")
      return 1
    }
    let descriptions = devices.map(CameraDescription.init)
    if json {
      for description in descriptions { try StandardStream.output.write(description.json) }
    } else if camera != nil {
      for description in descriptions { try StandardStream.output.write(Array(description.text.utf8)) }
    } else {
      let lines = CameraDescription.list(descriptions).map { EscapedText.line($0) + "\n" }
      try StandardStream.output.write(Array(lines.joined().utf8))
    }
    for problem in descriptions.compactMap(\.problem) {
      StandardStream.error.writeLine("viewfinder: \(problem)")
    }
    return camera != nil && descriptions.contains { $0.problem != nil } ? 1 : 0
  }
}
