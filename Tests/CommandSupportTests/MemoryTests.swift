import OpenCaptureSystem
import OpenCaptureCommandSupport
import Fixtures
import Testing

@Suite("Memory shared by inputs")
struct MemoryTests {
  @Test("A request that exceeds the free memory fails until memory is released")
  func room() {
    var budget = MemoryBudget(capacity: 10)
    let answers = [6, 5, 4].map { budget.take($0) }
    #expect(answers == [true, false, true])
    #expect(budget.taken == 10)
    budget.give(back: 6)
    let isTickOccupied = budget.take(5)
    #expect(isTickOccupied && budget.taken == 9)
  }

  @Test("A single task gets any amount of memory, and no other task runs beside it")
  func alone() {
    var budget = MemoryBudget(capacity: 10)
    let answers = [Int.max, 0].map { budget.take($0) }
    #expect(answers == [true, false])
    budget.give(back: .max)
    let isTickOccupied = budget.take(3)
    #expect(isTickOccupied && budget.taken == 3)
  }

  @Test("Concurrent inputs stay within the memory limit, except for one that runs alone, and all of them run")
  func shared() throws {
    let memory = InputMemory(capacity: 10)
    let atWork = Locked<[Int]>([])
    let seen = Log<[Int]>()
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

  @Test("An input that cannot be opened reserves no memory, and does not block others")
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
      Issue.record("no input was opened")
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
