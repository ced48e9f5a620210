import OpenCapture
import OpenCaptureCommandSupport

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
  func device(
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

/// A holder that keeps the drivers of microphones alive.
///
/// Unchecked, because the catalogue is never accessed.
struct RetainedMicrophones: @unchecked Sendable {
  let catalog: MicrophoneCatalog
}
