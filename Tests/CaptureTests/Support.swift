import Cameras
@testable import Capture
import Dispatch
import Fixtures
import MediaSamples
import Metadata

/// Keeps what a video data output delivers, and can take as long for each frame as the test wants.
final class VideoLog: CaptureVideoDataOutputSampleBufferDelegate, Sendable {
  struct Entry: Sendable {
    var sample: SampleBuffer
    var connection: CaptureConnection
  }

  let frames = Log<Entry>()
  let drops = Log<Entry>()
  private let onFrame: @Sendable (SampleBuffer) -> Void

  init(onFrame: @escaping @Sendable (SampleBuffer) -> Void = { _ in }) { self.onFrame = onFrame }

  func captureOutput(
    _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {
    onFrame(sampleBuffer)
    // Without its picture, so that the camera gets its buffer back.
    let mark = SampleBuffer(
      ofLostFrame: sampleBuffer.formatDescription, timing: sampleBuffer.timing,
      sequenceNumber: sampleBuffer.sequenceNumber, attachments: sampleBuffer.attachments)
    frames.append(Entry(sample: mark, connection: connection))
  }

  func captureOutput(
    _ output: any CaptureOutput, didDrop sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {
    drops.append(Entry(sample: sampleBuffer, connection: connection))
  }

  var numbers: [UInt64] { frames.all.compactMap(\.sample.sequenceNumber) }

  var droppedCount: Int {
    drops.all.reduce(0) { sum, entry in
      if case .integer(let count)? = entry.sample.attachments[.droppedFrameCount] { sum + Int(count) } else { sum }
    }
  }
}

/// A session with a synthetic camera that makes frames when it is told to, and a video output.
struct SteppedSession {
  let camera: SyntheticCamera
  let session = CaptureSession()
  let input: CaptureDeviceInput
  let output = CaptureVideoDataOutput()
  let queue = DispatchQueue(label: "test")
  let log: VideoLog

  init(
    scene: any SyntheticScene = ColorBars(), uniqueID: String = "synthetic",
    faults: SyntheticFaults = SyntheticFaults(), options: SyntheticCamera.Options = SyntheticCamera.Options(),
    log: VideoLog = VideoLog(), starts: Bool = true
  ) throws {
    camera = .stepped(scene: scene, uniqueID: uniqueID, faults: faults, options: options)
    self.log = log
    input = try CaptureDeviceInput(device: camera.device)
    session.sessionPreset = .low
    try session.addInput(input)
    try session.addOutput(output)
    output.setSampleBufferDelegate(log, queue: queue)
    if starts { session.startRunning() }
  }

  /// Makes frames, and waits until each was taken.
  func step(_ count: Int = 1) {
    for _ in 0..<count {
      camera.step()
      settle()
    }
  }

  /// Waits until everything that waits on the delegate's queue was done.
  func settle() {
    // A dispatch source puts its handler on the queue a moment after it is woken.
    while !output.isIdle { queue.sync {} }
  }
}

extension SyntheticCamera {
  static func stepped(
    scene: any SyntheticScene = ColorBars(), uniqueID: String = "synthetic",
    faults: SyntheticFaults = SyntheticFaults(), options: Options = Options()
  ) -> SyntheticCamera {
    var options = options
    (options.pacing, options.faults) = (.stepped, faults)
    return SyntheticCamera(scene: scene, uniqueID: uniqueID, options: options)
  }
}
