import Testing

@testable import benchmarks

/// What a run of the benchmarks holds against us.
@Suite("Benchmarks' report")
struct ReportTests {
  /// Runs that take so many seconds, one after the other.
  private static func contender(_ name: String, _ walls: [Double]) -> Contender {
    var next = walls.makeIterator()
    return Contender(name: name) {
      guard let wall = next.next() else { throw BenchmarkError("ran too often") }
      return Measurement(wall: wall)
    }
  }

  /// A report on runs of ours beside a peer that always takes one second; each measurement is one run to warm up and one
  /// that counts.
  private static func report(_ walls: [Double], bounds: [Figure: Double] = [.wall: 2]) -> Report {
    let peer = contender("peer", walls.map { _ in 1 })
    let workload = Workload(
      name: "work", ours: contender("ours", walls), peers: [Workload.Peer(contender: peer, bounds: bounds)])
    var report = Report()
    report.add(workload, rounds: 1)
    return report
  }

  @Test("What keeps its bound is measured once, and is no complaint")
  func kept() {
    let report = Self.report([9, 2])
    #expect(report.comparisons.map(\.ratio.median) == [2])
    #expect(report.complaints == [])
  }

  @Test("What misses its bound once counts as it is when measured again")
  func missedOnce() {
    let report = Self.report([9, 3, 9, 1.5])
    #expect(report.comparisons.map(\.ratio.median) == [1.5])
    #expect(report.complaints == [])
  }

  @Test("What misses its bound twice is said, with what was measured last and the bound")
  func missedTwice() {
    let report = Self.report([9, 3, 9, 4])
    #expect(report.comparisons.map(\.isKept) == [false])
    #expect(report.complaints == ["work, beside peer: wall is 4.0×, promised is at most 2.0×"])
  }

  @Test("A row that was kept is not put in doubt by another one that is measured again")
  func othersAreKept() throws {
    let peers = [
      Workload.Peer(contender: Self.contender("slow", [1, 1, 1, 1]), bounds: [.wall: 2]),
      Workload.Peer(contender: Self.contender("quick", [1, 0.1, 1, 0.5]), bounds: [.wall: 2]),
    ]
    let ours = Self.contender("ours", [1, 1, 1, 1, 5, 1])
    let rows = try Workload(name: "work", ours: ours, peers: peers).judge(rounds: 1)
    #expect(rows.map(\.ratio.median) == [1, 2])
    #expect(rows.map(\.isKept) == [true, true])
  }

  @Test("A promise about what wasn't measured is a complaint, and so is work that fails")
  func notMeasured() {
    #expect(
      Self.report([9, 1], bounds: [.memory: 1]).complaints == [
        "work: not measured: beside peer there is no figure for memory"
      ])
    #expect(Self.report([9]).complaints == ["work: not measured: ran too often"])
  }
}
