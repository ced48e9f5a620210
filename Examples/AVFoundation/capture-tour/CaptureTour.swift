import AVFoundation

/// Shows every capture feature once, in the order in which a camera app meets them, and says what happened.
///
/// For iOS: the lens, exposure and zoom of a camera are set by hand there alone. In an app, the steps are what its buttons
/// do; the folder that photos and movies go to is the first argument.
@main
struct CaptureTour {
  let camera = Camera()
  let folder: URL

  static func main() async {
    let folder = CommandLine.arguments.dropFirst().first ?? NSTemporaryDirectory()
    do { try await CaptureTour(folder: URL(fileURLWithPath: folder)).run() } catch {
      print("The tour ended: \(error)")
      exit(1)
    }
  }

  func run() async throws {
    guard await AVCaptureDevice.requestAccess(for: .video), await AVCaptureDevice.requestAccess(for: .audio) else {
      return print("Nobody let us see and hear.")
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
    try await lookAtPreview(of: device)
    try await takePhotos()
    try await recordMovie()
    try await camera.perform { camera.session.stopRunning() }
    await observer.sessionStopped()
    print("the end: \(camera.session.isRunning ? "running" : "stopped")")
  }

  /// To the front, to what can't be, and to the back again.
  private func switchCameras() async throws {
    guard let front = Camera.camera(at: .front), let back = Camera.camera(at: .back) else {
      throw TourError.noCamera
    }
    try await camera.perform { try camera.replaceCamera(with: front) }
    print("switched to the \(camera.videoInput?.device.position == .front ? "front" : "back")")
    if let microphone = AVCaptureDevice.default(for: .audio) {
      do { try await camera.perform { try camera.replaceCamera(with: microphone) } } catch {
        print("a second microphone: refused; still at the front: \(camera.videoInput?.device == front)")
      }
    }
    try await camera.perform { try camera.replaceCamera(with: back) }
    print("and to the \(camera.videoInput?.device.position == .back ? "back" : "front")")
  }
}
