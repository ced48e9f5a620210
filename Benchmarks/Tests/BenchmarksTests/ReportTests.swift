import Testing

@testable import benchmarks

/// Tests of the bounds in a benchmark report.
@Suite("Benchmark report")
struct ReportTests {
  /// Returns a contender whose successive runs take the given numbers of seconds.
  private static func contender(_ name: String, _ walls: [Double]) -> Contender {
    var next = walls.makeIterator()
    return Contender(name: name) {
      guard let wall = next.next() else { throw BenchmarkError("ran too often") }
      return Measurement(wall: wall)
    }
  }

  /// Returns a report on runs of ours compared with a peer that always takes one second.
  ///
  /// Each measurement consists of one warm-up run and one measured run.
  private static func report(_ walls: [Double], bounds: [Figure: Double] = [.wall: 2]) -> Report {
    let peer = contender("peer", walls.map { _ in 1 })
    let workload = Workload(
      name: "work", ours: contender("ours", walls), peers: [Workload.Peer(contender: peer, bounds: bounds)])
    var report = Report()
    report.add(workload, rounds: 1)
    return report
  }

  @Test("A ratio within its bound is measured once and is no violation")
  func withinBound() {
    let report = Self.report([9, 2])
    #expect(report.comparisons.map(\.ratio.median) == [2])
    #expect(report.violations == [])
  }

  @Test("A ratio that exceeds its bound once is replaced by the second measurement")
  func exceededOnce() {
    let report = Self.report([9, 3, 9, 1.5])
    #expect(report.comparisons.map(\.ratio.median) == [1.5])
    #expect(report.violations == [])
  }

  @Test("A ratio that exceeds its bound twice is reported with the second measurement and the bound")
  func exceededTwice() {
    let report = Self.report([9, 3, 9, 4])
    #expect(report.comparisons.map(\.isWithinBound) == [false])
    #expect(report.violations == ["work, compared with peer: wall is 4.0×, the bound is 2.0×"])
  }

  @Test("A ratio within its bound keeps its first measurement when another ratio is measured again")
  func othersKeepTheirMeasurement() throws {
    let peers = [
      Workload.Peer(contender: Self.contender("slow", [1, 1, 1, 1]), bounds: [.wall: 2]),
      Workload.Peer(contender: Self.contender("quick", [1, 0.1, 1, 0.5]), bounds: [.wall: 2]),
    ]
    let ours = Self.contender("ours", [1, 1, 1, 1, 5, 1])
    let rows = try Workload(name: "work", ours: ours, peers: peers).compare(rounds: 1)
    #expect(rows.map(\.ratio.median) == [1, 2])
    #expect(rows.map(\.isWithinBound) == [true, true])
  }

  @Test("A bound on an unmeasured figure is a violation, and so is work that fails")
  func notMeasured() {
    #expect(
      Self.report([9, 1], bounds: [.memory: 1]).violations == [
        "work: not measured: no memory figure for the comparison with peer"
      ])
    #expect(Self.report([9]).violations == ["work: not measured: ran too often"])
  }
}
