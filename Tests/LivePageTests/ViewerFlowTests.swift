import Fixtures
import Testing

@testable import OpenCaptureLivePage

@Suite("The flow to a viewer")
struct ViewerFlowTests {
  private var flow = ViewerFlow<UInt64>()

  /// Offers a frame; what is sent, the system takes.
  private mutating func offer(_ number: UInt64) -> UInt64? {
    let sent = flow.offer(number, number: number)
    if let sent { flow.didSend(sent) }
    return sent
  }

  @Test("Two frames are under way, and of those that come meanwhile, the newest goes next")
  mutating func newest() throws {
    let sent = (0...5).map { offer($0) }
    #expect(sent == [0, 1, nil, nil, nil, nil])
    #expect(flow.skippedCount == 3)
    let next = try flow.acknowledge(0)
    #expect(next == 5)
    flow.didSend(5)
    let rest = try flow.acknowledge(5)
    #expect(rest == nil)
    let (first, second, third) = (offer(6), offer(7), offer(8))
    #expect(first == 6 && second == 7 && third == nil)
  }

  @Test("What was drawn twice, or before, changes nothing; what was never sent is refused")
  mutating func wrongNumbers() throws {
    #expect(throws: LivePageError.self) {
      var empty = ViewerFlow<UInt64>(); _ = try empty.acknowledge(0)
    }
    _ = offer(3)
    let (first, again) = (try flow.acknowledge(3), try flow.acknowledge(3))
    let before = try flow.acknowledge(1)
    #expect(first == nil && again == nil && before == nil)
    #expect(throws: LivePageError.self) {
      var other = flow; _ = try other.acknowledge(4)
    }
  }

  @Test("What the system hasn't taken yet can't have been drawn: who guesses numbers gets no more than two")
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

  @Test("Whoever sees nothing gets nothing, and what comes then once it sees again")
  mutating func pause() throws {
    let (first, second, third) = (offer(0), offer(1), offer(2))
    #expect(first == 0 && second == 1 && third == nil)
    flow.setPaused(true)
    let (hidden, drawn) = (offer(3), try flow.acknowledge(1))
    #expect(hidden == nil && drawn == nil)
    flow.setPaused(false)
    let next = offer(4)
    #expect(next == 4)
  }

  @Test("Whatever happens in whatever order, there are never more than two under way, and numbers only grow")
  mutating func anyOrder() throws {
    var generator = SeededGenerator(seed: 3)
    var (underWay, last, number): ([UInt64], UInt64?, UInt64) = ([], nil, 0)
    for _ in 0..<10_000 {
      var sent: UInt64?
      if Bool.random(using: &generator) {
        number += 1
        sent = flow.offer(number, number: number)
      } else if let drawn = underWay.randomElement(using: &generator) {
        underWay.removeAll { $0 <= drawn }
        sent = try flow.acknowledge(drawn)
      }
      if let sent {
        #expect(last.map { sent > $0 } ?? true)
        last = sent
        flow.didSend(sent)
        underWay.append(sent)
      }
      #expect(underWay.count <= 2)
    }
  }
}
