@testable import OpenCaptureFlow
import OpenCaptureMediaSamples
import Testing

@Suite("Delivery of samples to a consumer")
struct DeliveryStateTests {
  /// A wrapper of the state with results as text, because `#expect` cannot call mutating methods.
  private final class Delivery {
    private(set) var state: DeliveryState

    init(_ capacity: SampleCapacity, reportsDrops: Bool = false, endsOnce: Bool = false) {
      state = DeliveryState(capacity, reportsDrops: reportsDrops, endsOnce: endsOnce)
    }

    func offer(_ numbers: UInt64..., from connection: CaptureConnection) {
      for number in numbers { _ = state.offer(pending(number, from: connection)) }
    }

    func isWanted(_ number: UInt64, from connection: CaptureConnection) -> Bool {
      if case .rejected = state.offer(pending(number, from: connection)) { false } else { true }
    }

    private func pending(_ number: UInt64, from connection: CaptureConnection) -> DeliveryState.Pending {
      let description = FormatDescription(pixelFormat: .grey, dimensions: VideoDimensions(width: 2, height: 2))
      let sample = SampleBuffer(ofLostFrame: description, timing: SampleTiming(), sequenceNumber: number)
      return DeliveryState.Pending(sample: sample, connection: connection, arrival: 0)
    }

    func next() -> String {
      switch state.next(on: 1, at: 0) {
      case .dropped(let dropped, _): "\(dropped.reason) \(dropped.count)"
      case .sample(let sample, _): "\(sample.sequenceNumber ?? 99)"
      case .ended(let error): error == nil ? "end" : "failure"
      case nil: "nothing"
      }
    }

    @discardableResult func finishEvent() -> Bool { state.finishEvent() }
    func countUndecodable() { state.countUndecodable() }
    func end(_ error: CaptureError? = nil) -> Bool { state.end(error) }
    func pause() { state.pause() }
    func resume(on thread: UInt) -> Bool { state.resume(on: thread) }
    func discard(from connection: CaptureConnection) -> Int { state.discard(from: [connection]).count }
    func close() -> Int { state.close().count }

    /// Takes all available events and returns them.
    func drain() -> [String] {
      var log: [String] = []
      while true {
        let next = next()
        if next == "nothing" { return log }
        log.append(next)
        _ = finishEvent()
      }
    }
  }

  private let one = CaptureConnection()
  private let other = CaptureConnection()

  @Test("A busy consumer receives no further sample")
  func busy() {
    let it = Delivery(.bounded(4))
    it.offer(0, 1, from: one)
    #expect([it.next(), it.next()] == ["0", "nothing"])
    #expect(!it.state.isIdle)
    #expect(it.finishEvent())
    #expect(it.next() == "1")
    #expect(!it.finishEvent())
    #expect(it.state.isIdle)
  }

  @Test("Drops are reported before the next sample, and counted even without reports")
  func drops() {
    let it = Delivery(.newest, reportsDrops: true)
    it.offer(0, 1, 2, from: one)
    #expect(it.drain() == ["late 1", "late 1", "2"])
    let silent = Delivery(.bounded(1))
    silent.offer(0, 1, 2, from: one)
    #expect(silent.drain() == ["0"])
    #expect(silent.state.statistics.dropped.outOfBuffers == 2)
  }

  @Test("The end is reported after the waiting samples, and more samples can follow")
  func end() {
    let it = Delivery(.bounded(4), reportsDrops: true)
    it.offer(0, from: one)
    #expect(it.end(CaptureError(.stalled, subject: "it", reason: "silence")))
    #expect(it.drain() == ["0", "failure"])
    it.offer(1, from: one)
    #expect(it.end())
    #expect(it.drain() == ["1", "end"])
  }

  @Test("After a final end, waiting samples are delivered, no more are accepted, and the end repeats")
  func finalEnd() {
    let it = Delivery(.bounded(4), endsOnce: true)
    it.offer(0, from: one)
    #expect(it.end(CaptureError(.stalled, subject: "it", reason: "silence")))
    #expect(!it.end())
    #expect(!it.isWanted(1, from: one))
    #expect(it.state.hasRoom(for: one) && it.state.isDrained(of: one))
    #expect(it.next() == "0")
    it.finishEvent()
    #expect([it.next(), it.next()] == ["failure", "failure"])
  }

  @Test("A delivery counts when it completes, and only once")
  func counting() {
    let it = Delivery(.bounded(4))
    it.offer(0, 1, 2, from: one)
    #expect(it.next() == "0" && it.state.statistics.deliveredCount == 0)
    it.finishEvent()
    #expect(it.state.statistics.deliveredCount == 1)
    #expect(it.next() == "1")
    it.countUndecodable()
    it.finishEvent()
    #expect(it.state.statistics.deliveredCount == 1 && it.state.statistics.undecodableCount == 1)
    #expect(it.next() == "2")
    #expect(it.close() == 0 && it.state.statistics.deliveredCount == 2)
    it.finishEvent()
    #expect(it.state.statistics.deliveredCount == 2)
  }

  @Test("A paused sample that is discarded does not count as delivered")
  func discardedDelivery() {
    let it = Delivery(.newest)
    it.offer(0, from: one)
    #expect(it.next() == "0")
    it.pause()
    #expect(it.discard(from: one) == 0)
    it.finishEvent()
    #expect(it.state.statistics.deliveredCount == 0)
  }

  @Test("Samples of a removed connection are rejected and discarded, and those of others stay")
  func discard() {
    let it = Delivery(.bounded(4))
    it.offer(0, 2, from: one)
    it.offer(1, 3, from: other)
    one.isActive = false
    #expect(it.discard(from: one) == 2)
    #expect(!it.isWanted(4, from: one))
    #expect(it.drain() == ["1", "3"])
  }

  @Test("Closing a connection waits for its sample in flight, except on the consumer's own thread")
  func waiting() {
    let it = Delivery(.newest)
    it.offer(0, from: one)
    #expect(it.next() == "0")
    #expect(it.state.isBusy(with: [one], seenFrom: 2))
    #expect(!it.state.isBusy(with: [one], seenFrom: 1))
    #expect(!it.state.isBusy(with: [other], seenFrom: 2))
    #expect(!it.finishEvent())
    #expect(!it.state.isBusy(with: [one], seenFrom: 2))
  }

  @Test("A paused consumer does not block callers, and does not resume after its sample was discarded")
  func elsewhere() {
    let it = Delivery(.newest)
    it.offer(0, from: one)
    #expect(it.next() == "0")
    it.pause()
    #expect(!it.state.isBusy(with: [one], seenFrom: 2) && !it.state.isIdle)
    #expect(it.resume(on: 3))
    #expect(it.state.isBusy(with: [one], seenFrom: 2))
    it.pause()
    #expect(it.discard(from: one) == 0)
    #expect(!it.resume(on: 3))
    #expect(!it.finishEvent())
    #expect(it.state.isIdle)
  }

  @Test("A closed delivery rejects samples and returns the waiting ones, but the consumer keeps its current sample")
  func closing() {
    let it = Delivery(.bounded(4), reportsDrops: true)
    it.offer(0, 1, 2, from: one)
    #expect(it.next() == "0")
    #expect(it.close() == 2)
    #expect(it.state.isBusy(with: [one], seenFrom: 2))
    #expect(!it.end())
    #expect(!it.finishEvent())
    #expect(it.drain() == [])
    #expect(it.state.hasRoom(for: one) && it.state.isDone(with: one) && it.state.isIdle)
  }

  @Test("A waiting source continues when the queue has space or its connection is removed")
  func room() {
    let it = Delivery(.bounded(1))
    it.offer(0, from: one)
    #expect(!it.state.hasRoom(for: one) && !it.state.isDone(with: one))
    one.isActive = false
    #expect(it.state.hasRoom(for: one) && it.state.isDone(with: one))
  }
}
