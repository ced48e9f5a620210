import AVFoundation

/// A camera with manual settings, and an analysis of its frames.
final class ManualCamera {
  enum CameraError: Error { case none, rejected }

  let session = AVCaptureSession()
  let device: AVCaptureDevice
  let watcher = FrameWatcher()

  init() throws {
    guard let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back) else {
      throw CameraError.none
    }
    self.device = device
    let input = try AVCaptureDeviceInput(device: device)
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    if session.canSetSessionPreset(.vga640x480) { session.sessionPreset = .vga640x480 }
    guard session.canAddInput(input), session.canAddOutput(watcher.output) else { throw CameraError.rejected }
    session.addInput(input)
    session.addOutput(watcher.output)
  }

  /// Changes the camera while it is locked for configuration.
  func configure(_ body: () throws -> Void) throws {
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    try body()
  }

  /// Sets a manual exposure within the camera's range, and returns the analysis of the first frame with it.
  func expose(for duration: CMTime, iso: Float) async throws -> FrameAnalysis {
    let format = device.activeFormat
    let duration = CMTimeClampToRange(
      duration, range: CMTimeRange(start: format.minExposureDuration, end: format.maxExposureDuration))
    let iso = min(max(iso, format.minISO), format.maxISO)
    try device.lockForConfiguration()
    let time = await device.setExposureModeCustom(duration: duration, iso: iso)
    device.unlockForConfiguration()
    return await watcher.picture(from: time)
  }

  /// Moves the lens, and returns the analysis of the first frame after it.
  func focus(at lensPosition: Float) async throws -> FrameAnalysis {
    let time: CMTime = try await withCheckedThrowingContinuation { continuation in
      do {
        try configure {
          device.setFocusModeLocked(lensPosition: lensPosition) { continuation.resume(returning: $0) }
        }
      } catch { continuation.resume(throwing: error) }
    }
    return await watcher.picture(from: time)
  }
}
