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
      var taken: UInt = 0
    }

    private let state = Locked(State())

    var counts: (frames: Int, taken: UInt) { state.withLock { ($0.frames, $0.taken) } }

    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
      let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
      let width = CMSampleBufferGetImageBuffer(sampleBuffer).map(CVPixelBufferGetWidth) ?? 0
      let now = UInt(allocation_count())
      state.withLock { state in
        if time.isValid, width > 0, state.thread == pthread_self() {
          state.frames += 1
          state.taken += now - state.before
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
    output.setSampleBufferDelegate(viewer, queue: DispatchQueue(label: "frames"))
    session.startRunning()
    // Which thread a queue has is Dispatch's to choose: on a busy machine it is seldom the same twice.
    for _ in 0..<100_000 where viewer.counts.frames < 200 {
      camera.step()
      try output.settle()
    }
    session.stopRunning()
    let (frames, taken) = viewer.counts
    #expect(frames == 200 && taken < 20, "\(taken) in \(frames) frames")
  }
}
