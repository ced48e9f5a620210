import AVFoundation

/// A program that uses every capture feature once, in the order of a camera app, and prints the results.
///
/// For iOS. macOS has no manual lens position, exposure or zoom. An app would run these steps from its buttons. The
/// first argument is the folder for photos and movies.
@main
struct CaptureTour {
  let camera = Camera()
  let folder: URL

  static func main() async {
    let folder = CommandLine.arguments.dropFirst().first ?? NSTemporaryDirectory()
    do { try await CaptureTour(folder: URL(fileURLWithPath: folder)).run() } catch {
      print("Failed: \(error)")
      exit(1)
    }
  }

  func run() async throws {
    guard await AVCaptureDevice.requestAccess(for: .video), await AVCaptureDevice.requestAccess(for: .audio) else {
      return print("Access to camera and microphone denied.")
    }
    print("cameras: \(Camera.all.map(\.localizedName).sorted().joined(separator: ", "))")
    let observer = SessionObserver(camera.session)
    try await camera.perform { try camera.configure() }
    print("inputs: \(camera.session.inputs.count), outputs: \(camera.session.outputs.count)")
    try await camera.perform { camera.session.startRunning() }
    try await switchCameras()
    guard let device = camera.videoInput?.device else { throw TourError.noCamera }
    observer.follow(device)
    try await setControls(of: device)
    try await tapPreview(of: device)
    try await takePhotos()
    try await recordMovie()
    try await camera.perform { camera.session.stopRunning() }
    await observer.sessionStopped()
    print("session: \(camera.session.isRunning ? "running" : "stopped")")
  }

  /// Switches to the front camera, tries an invalid device, and switches back.
  private func switchCameras() async throws {
    guard let front = Camera.camera(at: .front), let back = Camera.camera(at: .back) else {
      throw TourError.noCamera
    }
    try await camera.perform { try camera.replaceCamera(with: front) }
    print("switched to the \(camera.videoInput?.device.position == .front ? "front" : "back")")
    if let microphone = AVCaptureDevice.default(for: .audio) {
      do { try await camera.perform { try camera.replaceCamera(with: microphone) } } catch {
        print(
          "microphone instead of the camera: rejected; front camera kept: \(camera.videoInput?.device == front)")
      }
    }
    try await camera.perform { try camera.replaceCamera(with: back) }
    print("switched to the \(camera.videoInput?.device.position == .back ? "back" : "front")")
  }
}
