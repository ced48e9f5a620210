package import OpenCaptureFlow
package import OpenCaptureSession

extension CaptureSession {
  /// Sets a preset that was asked for.
  ///
  /// - Parameter subject: What errors call what the session works on.
  /// - Throws: `CaptureError` where an input has no format for it.
  package func require(_ preset: Preset, of subject: String) throws(CaptureError) {
    guard canSetSessionPreset(preset) else {
      throw CaptureError(
        .unsupportedFormat, subject: subject, reason: "it has no format for the preset \(preset.rawValue)")
    }
    sessionPreset = preset
  }
}
