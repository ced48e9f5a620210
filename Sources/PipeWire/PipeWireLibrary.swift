import COpenCapturePipeWire
public import OpenCaptureFlow
import OpenCaptureSession

/// PipeWire's library, which is loaded when its cameras are first needed instead of being linked.
public enum PipeWireLibrary {
  /// The hint with the shell command that installs the library.
  public static let hint = "sudo apt install libpipewire-0.3-0"

  /// Loads the library.
  ///
  /// - Throws: `CaptureError` with the code `unsupported` and a hint how to install the library.
  public static func load() throws(CaptureError) {
    var complaint: UnsafePointer<CChar>?
    guard !cpipewire_load(&complaint) else { return }
    let words = complaint.map { "the library cannot be used: \(String(cString: $0))" }
    throw CaptureError(
      .unsupported, subject: "libpipewire-0.3.so.0", reason: words ?? "the library is not installed", hint: hint)
  }

  /// The version of the library, such as `1.4.2`; nil if it cannot be loaded.
  public static var version: String? {
    guard cpipewire_load(nil) else { return nil }
    return String(cString: cpipewire_library_version())
  }
}

/// The state of PipeWire's daemon.
public struct PipeWireStatus: Sendable, Hashable {
  /// The version of the daemon; nil if it does not state one.
  public let daemonVersion: String?
  /// Whether a session manager runs, without which no program can use a camera.
  public let hasSessionManager: Bool
  /// The number of cameras, including those with a V4L2 driver.
  public let cameraCount: Int

  /// Reads the state of the daemon that the environment names.
  ///
  /// - Throws: `CaptureError` if the library is missing or no daemon answers.
  public init() throws(CaptureError) {
    let directory = WatchedDirectory()
    let connection = try PipeWireConnection(updating: directory)
    try connection.synchronizeCameras()
    daemonVersion = connection.daemonVersion
    hasSessionManager = connection.hasSessionManager
    cameraCount = directory.nodes.count
  }
}
