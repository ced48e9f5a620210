import Dispatch
import OpenCapture

/// A delegate for camera frames as in common tutorials.
final class FrameExtractor: CaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
  private let position = CaptureDevice.Position.unspecified
  private let quality = CaptureSession.Preset.medium

  private var permissionGranted = false
  private let sessionQueue = DispatchQueue(label: "session queue")
  private let captureSession = CaptureSession()

  private let captured: (PixelBuffer) -> Void

  /// Starts the camera.
  ///
  /// - Parameter captured: Called for each frame, on a separate queue.
  init(captured: @escaping (PixelBuffer) -> Void) {
    self.captured = captured
    checkPermission()
    sessionQueue.async { [unowned self] in
      self.configureSession()
      self.captureSession.startRunning()
    }
  }

  // MARK: AVSession configuration

  private func checkPermission() {
    switch CaptureDevice.authorizationStatus(for: .video) {
    case .authorized: permissionGranted = true
    case .notDetermined: requestPermission()
    default: permissionGranted = false
    }
  }

  private func requestPermission() {
    sessionQueue.suspend()
    CaptureDevice.requestAccess(for: .video) { [unowned self] granted in
      self.permissionGranted = granted
      self.sessionQueue.resume()
    }
  }

  private func configureSession() {
    captureSession.sessionPreset = quality
    guard let captureDevice = selectCaptureDevice() else { return }
    guard let captureDeviceInput = try? CaptureDeviceInput(device: captureDevice) else { return }
    guard captureSession.canAddInput(captureDeviceInput) else { return }
    try? captureSession.add(captureDeviceInput)
    let videoOutput = CaptureVideoDataOutput()
    videoOutput.settings = VideoSettings(pixelFormat: .bgra)
    videoOutput.alwaysDiscardsLateVideoFrames = true
    videoOutput.setSampleBufferDelegate(self, queue: DispatchQueue(label: "sample buffer"))
    guard captureSession.canAddOutput(videoOutput) else { return }
    try? captureSession.add(videoOutput)
    guard let connection = videoOutput.connection(with: .video) else { return }
    guard connection.isVideoMirroringSupported else { return }
    connection.videoRotation = .degrees90
    connection.isVideoMirrored = position == .front
  }

  private func selectCaptureDevice() -> CaptureDevice? {
    CaptureDevice.DiscoverySession(
      deviceTypes: [.synthetic], mediaType: .video, position: position
    ).devices.first
  }

  func stop() { captureSession.stopRunning() }

  // MARK: CaptureVideoDataOutputSampleBufferDelegate

  func captureOutput(
    _ output: CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {
    guard let pixelBuffer = sampleBuffer.pixelBuffer else { return }
    captured(pixelBuffer)
  }

  func captureOutput(
    _ output: CaptureOutput, didDrop sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {
    print("dropped", sampleBuffer.bufferAttachments[.droppedFrameReason] ?? .string("unknown reason"))
  }
}
