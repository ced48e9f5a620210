import CommandSupport
import OpenCapture

/// What is with each camera.
struct CameraChecks {
  private let cameras: [CaptureDevice]

  init(_ cameras: [CaptureDevice]) { self.cameras = cameras }

  var findings: [Finding] {
    guard !cameras.isEmpty else {
      return [
        .note(
          "cameras: the kernel shows none",
          remedy: "plug one in (in a virtual machine, pass it through); --camera synthetic works without")
      ]
    }
    return cameras.map(finding)
  }

  private func finding(_ camera: CaptureDevice) -> Finding {
    let subject = "\(camera.localizedName) (\(camera.identity.path ?? camera.uniqueID))"
    do {
      let formats = try camera.loadFormats()
      guard !formats.isEmpty else {
        return .wrong("\(subject): it has no format that is decoded here", remedy: nil)
      }
      try tryToStream(camera)
      return .well("\(subject): \(formats.count) formats, and it streams")
    } catch let error as CaptureError {
      return .wrong("\(subject): \(error.reason)", remedy: error.remedy)
    } catch {
      return .wrong("\(subject): \(error)", remedy: nil)
    }
  }

  /// Only a stream shows that nobody else has the camera, and that the bus has room for it.
  private func tryToStream(_ camera: CaptureDevice) throws {
    let session = CaptureSession()
    try session.addInput(CaptureDeviceInput(device: camera))
    try session.addOutput(CaptureVideoDataOutput())
    try Waiting.result {
      try await session.start()
      await session.stop()
    }
  }
}
