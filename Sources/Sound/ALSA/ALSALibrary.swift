import COpenCaptureALSA
public import OpenCaptureFlow
import OpenCaptureSession

/// ALSA's library, which is loaded when a sound device is first opened; nothing links it.
public enum ALSALibrary {
  /// The line that installs it.
  public static let remedy = "install ALSA's library: sudo apt install libasound2"

  /// Loads it.
  ///
  /// - Throws: `CaptureError` with `unsupported` and the line that installs it.
  public static func load() throws(CaptureError) {
    var complaint: UnsafePointer<CChar>?
    guard !calsa_load(&complaint) else { return }
    let words = complaint.map { "it can't be used: \(String(cString: $0))" }
    throw CaptureError(
      .unsupported, subject: "libasound.so.2", reason: words ?? "the library is not installed", remedy: remedy)
  }
}
