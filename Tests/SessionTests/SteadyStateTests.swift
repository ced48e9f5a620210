import OpenCaptureFlow
import CaptureFixtures
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import CAllocationCounter
@testable import OpenCaptureSession
import Dispatch
import Fixtures
import OpenCaptureMediaSamples
import Testing

/// The cost of a running session.
@Suite("Steady state", .serialized)
struct SteadyStateTests {
  /// A scene that draws nothing and records the addresses of its buffers.
  private struct Nothing: SyntheticScene {
    let places = Locked<Set<UInt>>([])

    func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) {
      buffer.withUnsafePlane(0) { plane in
        places.withLock { _ = $0.insert(UInt(bitPattern: plane.baseAddress)) }
      }
    }
  }

  @Test(
    "A frame allocates no memory on the source's thread",
    .enabled(if: allocation_counter_works(), "sanitizers replace the allocator"),
    .enabled(if: isOptimized, "unoptimized code allocates more"))
  func allocations() throws {
    let it = try SteppedSession(scene: Nothing())
    for _ in 0..<100 { try it.step() }
    var allocated: UInt = 0
    for _ in 0..<1000 {
      let before = allocation_count()
      it.camera.step()
      allocated += UInt(allocation_count() - before)
      try it.settle()
    }
    // Dispatch occasionally creates a thread on the thread that wakes a queue.
    #expect(allocated < 20)
  }

  @Test(
    "With a consumer ten times too slow for 10,000 frames, the newest are delivered, all counted, and memory stays flat"
  )
  func slowConsumer() throws {
    let gate = DispatchSemaphore(value: 0)
    let entered = DispatchSemaphore(value: 0)
    let scene = Nothing()
    let it = try SteppedSession(
      scene: scene,
      log: VideoLog { _ in
        entered.signal()
        gate.wait()
      })
    var allocated: UInt = 0
    it.camera.step()
    for round in 1...1000 {
      try entered.wait(for: "frame \(round * 10 - 10)")
      let before = allocation_count()
      it.camera.step(10)
      if round > 100 { allocated += UInt(allocation_count() - before) }
      gate.signal()
    }
    try entered.wait(for: "the last frame")
    gate.signal()
    try it.settle()
    #expect(it.log.numbers == (0...1000).map { UInt64($0 * 10) })
    #expect(it.log.droppedCount == 9000)
    #expect(it.output.statistics.dropped.late == 9000)
    // Dropped frames leave neither buffers nor other allocations behind.
    #expect(scene.places.withLock { $0.count } < 10)
    #expect(allocated < 20 || !isOptimized)
  }
}
