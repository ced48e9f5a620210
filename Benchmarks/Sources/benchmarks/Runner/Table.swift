/// Comparisons as a table for people.
enum Table {
  static func text(_ comparisons: [Comparison]) -> String {
    let head = ["workload", "peer", "figure", "ours", "peer's", "ratio", "spread", "promised", ""]
    let rows = comparisons.map { row in
      [
        row.workload, row.peer, row.figure, amount(row.ours, row.figure), amount(row.peers, row.figure),
        decimal(row.ratio.median) + "×", decimal(row.ratio.minimum) + "…" + decimal(row.ratio.maximum),
        "≤ " + decimal(row.bound) + "×", row.isKept ? "kept" : "MISSED",
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

  /// Three significant digits or so.
  static func decimal(_ value: Double) -> String {
    let places = value >= 100 ? 1.0 : value >= 10 ? 10 : value >= 1 ? 100 : 1000
    let rounded = (value * places).rounded() / places
    return places == 1 ? "\(Int(rounded))" : "\(rounded)"
  }
}
