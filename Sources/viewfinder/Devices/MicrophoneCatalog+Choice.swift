import OpenCapture
import OpenCaptureCommandSupport

extension MicrophoneCatalog {
  /// The microphone that was asked for; where nobody did, that of the camera, or none where the machine has none, or the
  /// camera is elsewhere.
  ///
  /// - Parameters:
  ///   - selection: What was asked for.
  ///   - camera: What is seen with it.
  ///   - name: What the camera was asked for as: with the synthetic one its beeps are heard.
  /// - Throws: `CaptureError` where there is none of this name.
  func device(
    _ selection: MicrophoneSelection?, beside camera: CaptureDevice, called name: String
  ) throws(CaptureError) -> CaptureDevice? {
    if let selection, selection != .default { return try device(selection) }
    if selection == nil, name == CameraCatalog.syntheticName { return try device(.synthetic) }
    // What this machine hears isn't what is to be heard there.
    if selection == nil, camera.deviceType == .network { return nil }
    if let own = device(builtInto: camera) { return own }
    guard selection == nil else { return try device(.default) }
    return systemDevices.isEmpty ? nil : try device(.default)
  }
}
