package import OpenCaptureFlow
import OpenCaptureMediaSamples
package import OpenCaptureSession
package import OpenCaptureSound
import OpenCaptureSyntheticDevices

/// The microphones that commands know: the machine's own, and a built-in one that needs no hardware.
package struct MicrophoneCatalog {
  private let system: SystemMicrophones
  private let synthetic: CaptureDevice

  /// Looks for microphones.
  ///
  /// - Parameter options: How the machine's own are driven.
  package init(options: ALSAMicrophone.Options = ALSAMicrophone.Options()) {
    system = SystemMicrophones(options: options)
    synthetic = SyntheticMicrophone(uniqueID: MicrophoneSelection.syntheticName).device
  }

  /// The machine's microphones.
  package var systemDevices: [CaptureDevice] { system.devices }

  /// All microphones; the built-in one comes last.
  package var devices: [CaptureDevice] { system.devices + [synthetic] }

  /// The microphone that a person means; nil where they mean none.
  ///
  /// The default one is what a sound server shares; without one it is the first card's own, which needs no other process.
  ///
  /// - Throws: `CaptureError` that lists those that there are.
  package func device(_ selection: MicrophoneSelection) throws(CaptureError) -> CaptureDevice? {
    switch selection {
    case .none: return nil
    case .synthetic: return synthetic
    case .default:
      let card = system.isServed ? nil : system.devices.first { $0.identity.path != nil }
      guard let first = card ?? system.devices.first else {
        throw CaptureError(
          .noSuchDevice, subject: "microphone", reason: "this machine has none",
          remedy: "plug one in; --microphone synthetic needs none, and viewfinder doctor says more")
      }
      return first
    case .named(let name):
      let isMeant = { (device: CaptureDevice) in
        device.uniqueID == name || device.identity.path == name || device.localizedName == name
      }
      if let device = devices.first(where: isMeant) { return device }
      throw CaptureError(
        .noSuchDevice, subject: "microphone '\(name)'", reason: "there is none of this name",
        remedy: "there are " + devices.map(\.uniqueID).joined(separator: ", "))
    }
  }

  /// The microphone that is built into a camera; nil where it has none.
  package func device(builtInto camera: CaptureDevice) -> CaptureDevice? {
    camera.linkedDevices(among: devices).first { $0.hasMediaType(.audio) }
  }
}
