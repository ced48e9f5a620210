/// The results of a benchmark run.
struct Report {
  private(set) var comparisons: [Comparison] = []
  /// One line for each workload that could not be measured, with the reason.
  private(set) var failures: [String] = []

  /// Measures a workload, and repeats the measurement if a ratio exceeds its bound.
  mutating func add(_ workload: Workload, rounds: Int) {
    do {
      comparisons += try workload.compare(rounds: rounds)
    } catch {
      failures.append("\(workload.name): not measured: \(error)")
    }
  }

  /// One line for each exceeded bound and each failure.
  var violations: [String] {
    comparisons.filter { !$0.isWithinBound }.map { row in
      "\(row.workload), compared with \(row.peer): \(row.figure) is \(Table.decimal(row.ratio.median))×, "
        + "the bound is \(Table.decimal(row.bound))×"
    } + failures
  }
}

/// Comparisons as a text table.
enum Table {
  static func text(_ comparisons: [Comparison]) -> String {
    let head = ["workload", "peer", "figure", "ours", "peer's", "ratio", "spread", "bound", ""]
    let rows = comparisons.map { row in
      [
        row.workload, row.peer, row.figure, amount(row.ours, row.figure), amount(row.peers, row.figure),
        decimal(row.ratio.median) + "×", decimal(row.ratio.minimum) + "…" + decimal(row.ratio.maximum),
        "≤ " + decimal(row.bound) + "×", row.isWithinBound ? "ok" : "EXCEEDED",
      ]
    }
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    return ([head] + rows).map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private static func amount(_ value: Double, _ figure: String) -> String {
    if figure == Figure.memory.rawValue { return decimal(value / 1_048_576) + " MiB" }
    if figure == Figure.allocations.rawValue { return decimal(value) }
    return value < 1e-5 ? decimal(value * 1e6) + " µs" : decimal(value * 1000) + " ms"
  }

  /// Returns a number with about three significant digits.
  static func decimal(_ value: Double) -> String {
    let places = value >= 100 ? 1.0 : value >= 10 ? 10 : value >= 1 ? 100 : 1000
    let rounded = (value * places).rounded() / places
    return places == 1 ? "\(Int(rounded))" : "\(rounded)"
  }
}
