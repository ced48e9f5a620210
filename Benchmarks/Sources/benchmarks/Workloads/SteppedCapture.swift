import Dispatch
import OpenCapture

/// A session whose camera creates a frame on request.
final class SteppedCapture: Sendable {
  let camera: SyntheticCamera
  private let session = CaptureSession()
  private let delegate: any CaptureVideoDataOutputSampleBufferDelegate & Sendable

  init(
    size: VideoDimensions, scene: any SyntheticScene,
    delegate: any CaptureVideoDataOutputSampleBufferDelegate & Sendable
  ) throws {
    var options = SyntheticCamera.Options()
    options.pacing = .stepped
    options.modes = [(size, [30])]
    camera = SyntheticCamera(scene: scene, options: options)
    self.delegate = delegate
    let device = camera.device
    let output = CaptureVideoDataOutput()
    try device.lockForConfiguration()
    device.activeFormat = device.formats[0]
    device.unlockForConfiguration()
    session.sessionPreset = .inputPriority
    try session.add(CaptureDeviceInput(device: device))
    try session.add(output)
    output.setSampleBufferDelegate(delegate, queue: DispatchQueue(label: "benchmark.delegate"))
    session.startRunning()
  }

  convenience init(
    size: VideoDimensions, scene: any SyntheticScene, onFrame: @escaping @Sendable (SampleBuffer) -> Void
  ) throws {
    try self.init(size: size, scene: scene, delegate: FrameHandler(onFrame: onFrame))
  }
}

/// A delegate that calls a closure.
private final class FrameHandler: CaptureVideoDataOutputSampleBufferDelegate, Sendable {
  private let onFrame: @Sendable (SampleBuffer) -> Void

  init(onFrame: @escaping @Sendable (SampleBuffer) -> Void) { self.onFrame = onFrame }

  func captureOutput(
    _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) { onFrame(sampleBuffer) }
}
