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

/// What a session costs once it runs.
@Suite("Steady state", .serialized)
struct SteadyStateTests {
  /// A scene that draws nothing, and remembers where.
  private struct Nothing: SyntheticScene {
    let places = Locked<Set<UInt>>([])

    func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) {
      buffer.withUnsafePlane(0) { plane in
        places.withLock { _ = $0.insert(UInt(bitPattern: plane.baseAddress)) }
      }
    }
  }

  @Test(
    "A frame takes nothing from the heap on the source's thread",
    .enabled(if: allocation_counter_works(), "a sanitizer brings a heap of its own"),
    .enabled(if: isOptimized, "what isn't optimized takes more"))
  func allocations() throws {
    let it = try SteppedSession(scene: Nothing())
    for _ in 0..<100 { try it.step() }
    var taken: UInt = 0
    for _ in 0..<1000 {
      let before = allocation_count()
      it.camera.step()
      taken += UInt(allocation_count() - before)
      try it.settle()
    }
    // Dispatch makes a thread now and then, on whichever thread wakes a queue.
    #expect(taken < 20)
  }

  @Test(
    "A consumer that takes ten times as long as a frame, for 10,000 frames: newest frames, full account, flat memory"
  )
  func slowConsumer() throws {
    let (gate, entered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let scene = Nothing()
    let it = try SteppedSession(
      scene: scene,
      log: VideoLog { _ in
        entered.signal()
        gate.wait()
      })
    var taken: UInt = 0
    it.camera.step()
    for round in 1...1000 {
      try entered.wait(for: "frame \(round * 10 - 10)")
      let before = allocation_count()
      it.camera.step(10)
      if round > 100 { taken += UInt(allocation_count() - before) }
      gate.signal()
    }
    try entered.wait(for: "the last frame")
    gate.signal()
    try it.settle()
    #expect(it.log.numbers == (0...1000).map { UInt64($0 * 10) })
    #expect(it.log.droppedCount == 9000)
    #expect(it.output.statistics.dropped.late == 9000)
    // Frames that nobody takes leave neither pictures nor anything else behind.
    #expect(scene.places.withLock { $0.count } < 10)
    #expect(taken < 20 || !isOptimized)
  }
}
