import AVFoundation
import CAllocationCounter
import CaptureFixtures
import Fixtures
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Testing

/// What it costs to be called by Apple's names.
@Suite("A delegate's cost", .serialized)
struct DelegateCostTests {
  /// Looks at each frame as programs do, and counts what its thread took from the heap meanwhile and since the last frame.
  private final class Viewer: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    private struct State: Lockable {
      var thread: pthread_t?
      var before: UInt = 0
      var frames = 0
      var freeFrames = 0
    }

    private let state = Locked(State())

    /// Of how many frames it is known what they took, and how many of these took nothing.
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
        (state.thread, state.before) = (pthread_self(), now)
      }
    }
  }

  @Test(
    "A frame takes nothing from the heap where the delegate is called, as without Apple's names",
    .enabled(if: allocation_counter_works(), "a sanitizer brings a heap of its own"),
    .enabled(if: isOptimized, "what isn't optimized takes more"))
  func allocations() throws {
    let camera = SyntheticCamera.stepped()
    let (session, output, viewer) = (AVCaptureSession(), AVCaptureVideoDataOutput(), Viewer())
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    session.addOutput(output)
    output.alwaysDiscardsLateVideoFrames = false
    let queue = DispatchQueue(label: "frames")
    output.setSampleBufferDelegate(viewer, queue: queue)
    session.startRunning()
    // Which thread a queue has is Dispatch's to choose, but what waited is done by the same one.
    for _ in 0..<1_000 where viewer.counts.frames < 200 {
      queue.suspend()
      for _ in 0..<4 { camera.step() }
      queue.resume()
      try output.settle()
    }
    session.stopRunning()
    let (frames, free) = viewer.counts
    // Between two frames, a thread may have done what others gave to Dispatch.
    #expect(frames >= 200 && free > frames * 3 / 4, "\(free) of \(frames) frames")
  }
}
