package import ArgumentParser
package import OpenCaptureFlow
import OpenCaptureNetworkCameras
package import OpenCaptureSession
package import OpenCaptureSound
import OpenCaptureSyntheticDevices

/// A list of the microphones that commands know: the system's, and a built-in synthetic one.
package struct MicrophoneCatalog: Sendable {
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
        throw .noDevice("No microphone found. Run `viewfinder doctor`, or try `--microphone synthetic`.")
      }
      return first
    case .named(let name):
      let matches = { (device: CaptureDevice) in
        device.uniqueID == name || device.identity.path == name || device.localizedName == name
      }
      if let device = devices.first(where: matches) { return device }
      let available = devices.map(\.uniqueID).joined(separator: ", ")
      throw .noDevice("No microphone named '\(name)'. Available: \(available)")
    }
  }

  /// Returns the microphone that is built into a camera; nil if it has none.
  package func device(builtInto camera: CaptureDevice) -> CaptureDevice? {
    camera.linkedDevices(among: devices).first { $0.hasMediaType(.audio) }
  }
}

extension MicrophoneCatalog {
  /// Returns the selected microphone, or a default that fits the camera.
  ///
  /// The default is the camera's own microphone, or the system's, or none. It is none for a network camera.
  ///
  /// - Parameters:
  ///   - selection: The selected microphone; nil for the default.
  ///   - camera: The camera.
  ///   - name: The camera's name on the command line; the synthetic camera's default is the synthetic microphone.
  /// - Throws: `CaptureError` if no microphone has this name.
  package func device(
    _ selection: MicrophoneSelection?, beside camera: CaptureDevice, called name: String
  ) throws(CaptureError) -> CaptureDevice? {
    if let selection, selection != .default { return try device(selection) }
    if selection == nil, name == CameraCatalog.syntheticName { return try device(.synthetic) }
    // The system's microphones are elsewhere.
    if selection == nil, camera.deviceType == .network { return nil }
    if let own = device(builtInto: camera) { return own }
    guard selection == nil else { return try device(.default) }
    return systemDevices.isEmpty ? nil : try device(.default)
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

  /// The value for the built-in microphone.
  package static let syntheticName = "synthetic"

  /// The available microphones, for completion.
  package static var defaultCompletionKind: CompletionKind {
    .custom { _, _, _ in
      ["none", "default", syntheticName] + MicrophoneCatalog().systemDevices.map(\.uniqueID)
    }
  }

  /// Makes a selection from an option's value.
  package init(argument: String) {
    switch argument {
    case "none": self = .none
    case "default": self = .default
    case Self.syntheticName: self = .synthetic
    default: self = .named(argument)
    }
  }
}
