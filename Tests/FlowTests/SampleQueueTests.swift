@testable import OpenCaptureFlow
import Testing

@Suite("SampleQueue")
struct SampleQueueTests {
  private func describe(_ admission: SampleQueue<Int>.Admission) -> String {
    switch admission {
    case .accepted: "accepted"
    case .replaced(let old): "replaced \(old)"
    case .refused: "refused"
    }
  }

  @Test("The newest sample replaces the waiting one")
  func newest() {
    var queue = SampleQueue<Int>(.newest)
    #expect((1...3).map { describe(queue.offer($0)) } == ["accepted", "replaced 1", "replaced 2"])
    #expect(queue.take() == 3)
    #expect(queue.take() == nil)
  }

  @Test("A bounded queue keeps the order and rejects samples while it is full")
  func bounded() {
    var queue = SampleQueue<Int>(.bounded(2))
    #expect((1...3).map { describe(queue.offer($0)) } == ["accepted", "accepted", "refused"])
    #expect(queue.isFull)
    #expect(queue.take() == 1)
    #expect(describe(queue.offer(4)) == "accepted")
    #expect([queue.take(), queue.take(), queue.take()] == [2, 4, nil])
  }

  @Test("Removed samples leave the order of the others unchanged")
  func removal() {
    var queue = SampleQueue<Int>(.bounded(4))
    for number in 1...4 { _ = queue.offer(number) }
    #expect(queue.remove { $0 % 2 == 0 } == [2, 4])
    #expect([queue.take(), queue.take(), queue.take()] == [1, 3, nil])
  }
}
