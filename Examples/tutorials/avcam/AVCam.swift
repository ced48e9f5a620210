import AVFoundation
import TutorialScreen

/// The camera app of Apple's best-known capture tutorial, step by step.
///
/// For iOS. macOS has no Live Photos and no interruptions.
@main
struct AVCam {
  let camera = Camera()

  static func main() {
    let app = AVCam()
    Screen.run(
      "AVCam", showing: app.camera.view.previewLayer, tapped: { _ in app.resume() },
      steps: { screen in try await app.run(on: screen) })
  }

  func run(on screen: Screen) async throws {
    try await camera.start()
    print("session: \(camera.session.inputs.count) inputs, \(camera.session.outputs.count) outputs")
    print("preview: \(camera.view.previewLayer.connection == nil ? "not connected" : "connected")")
    try await takePhotos()
    try await camera.perform { try camera.changeToMovies() }
    try await camera.recordMovie(to: Screen.file("movie.mov"))
    print("movie: written")
    try await rehearseFailures()
    await screen.untilClosed()
    try await camera.perform { camera.stop() }
  }

  private func takePhotos() async throws {
    // The second capture begins before the first one ends.
    async let first = camera.takePhoto(to: Screen.file("first.jpg"))
    async let second = camera.takePhoto(to: Screen.file("second.jpg"))
    let photos = try await [first, second]
    for (name, steps) in zip(["first", "second"], photos) {
      print("\(name) photo: \(steps.joined(separator: ", "))")
    }
    let live = try await camera.takePhoto(
      to: Screen.file("live.jpg"), withMovie: Screen.file("live.mov"))
    print("Live Photo: \(live.joined(separator: ", "))")
    let captureCount = try await camera.perform { camera.capturesInProgress.count }
    print("captures in progress: \(captureCount)")
  }

  /// Posts the notifications of failures, which the app cannot cause itself.
  private func rehearseFailures() async throws {
    post(AVCaptureSession.runtimeErrorNotification, [AVCaptureSessionErrorKey: AVError(.mediaServicesWereReset)])
    try await camera.perform { print("running after a reset: \(camera.session.isRunning)") }
    let reason = AVCaptureSession.InterruptionReason.videoDeviceInUseByAnotherClient
    post(AVCaptureSession.wasInterruptedNotification, [AVCaptureSessionInterruptionReasonKey: reason.rawValue])
    await printButton()
    try await camera.perform { camera.resume() }
    await printButton()
    post(AVCaptureSession.interruptionEndedNotification, [:])
  }

  private func post(_ name: Notification.Name, _ userInfo: [String: Any]) {
    NotificationCenter.default.post(name: name, object: camera.session, userInfo: userInfo)
  }

  private func printButton() async {
    let isHidden = await MainActor.run { camera.view.resumeButton.isHidden }
    print("resume button: \(isHidden ? "hidden" : "shown")")
  }

  /// Resumes the session if the button is visible.
  private func resume() {
    guard !camera.view.resumeButton.isHidden else { return }
    Task { try await camera.perform { camera.resume() } }
  }
}
