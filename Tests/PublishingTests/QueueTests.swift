import Fixtures
import OpenCaptureSystem
import Testing

@testable import OpenCapturePublishing

@Suite("Events on their way to the broker")
struct QueueTests {
  /// Hands over all that can be, and tells what it was.
  private func handOver(_ queue: inout EventQueue, _ number: inout Int, at time: Double = 0) -> [String] {
    var words: [String] = []
    while let event = queue.next() {
      number += 1
      words.append(event.words)
      queue.handOver(as: number, at: time)
    }
    return words
  }

  /// Has the broker take some; whether each was one that it could take.
  private func take(_ queue: inout EventQueue, _ numbers: [Int]) -> [Bool] { numbers.map { queue.taken($0) } }

  @Test("As long as the broker takes them, they are in memory; no more than a window is on the way")
  func window() {
    var (queue, number) = (EventQueue(nil), 0)
    for index in 1...25 { queue.add(.event("\(index)")) }
    #expect(handOver(&queue, &number) == (1...20).map(String.init))
    #expect(queue.count == 25)
    #expect(take(&queue, [1, 2, 2, 99]) == [true, true, false, false])
    #expect(handOver(&queue, &number) == ["21", "22"])
    #expect(!take(&queue, Array(3...22)).contains(false))
    #expect(handOver(&queue, &number) == ["23", "24", "25"])
    #expect(!take(&queue, Array(23...25)).contains(false))
    #expect(queue.isEmpty && queue.lostCount == 0)
  }

  @Test(
    "Once the broker is away they are in the file, those on the way first, and the next process has them in order")
  func away() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("ring")
      do {
        var (queue, number) = (EventQueue(try EventRing(path, capacity: 65_536)), 0)
        for index in 1...3 { queue.add(.event("\(index)")) }
        #expect(handOver(&queue, &number) == ["1", "2", "3"])
        #expect(take(&queue, [1]) == [true])
        queue.add(.event("4"))
        queue.spill()
        queue.add(.event("5"))
        #expect(queue.isFiling && queue.count == 4)
      }
      var (queue, number) = (EventQueue(try EventRing(path, capacity: 65_536)), 0)
      queue.add(.event("6"))
      #expect(handOver(&queue, &number) == ["2", "3", "4", "5", "6"])
      #expect(!take(&queue, Array(1...5)).contains(false))
      #expect(queue.isEmpty && !queue.isFiling)
    }
  }

  @Test("When the broker is back, none is handed over twice, and none is left out, whatever order it takes them in")
  func back() throws {
    try TemporaryFolder.with { folder in
      let ring = try EventRing(folder.path("ring"), capacity: 65_536)
      var (queue, number) = (EventQueue(ring), 0)
      for index in 1...3 { queue.add(.event("\(index)")) }
      var words = handOver(&queue, &number)
      queue.spill()
      queue.add(.event("4"))
      words += handOver(&queue, &number)
      #expect(words == ["1", "2", "3", "4"])
      #expect(take(&queue, [2, 4]) == [true, true])
      #expect(ring.count == 4)
      #expect(take(&queue, [1]) == [true])
      #expect(ring.count == 2)
      #expect(take(&queue, [3]) == [true])
      #expect(ring.isEmpty && queue.isEmpty)
    }
  }

  @Test("After the connection broke, nothing is handed over before the client has got rid of what it sends again")
  func sentAgain() {
    var (queue, number) = (EventQueue(nil), 0)
    for index in 1...3 { queue.add(.event("\(index)")) }
    #expect(handOver(&queue, &number) == ["1", "2", "3"])
    queue.sendAgain()
    queue.add(.event("4"))
    #expect(handOver(&queue, &number) == [])
    #expect(take(&queue, [1, 2]) == [true, true])
    #expect(handOver(&queue, &number) == [])
    #expect(take(&queue, [3]) == [true])
    #expect(handOver(&queue, &number) == ["4"])
  }

  @Test("Where there is no file, memory is bounded, and the oldest go")
  func memory() {
    var (queue, number) = (EventQueue(nil), 0)
    for index in 0..<10_000 { queue.add(.event("\(index) " + String(repeating: "x", count: 1000))) }
    #expect(queue.lostCount > 5000 && queue.count == 10_000 - queue.lostCount)
    #expect(handOver(&queue, &number).first?.hasPrefix("\(queue.lostCount) ") == true)
  }

  @Test("What the broker never will take is left out and counted, in memory and in the file")
  func refused() throws {
    try TemporaryFolder.with { folder in
      var (queue, number) = (EventQueue(try EventRing(folder.path("ring"), capacity: 65_536)), 0)
      queue.add(.event("1"))
      queue.discardNext()
      queue.spill()
      for index in 2...3 { queue.add(.event("\(index)")) }
      queue.discardNext()
      #expect(handOver(&queue, &number) == ["3"])
      #expect(take(&queue, [1]) == [true])
      #expect(queue.lostCount == 2 && queue.isEmpty)
    }
  }

  @Test("A broker that has one for too long is taken for one that hangs")
  func stuck() {
    var (queue, number) = (EventQueue(nil), 0)
    queue.add(.event("1"))
    _ = handOver(&queue, &number, at: 10)
    #expect(!queue.isStuck(at: 12) && queue.isStuck(at: 14))
    #expect(take(&queue, [1]) == [true])
    #expect(!queue.isStuck(at: 100))
  }
}
