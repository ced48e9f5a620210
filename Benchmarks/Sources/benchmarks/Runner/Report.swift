/// What a run has measured, and what it holds against us.
struct Report {
  private(set) var comparisons: [Comparison] = []
  /// Each workload that could not be measured, and why.
  private(set) var failures: [String] = []

  /// Measures a workload, twice where it misses a bound.
  mutating func add(_ workload: Workload, rounds: Int) {
    do {
      comparisons += try workload.judge(rounds: rounds)
    } catch {
      failures.append("\(workload.name): not measured: \(error)")
    }
  }

  /// A line for each promise that was broken or not looked at; none where all is well.
  var complaints: [String] {
    comparisons.filter { !$0.isKept }.map { row in
      "\(row.workload), beside \(row.peer): \(row.figure) is \(Table.decimal(row.ratio.median))×, "
        + "promised is at most \(Table.decimal(row.bound))×"
    } + failures
  }
}
