import Fixtures
import Foundation
import OpenCaptureSystem
import Testing

@Suite("Limits of work")
struct WorkLimitTests {
  private struct Other: Error {}

  /// Checks the limit; nil if work may continue.
  private func look() -> WorkLimitError.Code? {
    do throws(WorkLimitError) { try WorkLimit.check() } catch { return error.code }
    return nil
  }

  /// Keeps the processor busy until the limit is reached.
  private func workForEver() throws {
    while true { try WorkLimit.check() }
  }

  @Test("Work is unlimited without a limit, and after one")
  func none() {
    #expect(look() == nil)
    let limit = WorkLimit()
    limit.cancel()
    #expect(limit.run { look() } == .cancelled)
    #expect(look() == nil && limit.stop == .cancelled)
  }

  @Test("Work ends after its time with an error that says so")
  func deadline() throws {
    let limit = WorkLimit(cpuTime: .milliseconds(20))
    let error = try #require(throws: WorkLimitError.self) { try limit.run { try workForEver() } }
    #expect(error.code == .deadlineExceeded && limit.stop == .deadlineExceeded)
    #expect(error.reason == "took more than 0.02 s of processor time")
  }

  @Test("Pieces of work within one limit share its time")
  func pieces() throws {
    let limit = WorkLimit(cpuTime: .milliseconds(20))
    var pieces = 0
    while limit.stop == nil, pieces < 1_000_000 {
      limit.run { for _ in 0..<100 { _ = look() } }
      pieces += 1
    }
    #expect(limit.stop == .deadlineExceeded && pieces > 1, "\(pieces)")
  }

  @Test("Time of other threads and waiting time do not count")
  func waiting() throws {
    let limit = WorkLimit(cpuTime: .milliseconds(200))
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let other = WorkLimit(cpuTime: .milliseconds(400))
      try? other.run { while true { try WorkLimit.check() } }
      isDone.signal()
    }
    try limit.run {
      try isDone.wait(for: "the others' work")
      #expect(look() == nil)
    }
  }

  @Test("Of nested limits the first one reached counts, and an inner one does not end the outer work")
  func nested() throws {
    let outer = WorkLimit()
    let inner = WorkLimit(cpuTime: .zero)
    outer.run {
      #expect(inner.run { look() } == .deadlineExceeded)
      #expect(look() == nil)
      outer.cancel()
      #expect(WorkLimit().run { look() } == .cancelled)
    }
  }

  @Test("Work that takes longer than the remaining time is not begun, unless time is unlimited")
  func needed() throws {
    try WorkLimit(cpuTime: .seconds(100)).run {
      try WorkLimit.check(needing: .seconds(50))
      #expect(throws: WorkLimitError.self) { try WorkLimit.check(needing: .seconds(101)) }
    }
    try WorkLimit().run { try WorkLimit.check(needing: .seconds(1e18)) }
    let limit = WorkLimit(cpuTime: .seconds(1e15))
    try limit.run { try WorkLimit.check(needing: .seconds(1)) }
  }

  @Test("The first reason is kept")
  func firstReason() {
    let limit = WorkLimit(cpuTime: .zero)
    #expect(limit.run { look() } == .deadlineExceeded)
    limit.cancel()
    #expect(limit.stop == .deadlineExceeded && limit.failure?.code == .deadlineExceeded)
  }

  @Test("The isCancelled closure can end the work")
  func asked() {
    let isOver = Locked(false)
    let limit = WorkLimit(cpuTime: nil) { isOver.withLock { $0 } }
    limit.run {
      #expect(look() == nil)
      isOver.withLock { $0 = true }
      #expect(look() == .cancelled)
    }
  }

  @Test("Asynchronous work returns its value and rethrows its errors")
  func values() async throws {
    #expect(try await WorkLimit.perform { 7 } == 7)
    await #expect(throws: Other.self) { try await WorkLimit.perform { throw Other() } }
    await #expect(throws: WorkLimitError.self) {
      // Also if the error was replaced on its way.
      try await WorkLimit.perform(cpuTime: .milliseconds(5)) {
        do { while true { try WorkLimit.check() } } catch { throw Other() }
      }
    }
  }

  @Test("Cancelling a task ends the work that it waits for")
  func cancellation() async throws {
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await WorkLimit.perform {
        beginning.yield()
        while true { try WorkLimit.check() }
      }
    }
    for await _ in begun.prefix(1) { task.cancel() }
    await #expect(throws: CancellationError.self) { try await task.value }
    // A task cancelled before its work does not begin it.
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await WorkLimit.perform { Issue.record("the work was begun") }
    }
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  @Test("The root cause of an error is the name of its code, even after several conversions")
  func causes() {
    let first = WorkLimitError(.cancelled, subject: "a", reason: "it was cancelled")
    let second = WorkLimitError(.deadlineExceeded, subject: "a", first)
    #expect(first.rootCode == "cancelled" && first.cause == nil)
    #expect(
      second.rootCode == "cancelled"
        && WorkLimitError(.deadlineExceeded, subject: "b", second).rootCode == "cancelled")
  }
}
