@testable import OpenCaptureFlow
import OpenCaptureMediaSamples
import Testing

@Suite("What a consumer gets, and when")
struct DeliveryStateTests {
  /// The state, in words: `#expect` can't change a value.
  private final class Delivery {
    private(set) var state: DeliveryState

    init(_ capacity: SampleCapacity, reportsDrops: Bool = false) {
      state = DeliveryState(capacity, reportsDrops: reportsDrops)
    }

    func offer(_ numbers: UInt64..., from connection: CaptureConnection) {
      for number in numbers { _ = state.offer(pending(number, from: connection)) }
    }

    func isWanted(_ number: UInt64, from connection: CaptureConnection) -> Bool {
      if case .unwanted = state.offer(pending(number, from: connection)) { false } else { true }
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

    func finishTurn() -> Bool { state.finishTurn() }
    func end(_ error: CaptureError? = nil) -> Bool { state.end(error) }
    func pause() { state.pause() }
    func resume(on thread: UInt) -> Bool { state.resume(on: thread) }
    func discard(from connection: CaptureConnection) -> Int { state.discard(from: [connection]).count }
    func close() -> Int { state.close().count }

    /// Takes everything until nothing comes.
    func drain() -> [String] {
      var log: [String] = []
      while true {
        let next = next()
        if next == "nothing" { return log }
        log.append(next)
        _ = finishTurn()
      }
    }
  }

  private let one = CaptureConnection()
  private let other = CaptureConnection()

  @Test("While the consumer is busy it is given nothing")
  func busy() {
    let it = Delivery(.bounded(4))
    it.offer(0, 1, from: one)
    #expect([it.next(), it.next()] == ["0", "nothing"])
    #expect(!it.state.isIdle)
    #expect(it.finishTurn())
    #expect(it.next() == "1")
    #expect(!it.finishTurn())
    #expect(it.state.isIdle)
  }

  @Test("Drops are told before the sample that comes behind them, and counted where they aren't told")
  func drops() {
    let it = Delivery(.newest, reportsDrops: true)
    it.offer(0, 1, 2, from: one)
    #expect(it.drain() == ["late 1", "late 1", "2"])
    let silent = Delivery(.bounded(1))
    silent.offer(0, 1, 2, from: one)
    #expect(silent.drain() == ["0"])
    #expect(silent.state.statistics.dropped.outOfBuffers == 2)
  }

  @Test("The end comes behind what waits, and samples can come after it")
  func end() {
    let it = Delivery(.bounded(4), reportsDrops: true)
    it.offer(0, from: one)
    #expect(it.end(CaptureError(.stalled, subject: "it", reason: "silence")))
    #expect(it.drain() == ["0", "failure"])
    it.offer(1, from: one)
    #expect(it.end())
    #expect(it.drain() == ["1", "end"])
  }

  @Test("Samples of a connection that is no more are neither taken nor kept; those of others are")
  func discard() {
    let it = Delivery(.bounded(4))
    it.offer(0, 2, from: one)
    it.offer(1, 3, from: other)
    one.isActive = false
    #expect(it.discard(from: one) == 2)
    #expect(!it.isWanted(4, from: one))
    #expect(it.drain() == ["1", "3"])
  }

  @Test("Whoever ends a connection waits for its sample with the consumer, but not on the consumer's own thread")
  func waiting() {
    let it = Delivery(.newest)
    it.offer(0, from: one)
    #expect(it.next() == "0")
    #expect(it.state.isBusy(with: [one], seenFrom: 2))
    #expect(!it.state.isBusy(with: [one], seenFrom: 1))
    #expect(!it.state.isBusy(with: [other], seenFrom: 2))
    #expect(!it.finishTurn())
    #expect(!it.state.isBusy(with: [one], seenFrom: 2))
  }

  @Test(
    "A consumer that waits elsewhere isn't waited for, and doesn't go on where its sample is not wanted any more")
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
    #expect(!it.finishTurn())
    #expect(it.state.isIdle)
  }

  @Test("Once closed nothing is taken, what waits is given back, and the last sample is still the consumer's")
  func closing() {
    let it = Delivery(.bounded(4), reportsDrops: true)
    it.offer(0, 1, 2, from: one)
    #expect(it.next() == "0")
    #expect(it.close() == 2)
    #expect(it.state.isBusy(with: [one], seenFrom: 2))
    #expect(!it.end())
    #expect(!it.finishTurn())
    #expect(it.drain() == [])
    #expect(it.state.hasRoom(for: one) && it.state.isDone(with: one) && it.state.isIdle)
  }

  @Test("A source that waits is let go when there is room, or the connection is no more")
  func room() {
    let it = Delivery(.bounded(1))
    it.offer(0, from: one)
    #expect(!it.state.hasRoom(for: one) && !it.state.isDone(with: one))
    one.isActive = false
    #expect(it.state.hasRoom(for: one) && it.state.isDone(with: one))
  }
}
