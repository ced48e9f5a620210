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

      Cameras on the network are those of $XDG_CONFIG_HOME/opencapture/cameras, else ~/.config/opencapture/cameras, which \
      only you may read (mode 600). It has a line for each, with a name and an address, in which characters other than \
      letters and digits of a password are written as % and two digits:

      door rtsp://USER:PASSWORD@door.local/stream1

      Behind it can stand udp, for RTP by UDP where TCP is slow, timeout=SECONDS, default 5, trust=FILE, certificates in \
      PEM for https, and token=TOKEN for http, as for the page of another viewfinder serve: http://HOST:8080/stream.mjpg. \
      Listing doesn't connect to them; naming one does.

      Exit status: 0 done; 1 there is no such camera, or it can't be asked.
      """)

  @Argument(help: ArgumentHelp("A camera's ID, device file or address; default is the first.", valueName: "ID"))
  var camera: String?

  @Flag(help: "Print a JSON object a line for each camera, with formats and controls.")
  var json = false

  @OptionGroup var sandbox: SandboxOptions

  func prepare() throws -> PreparedCommand {
    guard let camera else { return PreparedCommand { _ in try list(networkCameras()) } }
    // What a stranger sends is decoded to say what it is.
    if let entry = try NetworkCameraEntry.named(camera) {
      return PreparedCommand(sandbox: sandbox.granted(Sandbox(for: entry))) { _ in
        try list(CameraCatalog(only: entry.camera()), name: entry.name)
      }
    }
    return PreparedCommand { _ in try list(CameraCatalog(), name: camera) }
  }

  /// All cameras; says what is wrong with the file of those on the network.
  private func networkCameras() -> CameraCatalog {
    do throws(CaptureError) {
      return CameraCatalog(network: try NetworkCameraFile().entries.map { $0.camera() })
    } catch {
      StandardStream.error.writeLine("viewfinder: \(error)")
      return CameraCatalog()
    }
  }

  private func list(_ catalog: CameraCatalog, name: String? = nil) throws -> Int32 {
    let devices: [CaptureDevice]
    do throws(CaptureError) {
      devices = try name.map { name throws(CaptureError) in [try catalog.device(name)] } ?? catalog.devices
    } catch {
      StandardStream.error.writeLine("viewfinder: \(error)")
      return 1
    }
    let descriptions = devices.map {
      CameraDescription($0, isAsked: name != nil || $0.deviceType != .network)
    }
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
