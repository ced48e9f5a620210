import ArgumentParser
package import OpenCaptureFlow
import OpenCaptureMediaSamples
package import OpenCaptureSession
package import OpenCaptureSound
import OpenCaptureSyntheticDevices

/// A list of the microphones that commands know: the system's, and a built-in synthetic one.
package struct MicrophoneCatalog {
  private let system: SystemMicrophones
  private let synthetic: CaptureDevice

  /// Searches for microphones.
  ///
  /// - Parameter options: The driver options of the system's microphones.
  package init(options: ALSAMicrophone.Options = ALSAMicrophone.Options()) {
    system = SystemMicrophones(options: options)
    synthetic = SyntheticMicrophone(uniqueID: MicrophoneSelection.syntheticName).device
  }

  /// The system's microphones.
  package var systemDevices: [CaptureDevice] { system.devices }

  /// All microphones; the synthetic one is last.
  package var devices: [CaptureDevice] { system.devices + [synthetic] }

  /// Returns the selected microphone; nil for ``MicrophoneSelection/none``.
  ///
  /// The default is the sound server's microphone. Without a sound server, it is the first sound card's own device.
  ///
  /// - Throws: `CaptureError` that lists the available microphones.
  package func device(_ selection: MicrophoneSelection) throws(CaptureError) -> CaptureDevice? {
    switch selection {
    case .none: return nil
    case .synthetic: return synthetic
    case .default:
      let card = system.usesSoundServer ? nil : system.devices.first { $0.identity.path != nil }
      guard let first = card ?? system.devices.first else {
        throw CaptureError(
          .noSuchDevice, subject: "", reason: "no microphone found",
          hint: "run viewfinder doctor, or try --microphone synthetic")
      }
      return first
    case .named(let name):
      let matches = { (device: CaptureDevice) in
        device.uniqueID == name || device.identity.path == name || device.localizedName == name
      }
      if let device = devices.first(where: matches) { return device }
      throw CaptureError(
        .noSuchDevice, subject: "", reason: "no microphone named '\(name)'",
        hint: "available: " + devices.map(\.uniqueID).joined(separator: ", "))
    }
  }

  /// Returns the microphone that is built into a camera; nil if it has none.
  package func device(builtInto camera: CaptureDevice) -> CaptureDevice? {
    camera.linkedDevices(among: devices).first { $0.hasMediaType(.audio) }
  }
}

/// A microphone, selected by the value of an option.
package enum MicrophoneSelection: Sendable, Hashable, ExpressibleByArgument {
  /// `none`: no sound.
  case none
  /// `default`: the system's default microphone.
  case `default`
  /// `synthetic`: the built-in microphone.
  case synthetic
  /// An ID, a display name or a device file.
  case named(String)

  /// The value for no microphone.
  package static let noneName = "none"
  /// The value for the system's default microphone.
  package static let defaultName = "default"
  /// The value for the built-in microphone.
  package static let syntheticName = "synthetic"

  /// Makes a selection from an option's value.
  package init(argument: String) {
    switch argument {
    case Self.noneName: self = .none
    case Self.defaultName: self = .default
    case Self.syntheticName: self = .synthetic
    default: self = .named(argument)
    }
  }
}
