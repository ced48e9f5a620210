import Fixtures
import Foundation
import Testing

@testable import OpenCaptureCommandSupport

@Suite("Queue of output lines")
struct LineQueueTests {
  @Test("All lines are written in order before finish() returns")
  func all() throws {
    let written = Log<String>()
    let queue = try #require(
      LineQueue {
        written.append(String(decoding: $0, as: UTF8.self))
        return true
      } reportLost: { _ in
        Issue.record("no line may be lost")
      })
    for index in 0..<1000 { queue.add(Array("\(index)\n".utf8)) }
    queue.finish()
    #expect(written.all == (0..<1000).map { "\($0)\n" })
  }

  @Test(
    "A stalled reader does not block the writer: the oldest lines are dropped whole, and their number is reported")
  func stalled() throws {
    let written = Log<String>()
    let lost = Log<Int>()
    let isStalled = DispatchSemaphore(value: 0)
    let resumes = DispatchSemaphore(value: 0)
    let queue = try #require(
      LineQueue {
        if written.count == 0 {
          isStalled.signal()
          resumes.wait()
        }
        written.append(String(decoding: $0, as: UTF8.self))
        return true
      } reportLost: {
        lost.append($0)
      })
    queue.add(Array("first\n".utf8))
    isStalled.wait()
    let line = String(repeating: "x", count: 1000)
    for index in 0..<3000 { queue.add(Array("\(index) \(line)\n\(index) \(line)\n".utf8)) }
    resumes.signal()
    queue.finish()
    let kept = written.all.dropFirst().compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
    #expect(kept.count < 600 && kept.last == 2999 && kept == Array(3000 - kept.count..<3000))
    #expect(lost.all == [2 * (3000 - kept.count)])
  }

  @Test("After the reader is gone, nothing is written, and finish() returns at once")
  func closed() throws {
    let tries = Log<Int>()
    let queue = try #require(
      LineQueue {
        tries.append($0.count)
        return false
      } reportLost: { _ in
      })
    for _ in 0..<100 { queue.add([10]) }
    queue.finish()
    queue.add([10])
    #expect(tries.count == 1)
  }
}
