import AVFoundation
import CoreImage
import TutorialScreen

/// The camera app of the classic AVFoundation tutorial, step by step.
///
/// For iOS. macOS has no zoom, points of interest or cameras by position.
@main
struct CaptureTutorial {
  let controller = CaptureController()
  let previewLayer: AVCaptureVideoPreviewLayer
  let overlay: DetectionOverlay

  static func main() {
    let tutorial = CaptureTutorial()
    Screen.run(
      "Capture controller", showing: tutorial.previewLayer, tapped: { point in try? tutorial.tap(at: point) },
      steps: { screen in try await tutorial.run(on: screen) })
  }

  init() {
    previewLayer = AVCaptureVideoPreviewLayer(session: controller.session)
    previewLayer.videoGravity = .resizeAspectFill
    previewLayer.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
    overlay = DetectionOverlay(over: previewLayer)
  }

  /// Runs the steps in the background, so that calls that wait for the camera do not block the main thread.
  func run(on screen: Screen) async throws {
    guard await AVCaptureDevice.requestAccess(for: .video) else { return print("Access to the camera denied.") }
    _ = await AVCaptureDevice.requestAccess(for: .audio)
    try controller.setUp()
    controller.session.startRunning()
    print("session: \(controller.session.inputs.count) inputs, \(controller.session.outputs.count) outputs")
    for _ in 0..<2 {
      try controller.switchCameras()
      print("camera: \(controller.activeInput?.device.position == .front ? "front" : "back")")
    }
    try await adjustCamera()
    try await takePhotoAndMovie()
    await detect()
    try controller.useHighestFrameRate()
    try controller.configure { device in
      let size = CMVideoFormatDescriptionGetDimensions(device.activeFormat.formatDescription)
      let rate = 1 / device.activeVideoMinFrameDuration.seconds
      print("highest rate: \(size.width)x\(size.height) at \(Int(rate.rounded())) frames per second")
    }
    await screen.untilClosed()
    controller.session.stopRunning()
    print("session: \(controller.session.isRunning ? "running" : "stopped")")
  }

  /// Focuses and exposes at a point of the preview.
  private func tap(at point: CGPoint) throws {
    try controller.focusAndExpose(at: previewLayer.captureDevicePointConverted(fromLayerPoint: point))
  }

  private func adjustCamera() async throws {
    guard let camera = controller.activeInput?.device else { throw CaptureController.Failure.noCamera }
    try tap(at: CGPoint(x: previewLayer.bounds.midX, y: previewLayer.bounds.height / 4))
    let point = camera.focusPointOfInterest
    print(String(format: "focus and exposure at %.2f, %.2f", Double(point.x), Double(point.y)))
    while camera.isAdjustingFocus { try await Task.sleep(nanoseconds: 10_000_000) }
    try controller.resetFocusAndExposure()
    print("focus: \(camera.focusMode == .continuousAutoFocus ? "continuous" : "unchanged")")
    print("exposure: \(camera.exposureMode == .continuousAutoExposure ? "continuous" : "unchanged")")
    if camera.hasTorch, camera.isTorchModeSupported(.on) {
      try controller.configure { $0.torchMode = .on }
      print("torch: \(camera.torchLevel)")
      try controller.configure { $0.torchMode = .off }
    }
    try controller.configure { $0.ramp(toVideoZoomFactor: min(2, $0.activeFormat.videoMaxZoomFactor), withRate: 8) }
    while camera.isRampingVideoZoom { try await Task.sleep(nanoseconds: 10_000_000) }
    print("zoom: \(camera.videoZoomFactor)")
    try controller.configure { $0.videoZoomFactor = 1 }
  }

  private func takePhotoAndMovie() async throws {
    let photo = try await controller.takePhoto(flashMode: .auto)
    try photo.write(to: Screen.file("photo.jpg"))
    print("photo: written")
    let movie = Screen.file("movie.mov")
    try await controller.recordMovie(to: movie)
    print("movie: written")
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: movie))
    // A height of zero keeps the proportions.
    generator.maximumSize = CGSize(width: 160, height: 0)
    generator.appliesPreferredTrackTransform = true
    let thumbnail = try await generator.image(at: .zero).image
    try CIContext().writeJPEGRepresentation(
      of: CIImage(cgImage: thumbnail), to: Screen.file("thumbnail.jpg"),
      colorSpace: CGColorSpaceCreateDeviceRGB())
    print("thumbnail: \(thumbnail.width)x\(thumbnail.height)")
  }

  /// Waits for a code and two faces.
  private func detect() async {
    let (frames, continuation) = AsyncStream.makeStream(of: String.self)
    controller.detected = { objects in
      overlay.show(objects)
      let codes = objects.compactMap { $0 as? AVMetadataMachineReadableCodeObject }
      guard let code = codes.first?.stringValue, overlay.boxes.count >= 2 else { return }
      continuation.yield("\(code), \(overlay.boxes.count) faces")
    }
    controller.startDetecting()
    for await frame in frames {
      print("detected: \(frame)")
      break
    }
  }
}
