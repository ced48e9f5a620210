import Fixtures
import OpenCaptureSystem
import Testing

@testable import OpenCapturePublishing

@Suite("The queue of events for the broker")
struct QueueTests {
  /// Sends all events that the queue offers, and returns their texts.
  private func markSent(_ queue: inout EventQueue, _ number: inout Int, at time: Double = 0) -> [String] {
    var words: [String] = []
    while let event = queue.next() {
      number += 1
      words.append(event.words)
      queue.markSent(as: number, at: time)
    }
    return words
  }

  /// Confirms some events, and returns whether each number was valid.
  private func take(_ queue: inout EventQueue, _ numbers: [Int]) -> [Bool] {
    numbers.map { queue.confirmDelivery($0) }
  }

  @Test("Events stay in memory while the broker confirms them, with a limited number unconfirmed")
  func window() {
    var queue = EventQueue(nil)
    var number = 0
    for index in 1...25 { queue.add(.event("\(index)")) }
    #expect(markSent(&queue, &number) == (1...20).map(String.init))
    #expect(queue.count == 25)
    #expect(take(&queue, [1, 2, 2, 99]) == [true, true, false, false])
    #expect(markSent(&queue, &number) == ["21", "22"])
    #expect(!take(&queue, Array(3...22)).contains(false))
    #expect(markSent(&queue, &number) == ["23", "24", "25"])
    #expect(!take(&queue, Array(23...25)).contains(false))
    #expect(queue.isEmpty && queue.lostCount == 0)
  }

  @Test(
    "Events move to the file without a broker, unconfirmed ones first, and the next process reads them in order")
  func away() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("ring")
      do {
        var queue = EventQueue(try EventRing(path, capacity: 65_536))
        var number = 0
        for index in 1...3 { queue.add(.event("\(index)")) }
        #expect(markSent(&queue, &number) == ["1", "2", "3"])
        #expect(take(&queue, [1]) == [true])
        queue.add(.event("4"))
        queue.spill()
        queue.add(.event("5"))
        #expect(queue.usesFile && queue.count == 4)
      }
      var queue = EventQueue(try EventRing(path, capacity: 65_536))
      var number = 0
      queue.add(.event("6"))
      #expect(markSent(&queue, &number) == ["2", "3", "4", "5", "6"])
      #expect(!take(&queue, Array(1...5)).contains(false))
      #expect(queue.isEmpty && !queue.usesFile)
    }
  }

  @Test("After reconnecting, each event is sent once for any order of confirmations")
  func back() throws {
    try TemporaryFolder.with { folder in
      let ring = try EventRing(folder.path("ring"), capacity: 65_536)
      var queue = EventQueue(ring)
      var number = 0
      for index in 1...3 { queue.add(.event("\(index)")) }
      var words = markSent(&queue, &number)
      queue.spill()
      queue.add(.event("4"))
      words += markSent(&queue, &number)
      #expect(words == ["1", "2", "3", "4"])
      #expect(take(&queue, [2, 4]) == [true, true])
      #expect(ring.count == 4)
      #expect(take(&queue, [1]) == [true])
      #expect(ring.count == 2)
      #expect(take(&queue, [3]) == [true])
      #expect(ring.isEmpty && queue.isEmpty)
    }
  }

  @Test("After a broken connection, nothing new is sent before the client's resent events are confirmed")
  func sentAgain() {
    var queue = EventQueue(nil)
    var number = 0
    for index in 1...3 { queue.add(.event("\(index)")) }
    #expect(markSent(&queue, &number) == ["1", "2", "3"])
    queue.markForResend()
    queue.add(.event("4"))
    #expect(markSent(&queue, &number) == [])
    #expect(take(&queue, [1, 2]) == [true, true])
    #expect(markSent(&queue, &number) == [])
    #expect(take(&queue, [3]) == [true])
    #expect(markSent(&queue, &number) == ["4"])
  }

  @Test("Without a file, memory is limited and the oldest events are dropped")
  func memory() {
    var queue = EventQueue(nil)
    var number = 0
    for index in 0..<10_000 { queue.add(.event("\(index) " + String(repeating: "x", count: 1000))) }
    #expect(queue.lostCount > 5000 && queue.count == 10_000 - queue.lostCount)
    #expect(markSent(&queue, &number).first?.hasPrefix("\(queue.lostCount) ") == true)
  }

  @Test("Events that the broker rejects are dropped and counted, in memory and in the file")
  func refused() throws {
    try TemporaryFolder.with { folder in
      var queue = EventQueue(try EventRing(folder.path("ring"), capacity: 65_536))
      var number = 0
      queue.add(.event("1"))
      queue.discardNext()
      queue.spill()
      for index in 2...3 { queue.add(.event("\(index)")) }
      queue.discardNext()
      #expect(markSent(&queue, &number) == ["3"])
      #expect(take(&queue, [1]) == [true])
      #expect(queue.lostCount == 2 && queue.isEmpty)
    }
  }

  @Test("A broker that does not confirm an event in time counts as hanging")
  func stuck() {
    var queue = EventQueue(nil)
    var number = 0
    queue.add(.event("1"))
    _ = markSent(&queue, &number, at: 10)
    #expect(!queue.isStuck(at: 12) && queue.isStuck(at: 14))
    #expect(take(&queue, [1]) == [true])
    #expect(!queue.isStuck(at: 100))
  }
}
