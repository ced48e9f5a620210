@testable import OpenCaptureFlow
import OpenCaptureMediaSamples
import Testing

@Suite("What a consumer gets, and when")
struct DeliveryStateTests {
  private let one = CaptureConnection()
  private let other = CaptureConnection()

  private func sample(_ number: UInt64, from connection: CaptureConnection) throws -> DeliveryState.Pending {
    let description = FormatDescription(pixelFormat: .grey, dimensions: VideoDimensions(width: 2, height: 2))
    let sample = SampleBuffer(ofLostFrame: description, timing: SampleTiming(), sequenceNumber: number)
    return DeliveryState.Pending(sample: sample, connection: connection, arrival: 0)
  }

  private func describe(_ next: DeliveryState.Next) -> String {
    switch next {
    case .report(let dropped, _): "\(dropped.reason) \(dropped.count)"
    case .sample(let pending): "\(pending.sample.sequenceNumber ?? 99)"
    case .end(let error): "end" + (error.map { " \($0.code)" } ?? "")
    case .nothing: "nothing"
    }
  }

  /// Takes everything until nothing comes.
  private func drain(_ state: inout DeliveryState) -> [String] {
    var log: [String] = []
    while true {
      let next = describe(state.next(on: 1, at: 0))
      if next == "nothing" { return log }
      log.append(next)
      _ = state.finishTurn()
    }
  }

  @Test("While the consumer is busy it is given nothing")
  func busy() throws {
    var state = DeliveryState(.bounded(4), reportsDrops: false)
    for number in UInt64(0)..<2 { _ = state.offer(try sample(number, from: one)) }
    #expect(describe(state.next(on: 1, at: 0)) == "0")
    #expect(describe(state.next(on: 1, at: 0)) == "nothing")
    #expect(!state.isIdle)
    #expect(state.finishTurn())
    #expect(describe(state.next(on: 1, at: 0)) == "1")
    #expect(!state.finishTurn())
    #expect(state.isIdle)
  }

  @Test("Drops are told before the sample that comes behind them, and counted where they aren't told")
  func drops() throws {
    var state = DeliveryState(.newest, reportsDrops: true)
    for number in UInt64(0)..<3 { _ = state.offer(try sample(number, from: one)) }
    #expect(drain(&state) == ["late 1", "late 1", "2"])
    var silent = DeliveryState(.bounded(1), reportsDrops: false)
    for number in UInt64(0)..<3 { _ = silent.offer(try sample(number, from: one)) }
    #expect(drain(&silent) == ["0"])
    #expect(silent.statistics.dropped.outOfBuffers == 2)
  }

  @Test("The end comes behind what waits, and samples can come after it")
  func end() throws {
    var state = DeliveryState(.bounded(4), reportsDrops: true)
    _ = state.offer(try sample(0, from: one))
    #expect(state.end(CaptureError(.stalled, subject: "it", reason: "silence")))
    #expect(drain(&state) == ["0", "end stalled"])
    _ = state.offer(try sample(1, from: one))
    #expect(state.end(nil))
    #expect(drain(&state) == ["1", "end"])
  }

  @Test("Samples of a connection that is no more are neither taken nor kept; those of others are")
  func discard() throws {
    var state = DeliveryState(.bounded(4), reportsDrops: false)
    for number in UInt64(0)..<4 { _ = state.offer(try sample(number, from: number % 2 == 0 ? one : other)) }
    one.isActive = false
    #expect(state.discard(from: [one]).count == 2)
    guard case .unwanted = state.offer(try sample(4, from: one)) else {
      Issue.record("it was taken")
      return
    }
    #expect(drain(&state) == ["1", "3"])
  }

  @Test("Whoever ends a connection waits for its sample with the consumer, but not on the consumer's own thread")
  func waiting() throws {
    var state = DeliveryState(.newest, reportsDrops: false)
    _ = state.offer(try sample(0, from: one))
    _ = state.next(on: 1, at: 0)
    #expect(state.isBusy(with: [one], seenFrom: 2))
    #expect(!state.isBusy(with: [one], seenFrom: 1))
    #expect(!state.isBusy(with: [other], seenFrom: 2))
    _ = state.finishTurn()
    #expect(!state.isBusy(with: [one], seenFrom: 2))
  }

  @Test(
    "A consumer that waits elsewhere isn't waited for, and doesn't go on where its sample is not wanted any more")
  func elsewhere() throws {
    var state = DeliveryState(.newest, reportsDrops: false)
    _ = state.offer(try sample(0, from: one))
    _ = state.next(on: 1, at: 0)
    state.pause()
    #expect(!state.isBusy(with: [one], seenFrom: 2) && !state.isIdle)
    #expect(state.resume(on: 3))
    #expect(state.isBusy(with: [one], seenFrom: 2))
    state.pause()
    _ = state.discard(from: [one])
    #expect(!state.resume(on: 3))
    _ = state.finishTurn()
    #expect(state.isIdle)
  }

  @Test("Once closed nothing is taken, what waits is given back, and the last sample is still the consumer's")
  func closing() throws {
    var state = DeliveryState(.bounded(4), reportsDrops: true)
    for number in UInt64(0)..<3 { _ = state.offer(try sample(number, from: one)) }
    _ = state.next(on: 1, at: 0)
    #expect(state.close().count == 2)
    #expect(state.isBusy(with: [one], seenFrom: 2))
    #expect(!state.end(nil))
    #expect(!state.finishTurn())
    #expect(drain(&state) == [])
    #expect(state.hasRoom(for: one) && state.isDone(with: one) && state.isIdle)
  }

  @Test("A source that waits is let go when there is room, or the connection is no more")
  func room() throws {
    var state = DeliveryState(.bounded(1), reportsDrops: false)
    _ = state.offer(try sample(0, from: one))
    #expect(!state.hasRoom(for: one) && !state.isDone(with: one))
    one.isActive = false
    #expect(state.hasRoom(for: one) && state.isDone(with: one))
  }
}
