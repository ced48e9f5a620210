import AVFoundation
import CAllocationCounter
import CaptureFixtures
import Fixtures
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Testing

/// The cost of a delegate call through Apple's names.
@Suite("Cost of delegate calls", .serialized)
struct DelegateCostTests {
  /// A delegate that reads each frame and counts the heap allocations of its thread since the previous frame.
  private final class Viewer: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    private struct State: Lockable {
      var thread: pthread_t?
      var before: UInt = 0
      var frames = 0
      var freeFrames = 0
    }

    private let state = Locked(State())

    /// The number of frames with known counts, and the number of frames without allocations.
    var counts: (frames: Int, free: Int) { state.withLock { ($0.frames, $0.freeFrames) } }

    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
      let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
      let width = CMSampleBufferGetImageBuffer(sampleBuffer).map(CVPixelBufferGetWidth) ?? 0
      let now = UInt(allocation_count())
      state.withLock { state in
        if time.isValid, width > 0, state.thread == pthread_self() {
          state.frames += 1
          if now == state.before { state.freeFrames += 1 }
        }
        state.thread = pthread_self()
        state.before = now
      }
    }
  }

  @Test(
    "Delivering a frame to a delegate allocates no memory",
    .enabled(if: allocation_counter_works(), "sanitizers replace the heap"),
    .enabled(if: isOptimized, "unoptimized code allocates memory"))
  func allocations() throws {
    let camera = SyntheticCamera.stepped()
    let session = AVCaptureSession()
    let output = AVCaptureVideoDataOutput()
    let viewer = Viewer()
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    session.addOutput(output)
    output.alwaysDiscardsLateVideoFrames = false
    let queue = DispatchQueue(label: "frames")
    output.setSampleBufferDelegate(viewer, queue: queue)
    session.startRunning()
    // Dispatch chooses the thread of a queue, but one thread processes all waiting work.
    for _ in 0..<1_000 where viewer.counts.frames < 200 {
      queue.suspend()
      for _ in 0..<4 { camera.step() }
      queue.resume()
      try output.settle()
    }
    session.stopRunning()
    let (frames, free) = viewer.counts
    // Between two frames, the thread can have executed other work of Dispatch.
    #expect(frames >= 200 && free > frames * 3 / 4, "\(free) of \(frames) frames")
  }
}
