import Dispatch
import Glibc
import OpenCapture

/// What a session costs between a camera and a delegate.
struct CaptureWorkloads {
  private static let frames = 500
  private static let size = VideoDimensions(width: 1920, height: 1080)

  var all: [Workload] {
    get throws { [try hop, try throughput] }
  }

  /// From the source to the delegate, beside a bare hop to a queue; both wait for each other.
  ///
  /// In steady state a frame takes nothing from the heap, where a hop takes the closure: Dispatch makes a thread now and
  /// then.
  private var hop: Workload {
    get throws {
      let done = DispatchSemaphore(value: 0)
      let session = try SteppedCapture(size: VideoDimensions(width: 320, height: 240), scene: Nothing()) {
        done.signal()
      }
      let queue = DispatchQueue(label: "benchmark")
      return Workload(
        name: "CaptureSession, source to delegate",
        ours: .work("CaptureVideoDataOutput", scale: Self.frames, countsAllocations: true) {
          for _ in 0..<Self.frames {
            session.camera.step()
            done.wait()
          }
        },
        peers: [
          Workload.Peer(
            contender: .work("DispatchQueue.async", scale: Self.frames, countsAllocations: true) {
              for _ in 0..<Self.frames {
                queue.async { done.signal() }
                done.wait()
              }
            }, bounds: [.wall: 3, .cpu: 2.5, .allocations: 0.05])
        ])
    }
  }

  /// Frames as fast as they can be made, beside making them in a plain loop.
  private var throughput: Workload {
    get throws {
      let picture = try PixelBuffer(format: .yuyv, width: Self.size.width, height: Self.size.height)
      var buffers = try (0..<8).map { _ in try PixelBuffer(layout: picture.layout) }
      let session = try SteppedCapture(size: Self.size, scene: Copy(picture: picture)) {}
      return Workload(
        name: "CaptureSession, YUYV 1920×1080 as fast as it is made",
        ours: .work("CaptureSession", scale: 100) { session.camera.step(100) },
        peers: [
          Workload.Peer(
            contender: .work("plain loop", scale: 100) {
              for index in 0..<100 { try Copy(picture: picture).copy(into: &buffers[index % buffers.count]) }
            }, bounds: [.wall: 1.3, .cpu: 1.3])
        ])
    }
  }
}

/// A session whose camera makes a frame when it is told to.
private final class SteppedCapture: CaptureVideoDataOutputSampleBufferDelegate, Sendable {
  let camera: SyntheticCamera
  private let session = CaptureSession()
  private let output = CaptureVideoDataOutput()
  private let onFrame: @Sendable () -> Void

  init(size: VideoDimensions, scene: any SyntheticScene, onFrame: @escaping @Sendable () -> Void) throws {
    var options = SyntheticCamera.Options()
    options.pacing = .stepped
    options.modes = [(size, [30])]
    camera = SyntheticCamera(scene: scene, options: options)
    self.onFrame = onFrame
    let device = camera.device
    try device.lockForConfiguration()
    device.activeFormat = device.formats[0]
    device.unlockForConfiguration()
    session.sessionPreset = .inputPriority
    try session.addInput(CaptureDeviceInput(device: device))
    try session.addOutput(output)
    output.setSampleBufferDelegate(self, queue: DispatchQueue(label: "benchmark.delegate"))
    session.startRunning()
  }

  func captureOutput(
    _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) { onFrame() }
}

/// A scene that costs nothing.
private struct Nothing: SyntheticScene {
  func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) {}
}

/// A scene that costs one pass over the memory.
private struct Copy: SyntheticScene {
  let picture: PixelBuffer

  func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) throws { try copy(into: &buffer) }

  func copy(into buffer: inout PixelBuffer) throws {
    try buffer.withUnsafeMutablePlane(0) { to in
      picture.withUnsafePlane(0) { from in
        if let to = to.baseAddress, let from = from.baseAddress { memcpy(to, from, picture.layout.byteCount) }
      }
    }
  }
}
