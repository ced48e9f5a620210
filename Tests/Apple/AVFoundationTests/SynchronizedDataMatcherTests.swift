import CoreMedia
import Testing
@testable import AVFoundation

@Suite("SynchronizedDataMatcher")
struct DataJoinTests {
  private func moments(_ arrivals: [(output: Int, time: Int64)], outputs count: Int = 2) -> [[Int64?]] {
    var join = SynchronizedDataMatcher<Int64>(outputCount: count)
    return arrivals.flatMap { arrival in
      join.take(arrival.time, from: arrival.output, at: CMTime(value: arrival.time, timescale: 1000))
    }
  }

  @Test("Items of one moment are delivered together, in any order of arrival")
  func together() {
    #expect(moments([(0, 0), (1, 0), (1, 33), (0, 33)]) == [[0, 0], [33, 33]])
  }

  @Test("Items within half an interval belong to one moment; others are delivered alone")
  func tolerance() {
    let arrivals: [(output: Int, time: Int64)] = [
      (0, 0), (1, 0), (0, 40), (1, 50), (0, 80), (1, 105), (0, 120), (1, 160),
    ]
    #expect(moments(arrivals) == [[0, 0], [40, 50], [80, nil], [120, 105]])
  }

  @Test("An output that reports no data is not waited for")
  func nothing() {
    var join = SynchronizedDataMatcher<Int64>(outputCount: 2)
    #expect(join.take(0, from: 0, at: .zero).isEmpty)
    #expect(join.take(nil, from: 1, at: .zero) == [[0, nil]])
  }

  @Test("After a gap, a late item is matched to its frame")
  func gap() {
    let arrivals: [(output: Int, time: Int64)] = [
      (0, 0), (1, 0), (0, 33), (1, 33), (0, 66), (0, 200), (1, 66), (1, 200), (0, 233), (1, 233),
    ]
    #expect(moments(arrivals) == [[0, 0], [33, 33], [66, 66], [200, 200], [233, 233]])
  }

  @Test("A missing item is waited for until two later items of the first output arrive")
  func timeout() {
    #expect(moments([(0, 0), (0, 33)]).isEmpty)
    #expect(moments([(0, 0), (0, 33), (0, 66)]) == [[0, nil]])
  }

  @Test("Items are delivered without items of the first output, and few of them wait")
  func silence() {
    let delivered = moments((0..<100).map { (1, Int64($0) * 33) })
    #expect(delivered.count >= 80)
    #expect(delivered.compactMap { $0[1] } == (0..<delivered.count).map { Int64($0) * 33 })
  }

  @Test("Every item is delivered once, in any order of arrival")
  func anyOrder() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<100 {
      var times: [Int64] = [0, 0, 0]
      var arrivals: [(output: Int, time: Int64)] = []
      for _ in 0..<200 {
        let output = Int.random(in: 0..<3, using: &generator)
        times[output] += Int64.random(in: 20...50, using: &generator)
        arrivals.append((output, times[output]))
      }
      let delivered = moments(arrivals, outputs: 3)
      for output in 0..<3 {
        let own = delivered.compactMap { $0[output] }
        #expect(Set(own).count == own.count)
        let sent = arrivals.filter { $0.output == output }.map(\.time)
        #expect(Set(own).isSubset(of: sent))
        // The remaining items wait for items that have not arrived yet.
        #expect(own.count >= sent.count - 60)
      }
    }
  }
}
