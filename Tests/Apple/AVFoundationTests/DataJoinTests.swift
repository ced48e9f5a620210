import CoreMedia
import Testing
@testable import AVFoundation

@Suite("What several outputs deliver of one moment")
struct DataJoinTests {
  private func moments(_ arrivals: [(output: Int, time: Int64)], outputs count: Int = 2) -> [[Int64?]] {
    var join = DataJoin<Int64>(outputCount: count)
    return arrivals.flatMap { arrival in
      join.take(arrival.time, from: arrival.output, at: CMTime(value: arrival.time, timescale: 1000))
    }
  }

  @Test("What is of one moment goes together, in whatever order it comes")
  func together() {
    #expect(moments([(0, 0), (1, 0), (1, 33), (0, 33)]) == [[0, 0], [33, 33]])
  }

  @Test("What is within half of a frame is of the same moment, what isn't goes alone")
  func tolerance() {
    let arrivals: [(output: Int, time: Int64)] = [
      (0, 0), (1, 0), (0, 40), (1, 50), (0, 80), (1, 105), (0, 120), (1, 160),
    ]
    #expect(moments(arrivals) == [[0, 0], [40, 50], [80, nil], [120, 105]])
  }

  @Test("An output that says that it has nothing isn't waited for")
  func nothing() {
    var join = DataJoin<Int64>(outputCount: 2)
    #expect(join.take(0, from: 0, at: .zero).isEmpty)
    #expect(join.take(nil, from: 1, at: .zero) == [[0, nil]])
  }

  @Test("After a gap, what comes late is still put to its frame")
  func gap() {
    let arrivals: [(output: Int, time: Int64)] = [
      (0, 0), (1, 0), (0, 33), (1, 33), (0, 66), (0, 200), (1, 66), (1, 200), (0, 233), (1, 233),
    ]
    #expect(moments(arrivals) == [[0, 0], [33, 33], [66, 66], [200, 200], [233, 233]])
  }

  @Test("An output that has nothing of a moment is waited for until two more came of the first")
  func patience() {
    #expect(moments([(0, 0), (0, 33)]).isEmpty)
    #expect(moments([(0, 0), (0, 33), (0, 66)]) == [[0, nil]])
  }

  @Test("Where the first has nothing, what others have goes all the same, and little of it waits")
  func silence() {
    let told = moments((0..<100).map { (1, Int64($0) * 33) })
    #expect(told.count >= 80)
    #expect(told.compactMap { $0[1] } == (0..<told.count).map { Int64($0) * 33 })
  }

  @Test("Nothing is lost, and nothing told twice, in whatever order threads deliver")
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
      let told = moments(arrivals, outputs: 3)
      for output in 0..<3 {
        let own = told.compactMap { $0[output] }
        #expect(Set(own).count == own.count)
        let sent = arrivals.filter { $0.output == output }.map(\.time)
        #expect(Set(own).isSubset(of: sent))
        // What is left waits for what has still to come.
        #expect(own.count >= sent.count - 60)
      }
    }
  }
}
