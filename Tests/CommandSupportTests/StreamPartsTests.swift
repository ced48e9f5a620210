import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureSystem
import Testing
@testable import OpenCaptureCommandSupport

@Suite("Parts of a request stream")
struct StreamPartsTests {
  @Test(
    "Valid JSON is parsed, whatever its spacing",
    arguments: [
      "{}", " {\t} ", #"{"a":1}"#, #"{"a" : [ ] , "b":{}}"#, #"{"a":[1,-0,1.5e+3,0.1E-2,true,false,null,"",[{}]]}"#,
      #"{"":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"}"#, #"{"a":"\ud800"}"#, #"{"a":1,"a":2}"#, "{\"é😀\":\"\u{7f}\"}",
    ])
  func json(_ text: String) {
    #expect(throws: Never.self) { try JSONMembers(Array(text.utf8)) }
  }

  @Test(
    "Invalid JSON is rejected",
    arguments: [
      "", " ", "1", "null", "[]", "{", "}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{a:1}"#, #"{'a':1}"#,
      #"{"a":01}"#,
      #"{"a":+1}"#, #"{"a":.5}"#, #"{"a":1.}"#, #"{"a":1e}"#, #"{"a":-}"#, #"{"a":NaN}"#, #"{"a":tru}"#,
      #"{"a":[1,]}"#,
      #"{"a":[1 2]}"#, #"{"a":"\x"}"#, #"{"a":"\u12g4"}"#, #"{"a":"\u12"#, #"{"a":"b"#, "{\"a\":\"\t\"}", #"{} {}"#,
      #"{"a":"b\"#, "{\"a\":1}\u{0}", "\u{feff}{}", "{\"a\":\u{a0}1}",
    ])
  func noJSON(_ text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONMembers(Array(text.utf8)) }
  }

  @Test("Invalid UTF-8 and excessive nesting are rejected")
  func noText() {
    #expect(throws: JSONSyntaxError.self) { try JSONMembers(Array(#"{"a":""#.utf8) + [0xff] + Array(#""}"#.utf8)) }
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONSyntaxError(reason: "nested too deeply")) { try JSONMembers(Array(#"{"a":\#(deep)"#.utf8)) }
  }

  @Test("Values are available as original text, as bytes, and as numbers")
  func values() throws {
    let members = try JSONMembers(
      Array(
        #"{"a": [1, 2] ,"b":"\u00e9\ud83d\ude00\udcff\n","c":12,"d":-1,"e":99999999999999999999,"\u0066":"x\ud800"}"#
          .utf8))
    #expect(members.json("a") == "[1, 2]" && members.json("g") == nil)
    #expect(members.string("b") == Array("é😀".utf8) + [0xff, 0x0a])
    #expect(members.string("a") == nil && members.string("f") == nil)
    #expect(["a", "c", "d", "e"].map { members.count($0) } == [nil, 12, nil, Int.max])
  }

  @Test("Shards are written as I/N, from 0; together they take every input once")
  func shards() {
    #expect(
      ["", "1", "1/", "/1", "1/1", "-1/2", "0/0", "a/b", "0/1/2", "2/1"].allSatisfy { Shard(argument: $0) == nil })
    let shards = (0..<3).compactMap { Shard(argument: "\($0)/3") }
    #expect((0..<10).allSatisfy { number in shards.count { $0.includes(number) } == 1 })
    #expect(Shard.all == Shard(argument: "0/1"))
  }

  @Test("The memory of a request is released after its last use")
  func bytes() throws {
    let pool = RequestWorkerPool(jobs: 1, window: 4, memory: 100) { _, _ in }
    var first: RequestBytes? = pool.memory(for: 60)
    var data = try first?.data()
    first = nil
    #expect(data?.count == 60)
    let got = Log<Int>()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      got.append(pool.memory(for: 70)?.space.count ?? 0)
      done.signal()
    }
    #expect(got.all.isEmpty)
    data = nil
    try done.wait(for: "the memory")
    #expect(got.all == [70])
  }

  @Test("The pool limits concurrent requests, and a waiting request does not count")
  func pool() throws {
    let begun = DispatchSemaphore(value: 0)
    let log = Log<String>()
    let something = DispatchSemaphore(value: 0)
    let busy = Locked(0)
    let pool = RequestWorkerPool(jobs: 2, window: 100, memory: 0) { request, pool in
      if request.id == "stalled" {
        begun.signal()
        pool.wait { something.wait() }
      }
      let count = busy.withLock { count in
        count += 1
        return count
      }
      usleep(200)
      log.append("\(request.id) \(count <= 2)")
      busy.withLock { $0 -= 1 }
    }
    let fault = StreamRequest.Content.nothing(FileFailure("nothing to do", code: "none"))
    for _ in 0..<3 { pool.hand(over: StreamRequest(id: "stalled", content: fault)) }
    for _ in 0..<3 { try begun.wait(for: "the waiting requests") }
    func work(_ numbers: Range<Int>, until count: Int) {
      for number in numbers { pool.hand(over: StreamRequest(id: "\(number)", content: fault)) }
      for _ in 0..<10_000 where log.all.count < count { usleep(1000) }
      #expect(log.all.count == count)
    }
    work(0..<50, until: 50)
    for _ in 0..<3 { something.signal() }
    work(50..<50, until: 53)
    // The pool now has more threads than may work at once.
    work(50..<100, until: 103)
    pool.finish()
    #expect(Set(log.all) == Set((0..<100).map { "\($0) true" } + ["stalled true"]))
  }
}
