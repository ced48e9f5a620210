import OpenCaptureSystem
import OpenCaptureCommandSupport
import Fixtures
import Testing

@Suite("The memory that inputs share")
struct MemoryTests {
  @Test("Who needs more than is left waits, until it is given back")
  func room() {
    var budget = MemoryBudget(capacity: 10)
    let answers = [6, 5, 4].map { budget.take($0) }
    #expect(answers == [true, false, true])
    #expect(budget.taken == 10)
    budget.give(back: 6)
    let isTaken = budget.take(5)
    #expect(isTaken && budget.taken == 9)
  }

  @Test("One alone always goes on, and nobody beside it")
  func alone() {
    var budget = MemoryBudget(capacity: 10)
    let answers = [Int.max, 0].map { budget.take($0) }
    #expect(answers == [true, false])
    budget.give(back: .max)
    let isTaken = budget.take(3)
    #expect(isTaken && budget.taken == 3)
  }

  @Test("Inputs at work never take more than there is, but for one that is alone; all have their turn")
  func shared() throws {
    let (memory, atWork, seen) = (InputMemory(capacity: 10), Locked<[Int]>([]), Log<[Int]>())
    let done = try onThreads(4) { thread in
      (0..<50).count { round in
        let size = [3, 4, 12, 1][(thread + round) % 4]
        try? memory.use(canWait: thread == 0) {
          (size, size)
        } work: { size in
          seen.append(atWork.withLock { $0.adding(size) })
          atWork.withLock { $0.remove(size) }
        }
        return true
      }
    }
    #expect(done == [50, 50, 50, 50])
    #expect(seen.count == 200)
    #expect(seen.all.allSatisfy { $0.count == 1 || $0.reduce(0, +) <= 10 })
    #expect(atWork.withLock { $0.isEmpty })
  }

  @Test("What can't be opened takes no memory, and lets others go on")
  func failure() throws {
    let memory = InputMemory(capacity: 1)
    #expect(throws: CancellationError.self) {
      try memory.use(canWait: false) {
        throw CancellationError()
      } work: { (_: Int) in
      }
    }
    try memory.use(canWait: false) {
      nil
    } work: { (_: Int) in
      Issue.record("there is nothing to work on")
    }
    var isDone = false
    try memory.use(canWait: false) {
      (1, 1)
    } work: { _ in
      isDone = true
    }
    #expect(isDone)
  }
}

extension [Int] {
  fileprivate mutating func adding(_ value: Int) -> [Int] {
    append(value)
    return self
  }

  fileprivate mutating func remove(_ value: Int) {
    if let index = firstIndex(of: value) { remove(at: index) }
  }
}
