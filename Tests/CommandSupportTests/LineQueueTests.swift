import Fixtures
import Foundation
import Testing

@testable import OpenCaptureCommandSupport

@Suite("Lines for a reader who may stall")
struct LineQueueTests {
  @Test("All lines are written, in order, and the end waits for that")
  func all() throws {
    let written = Log<String>()
    let queue = try #require(
      LineQueue {
        written.append(String(decoding: $0, as: UTF8.self))
        return true
      } tellLost: { _ in
        Issue.record("none is lost")
      })
    for index in 0..<1000 { queue.add(Array("\(index)\n".utf8)) }
    queue.finish()
    #expect(written.all == (0..<1000).map { "\($0)\n" })
  }

  @Test(
    "Who makes lines isn't held up by a reader who stalls: the oldest are left out whole, and it is told how many")
  func stalled() throws {
    let (written, lost) = (Log<String>(), Log<Int>())
    let (isStalled, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let queue = try #require(
      LineQueue {
        if written.count == 0 {
          isStalled.signal()
          goesOn.wait()
        }
        written.append(String(decoding: $0, as: UTF8.self))
        return true
      } tellLost: {
        lost.append($0)
      })
    queue.add(Array("first\n".utf8))
    isStalled.wait()
    let line = String(repeating: "x", count: 1000)
    for index in 0..<3000 { queue.add(Array("\(index) \(line)\n\(index) \(line)\n".utf8)) }
    goesOn.signal()
    queue.finish()
    let kept = written.all.dropFirst().compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
    #expect(kept.count < 600 && kept.last == 2999 && kept == Array(3000 - kept.count..<3000))
    #expect(lost.all == [2 * (3000 - kept.count)])
  }

  @Test("Once nobody reads any more, nothing is written, and the end waits for nothing")
  func closed() throws {
    let tries = Log<Int>()
    let queue = try #require(
      LineQueue {
        tries.append($0.count)
        return false
      } tellLost: { _ in
      })
    for _ in 0..<100 { queue.add([10]) }
    queue.finish()
    queue.add([10])
    #expect(tries.count == 1)
  }
}
