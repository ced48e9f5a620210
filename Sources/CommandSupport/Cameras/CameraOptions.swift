import ArgumentParser
import Capture
import MediaSamples

/// Which camera a command works on, and how long.
package struct CameraOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Work on a camera, live: default is the first, synthetic a built-in one, others by ID or device file.",
      valueName: "ID"))
  package var camera: String?

  @Option(
    help: ArgumentHelp(
      "What to ask of the camera, default high: \(CaptureSession.Preset.all.dropLast().map(\.rawValue).joined(separator: ", ")).",
      valueName: "PRESET"), transform: Self.preset)
  package var preset: CaptureSession.Preset = .high

  package init() {}

  private static func preset(_ name: String) throws -> CaptureSession.Preset {
    let preset = CaptureSession.Preset(rawValue: name)
    guard CaptureSession.Preset.all.contains(preset) else {
      throw ValidationError("there is no preset '\(name)'.")
    }
    return preset
  }
}
