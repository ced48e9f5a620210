import CAllocationCounter
import Dispatch
@testable import OpenCaptureFlow
import OpenCaptureMediaSamples
import Testing

@Suite("Delivery in steady state")
struct SteadyDeliveryTests {
  private final class IdleOutput: CaptureOutput {
    let link = CaptureOutputLink()
    let receivers: [any SampleReceiver] = []
  }

  @Test(
    "A frame allocates no memory, neither on the source's thread nor on the consumer's queue",
    .enabled(if: allocation_counter_works(), "sanitizers replace the allocator"))
  func allocations() throws {
    // The queue stays inactive: the test calls its handler instead.
    let queue = DispatchQueue(label: "test", attributes: .initiallyInactive)
    defer { queue.activate() }
    let delivery = SampleDelivery(on: queue, reportsDrops: true) { _, _ in }
    defer { delivery.close() }
    let connection = CaptureConnection(inputPorts: [CaptureInputPort(.video)], output: IdleOutput())
    connection.isActive = true
    let sample = SampleBuffer(pixelBuffer: try PixelBuffer(format: .yuyv, width: 8, height: 8))
    var converter = SampleConverter()
    func deliver() {
      delivery.receive(sample, from: connection, canWait: false)
      delivery.deliverNext { _, event in
        guard case .sample(let sample, _) = event else { return }
        _ = try? converter.convert(sample, to: VideoSettings())
      }
    }
    for _ in 0..<100 { deliver() }
    let before = allocation_count()
    for _ in 0..<1000 { deliver() }
    #expect(allocation_count() - before < 20)
    #expect(delivery.statistics.deliveredCount == 1100)
  }
}
