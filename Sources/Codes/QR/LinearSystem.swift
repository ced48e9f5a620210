/// Linear equations, as many as there are unknowns.
enum LinearSystem {
  /// Solves them by elimination; nil where they leave something open.
  ///
  /// - Parameter rows: The coefficients of each equation, its right side last.
  static func solve(_ rows: [[Double]]) -> [Double]? {
    var rows = rows
    let count = rows.count
    for column in 0..<count {
      guard let pivot = (column..<count).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        abs(rows[pivot][column]) > 1e-9
      else { return nil }
      rows.swapAt(column, pivot)
      for row in 0..<count where row != column {
        let factor = rows[row][column] / rows[column][column]
        guard factor != 0 else { continue }
        for place in column...count { rows[row][place] -= factor * rows[column][place] }
      }
    }
    return (0..<count).map { rows[$0][count] / rows[$0][$0] }
  }
}
