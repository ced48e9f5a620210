package import OpenCaptureFlow
package import OpenCaptureSyntheticDevices
import OpenCaptureCameras
package import OpenCaptureNetworkCameras
package import OpenCaptureSession

/// The cameras that commands know: the machine's own, those on the network, and a built-in one that needs no hardware.
package struct CameraCatalog {
  /// The name of the machine's first camera.
  package static let defaultName = "default"
  /// The name of the built-in camera.
  package static let syntheticName = "synthetic"

  private let system: SystemCameras?
  private let network: [CaptureDevice]
  private let synthetic: CaptureDevice

  /// Looks for cameras.
  ///
  /// - Parameters:
  ///   - scene: What the built-in one sees; default what a synthetic camera sees by default.
  ///   - network: Those on the network; default none.
  package init(scene: any SyntheticScene = CodeAndFaces(), network: [NetworkCamera] = []) {
    system = SystemCameras()
    self.network = network.map(\.device)
    synthetic = SyntheticCamera(scene: scene, uniqueID: Self.syntheticName).device
  }

  /// Takes a camera on the network, for who has given up the right to the machine's own.
  package init(only camera: NetworkCamera) {
    system = nil
    network = [camera.device]
    synthetic = SyntheticCamera(uniqueID: Self.syntheticName).device
  }

  /// The machine's cameras.
  package var systemDevices: [CaptureDevice] { system?.devices ?? [] }

  /// All cameras; the built-in one comes last.
  package var devices: [CaptureDevice] { systemDevices + network + [synthetic] }

  /// Whether a name can't be that of a camera on the network.
  static func isOwnName(_ name: String) -> Bool {
    [defaultName, syntheticName, "none"].contains(name) || name.contains("/")
  }

  /// The camera that a person means: by its unique id, its device file, or ``defaultName`` for the first.
  ///
  /// - Throws: ``CaptureError`` that lists those that there are.
  package func device(_ name: String) throws(CaptureError) -> CaptureDevice {
    if name == Self.defaultName {
      guard let first = systemDevices.first else {
        throw CaptureError(
          .noSuchDevice, subject: "camera", reason: "this machine has none",
          remedy: "plug one in; --camera synthetic needs none, and viewfinder doctor says more")
      }
      return first
    }
    if let device = devices.first(where: { $0.uniqueID == name || $0.identity.path == name }) { return device }
    throw CaptureError(
      .noSuchDevice, subject: "camera '\(name)'", reason: "there is none of this name",
      remedy: "there are " + devices.map(\.uniqueID).joined(separator: ", "))
  }
}
