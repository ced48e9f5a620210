import AVFoundation

/// A camera with manual settings, and an analysis of its frames.
final class ManualCamera: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  enum Failure: Error { case rejected }

  let session = AVCaptureSession()
  let device: AVCaptureDevice
  private let output = AVCaptureVideoDataOutput()
  private let queue = DispatchQueue(label: "frames")
  private var received: ((CVPixelBuffer, FrameAnalysis) -> Void)?
  /// The requests for a frame from a time on, used only on the queue.
  private var requests: [(time: CMTime, continuation: CheckedContinuation<FrameAnalysis, Never>)] = []

  init(_ device: AVCaptureDevice) { self.device = device }

  /// Adds the camera and the output, and starts the session.
  func start() throws {
    let input = try AVCaptureDeviceInput(device: device)
    session.beginConfiguration()
    if session.canSetSessionPreset(.vga640x480) { session.sessionPreset = .vga640x480 }
    guard session.canAddInput(input), session.canAddOutput(output) else { throw Failure.rejected }
    session.addInput(input)
    session.addOutput(output)
    // The first plane of this format is luma, the second one color.
    output.videoSettings = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    ]
    output.setSampleBufferDelegate(self, queue: queue)
    session.commitConfiguration()
    session.startRunning()
  }

  /// Changes the camera while it is locked for configuration.
  func configure(_ body: () throws -> Void) throws {
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    try body()
  }

  /// Changes the camera, and returns the analysis of the first frame with the change.
  ///
  /// The change passes the completion handler to a method of the camera, which calls it with the frame's time.
  func frame(
    after change: (AVCaptureDevice, @escaping @Sendable (CMTime) -> Void) -> Void
  ) async throws -> FrameAnalysis {
    let time: CMTime = try await withCheckedThrowingContinuation { continuation in
      do {
        try configure { change(device) { continuation.resume(returning: $0) } }
      } catch { continuation.resume(throwing: error) }
    }
    return await frame(from: time)
  }

  /// Returns the analysis of the first frame at or after a time.
  func frame(from time: CMTime) async -> FrameAnalysis {
    await withCheckedContinuation { continuation in
      queue.async { self.requests.append((time, continuation)) }
    }
  }

  /// Calls a closure with each frame from now on.
  func forEachFrame(_ body: @escaping (CVPixelBuffer, FrameAnalysis) -> Void) {
    queue.async { self.received = body }
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
    let due = requests.filter { CMTimeCompare($0.time, time) <= 0 }
    // Frames that nobody needs are not analyzed.
    guard !due.isEmpty || received != nil, let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer),
      let analysis = FrameAnalysis(pixelBuffer)
    else { return }
    requests.removeAll { CMTimeCompare($0.time, time) <= 0 }
    for request in due { request.continuation.resume(returning: analysis) }
    received?(pixelBuffer, analysis)
  }
}
