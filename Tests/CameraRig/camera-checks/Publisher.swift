import Dispatch
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCapturePipeWire
import OpenCaptureProcessing
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import OpenCaptureSystem

/// A synthetic camera that is shown to other programs.
final class Publisher: CaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
  let session = CaptureSession()
  private let output = CaptureVideoDataOutput()
  private let consumer: Locked<Consumer>

  private struct Consumer: Lockable {
    var consumer: VirtualCameraConsumer
    var last: SampleBuffer?
    var times: [MediaTime] = []
    var failure: (any Error)?
  }

  init(
    _ consumer: VirtualCameraConsumer, _ scene: any SyntheticScene = CodeAndFaces(),
    size: VideoDimensions = VideoDimensions(width: 640, height: 480)
  ) throws {
    var options = SyntheticCamera.Options()
    options.modes = [(size, [30])]
    self.consumer = Locked(Consumer(consumer: consumer))
    output.settings = .passthrough
    try session.add(CaptureDeviceInput(device: SyntheticCamera(scene: scene, options: options).device))
    try session.add(output)
    output.setSampleBufferDelegate(self, queue: DispatchQueue(label: "publisher"))
    session.startRunning()
  }

  func captureOutput(
    _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {
    consumer.withLock {
      do { try $0.consumer.take(Frame(sampleBuffer)) } catch { $0.failure = error }
      $0.last = sampleBuffer
      $0.times.append(sampleBuffer.presentationTimeStamp)
    }
  }

  /// The last frame.
  var last: SampleBuffer? { consumer.withLock { $0.last } }

  /// The times of all frames.
  var times: [MediaTime] { consumer.withLock { $0.times } }

  /// The last error of the consumer.
  var failure: (any Error)? { consumer.withLock { $0.failure } }

  var statistics: VirtualCameraStatistics { consumer.withLock { $0.consumer.statistics } }

  func stop() {
    session.stopRunning()
    consumer.withLock { $0.consumer.finish() }
  }
}
