package import OpenCaptureFlow
package import OpenCaptureNetworkCameras
import OpenCaptureSession

extension NetworkCameraEntry {
  /// The camera on the network that a person means: by its address, or its name in the file; nil where it is none.
  ///
  /// - Throws: `CaptureError` where it has a password in it, or the file can't be read.
  package static func named(_ name: String) throws(CaptureError) -> NetworkCameraEntry? {
    if NetworkCameraAddress.isAddress(name) { return NetworkCameraEntry(try publicAddress(name)) }
    // Of this machine's cameras, or their device files.
    guard !CameraCatalog.isOwnName(name) else { return nil }
    return try NetworkCameraFile().entries.first { $0.name == name }
  }

  /// An address that everybody may see who sees the command line.
  ///
  /// - Throws: `CaptureError` where it isn't one, or has a password in it.
  package static func publicAddress(_ text: String) throws(CaptureError) -> NetworkCameraAddress {
    let address = try NetworkCameraAddress(text)
    guard address.hasSecrets else { return address }
    let file = NetworkCameraFile.path ?? "~/.config/opencapture/cameras"
    throw CaptureError(
      .noSuchDevice, subject: "camera '\(address)'",
      reason: "whoever lists this machine's processes sees a password that stands on a command line",
      remedy: """
        write a line into \(file), mode 600, such as 'door rtsp://USER:PASSWORD@HOST/PATH', and say --camera door; and take \
        another password
        """)
  }
}
