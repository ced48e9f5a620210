import ArgumentParser
import OpenCaptureCommandSupport
import OpenCapture

/// The command `viewfinder cameras`, which lists cameras.
struct CamerasCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "cameras",
    abstract: "List cameras; with an ID, show a camera's formats, controls and saved settings.",
    discussion: """
      A camera keeps its ID when it is reconnected. The synthetic camera needs no hardware. A camera that V4L2 and \
      PipeWire have is listed once, with its device file; --camera v4l2:ID and pipewire:NAME select a driver.

      Network cameras are listed in $XDG_CONFIG_HOME/opencapture/cameras, or in ~/.config/opencapture/cameras. \
      Only you may have access to this file (mode 600). Each line has a name and an address. Encode special \
      characters of a password as % and two hexadecimal digits:

      door rtsp://USER:PASSWORD@door.local/stream1

      After the address, these options can follow: udp to receive RTP by UDP if TCP is slow; timeout=SECONDS \
      (default: 5); trust=FILE for PEM certificates for https; and token=TOKEN for http, such as the page of \
      another viewfinder serve at http://HOST:8080/stream.mjpg. The list does not connect to network cameras, but \
      an ID does.

      Settings that are changed in the window of viewfinder run, or on the page of viewfinder serve, are saved per \
      camera in $XDG_STATE_HOME/opencapture/cameras, or in ~/.local/state/opencapture/cameras.

      Exit status: 0 success; 1 the camera does not exist or cannot be read.

      \(helpEnding)
      """)

  static let examples = [
    CommandExample("List all cameras.", "viewfinder cameras"),
    CommandExample("Show the formats and controls of a camera.", "viewfinder cameras synthetic"),
    CommandExample("Reset all controls of a camera.", "viewfinder cameras synthetic --reset"),
    CommandExample("Print the IDs of all cameras.", "viewfinder cameras --json | jq -r .id"),
  ]
  static let references = ["viewfinder-doctor(1)", "Documentation/network-cameras.md"]

  @Argument(
    help: ArgumentHelp(
      "Show the camera with this ID, device file or address, or the default one (default: list all).",
      valueName: "ID"))
  var camera: String?

  @Flag(help: "Print one JSON object per camera and line, with formats and controls.")
  var json = false

  @Flag(help: "Set all controls of the camera to their defaults, and delete its saved settings.")
  var reset = false

  @OptionGroup var sandbox: SandboxOptions

  func check() throws {
    if reset, camera == nil { throw ValidationError("--reset needs the ID of a camera.") }
    if reset, json { throw ValidationError("--reset cannot be combined with --json.") }
  }

  func prepare() throws -> PreparedCommand {
    guard let camera else { return PreparedCommand { _ in try list(networkCameras()) } }
    // Network data is decoded in the sandbox.
    if let entry = try NetworkCameraEntry.named(camera) {
      if reset { throw ValidationError("A network camera has no controls to reset.") }
      return sandbox.prepared(Sandbox(for: entry)) {
        try list(CameraCatalog(only: entry.camera()), name: entry.name)
      }
    }
    return PreparedCommand { _ in
      try reset ? resetControls(CameraCatalog().device(camera)) : list(CameraCatalog(), name: camera)
    }
  }

  /// Resets a camera's controls, and reports the changes.
  private func resetControls(_ device: CaptureDevice) throws -> Int32 {
    let settings = CameraSettings(SavedControlsFolder.usual) { StandardStream.error.writeLine("viewfinder: \($0)") }
    let isSaved = settings.load(device)
    let changed = try settings.reset(of: device)
    settings.save()
    for control in changed {
      let change = "\(control.words(for: control.value)) → \(control.words(for: control.defaultValue))"
      StandardStream.output.writeLine("\(control.name): \(change)")
    }
    if changed.isEmpty { StandardStream.output.writeLine("All controls have their defaults.") }
    if isSaved { StandardStream.output.writeLine("Deleted the saved settings.") }
    return 0
  }

  /// Returns all cameras, and reports errors of the camera file.
  private func networkCameras() -> CameraCatalog {
    do throws(CaptureError) {
      return CameraCatalog(network: try NetworkCameraFile().entries.map { $0.camera() })
    } catch {
      StandardStream.error.writeLine("viewfinder: \(error)")
      return CameraCatalog()
    }
  }

  private func list(_ catalog: CameraCatalog, name: String? = nil) throws -> Int32 {
    let devices = try name.map { [try catalog.device($0)] } ?? catalog.devices
    return try DeviceDescription.write(
      devices.map { DeviceDescription(camera: $0, readsFormats: name != nil || $0.deviceType != .network) },
      json: json, isDetailed: name != nil)
  }
}
