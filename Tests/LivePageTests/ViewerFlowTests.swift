import Fixtures
import Testing

@testable import OpenCaptureLivePage

@Suite("Flow control of a viewer")
struct ViewerFlowTests {
  private var flow = ViewerFlow<UInt64>()

  /// Offers a frame and records that the system accepted it if sent.
  private mutating func offer(_ number: UInt64) -> UInt64? {
    let sent = flow.offer(number, number: number)
    if let sent { flow.didSend(sent) }
    return sent
  }

  @Test("Two frames are in flight, and the newest of the others follows")
  mutating func newest() throws {
    let sent = (0...5).map { offer($0) }
    #expect(sent == [0, 1, nil, nil, nil, nil])
    #expect(flow.skippedCount == 3)
    let next = try flow.acknowledge(0)
    #expect(next == 5)
    flow.didSend(5)
    let rest = try flow.acknowledge(5)
    #expect(rest == nil)
    let first = offer(6)
    let second = offer(7)
    let third = offer(8)
    #expect(first == 6 && second == 7 && third == nil)
  }

  @Test("Repeated and late acknowledgements have no effect; those of unsent frames are rejected")
  mutating func wrongNumbers() throws {
    #expect(throws: LivePageError.self) {
      var empty = ViewerFlow<UInt64>(); _ = try empty.acknowledge(0)
    }
    _ = offer(3)
    let first = try flow.acknowledge(3)
    let again = try flow.acknowledge(3)
    let before = try flow.acknowledge(1)
    #expect(first == nil && again == nil && before == nil)
    #expect(throws: LivePageError.self) {
      var other = flow; _ = try other.acknowledge(4)
    }
  }

  @Test("Acknowledging frames that the system has not accepted is rejected")
  mutating func guesses() throws {
    let sent = (0...2).map { flow.offer($0, number: $0) }
    #expect(sent == [0, 1, nil])
    #expect(throws: LivePageError.self) {
      var other = flow; _ = try other.acknowledge(1)
    }
    flow.didSend(0)
    let next = try flow.acknowledge(0)
    #expect(next == 2)
    for number in [UInt64(1), 2] {
      #expect(throws: LivePageError.self) {
        var other = flow; _ = try other.acknowledge(number)
      }
    }
  }

  @Test("A paused viewer receives nothing, and new frames after resuming")
  mutating func pause() throws {
    let first = offer(0)
    let second = offer(1)
    let third = offer(2)
    #expect(first == 0 && second == 1 && third == nil)
    flow.setPaused(true)
    let hidden = offer(3)
    let drawn = try flow.acknowledge(1)
    #expect(hidden == nil && drawn == nil)
    flow.setPaused(false)
    let next = offer(4)
    #expect(next == 4)
  }

  @Test("In any order of events, at most two frames are in flight and numbers increase")
  mutating func anyOrder() throws {
    var generator = SeededGenerator(seed: 3)
    var inFlight: [UInt64] = []
    var last: UInt64?
    var number: UInt64 = 0
    for _ in 0..<10_000 {
      var sent: UInt64?
      if Bool.random(using: &generator) {
        number += 1
        sent = flow.offer(number, number: number)
      } else if let drawn = inFlight.randomElement(using: &generator) {
        inFlight.removeAll { $0 <= drawn }
        sent = try flow.acknowledge(drawn)
      }
      if let sent {
        #expect(last.map { sent > $0 } ?? true)
        last = sent
        flow.didSend(sent)
        inFlight.append(sent)
      }
      #expect(inFlight.count <= 2)
    }
  }
}
