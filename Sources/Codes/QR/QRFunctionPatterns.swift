import COpenCaptureCodes

/// The function patterns of QR codes: the modules that are the same in every code of a size (ISO/IEC 18004, 6.3).
enum QRFunctionPatterns {
  /// Returns the centres of the alignment patterns, in modules from the top left; none in version 1.
  static func alignmentCentres(version: Int) -> [(column: Int, row: Int)] {
    guard version > 1 else { return [] }
    let count = version / 7 + 2
    let step = version == 32 ? 26 : (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    let last = version * 4 + 10
    let centres: [Int] = [6] + (0..<count - 1).map { last - $0 * step }.reversed()
    let finders = [(6, 6), (6, last), (last, 6)]
    var places: [(column: Int, row: Int)] = []
    for row in centres {
      for column in centres where !finders.contains(where: { $0 == (column, row) }) {
        places.append((column, row))
      }
    }
    return places
  }

  /// Returns points in the function patterns with their expected brightness.
  ///
  /// Each finder and timing pattern, the lower right alignment pattern, and the other ones together are a group.
  ///
  /// - Parameters:
  ///   - offset: The distance of points from the centre of the module in both axes; 0 is one point in the centre.
  ///   - isDense: Whether each module has four points, or two on alternating diagonals.
  static func points(dimension: Int, offset: Float, isDense: Bool = true) -> [ccodes_point] {
    var points: [ccodes_point] = []
    for module in modules(dimension: dimension) {
      let x = Float(module.column) + 0.5
      let y = Float(module.row) + 0.5
      let expected: Float = module.isDark ? -1 : 1
      let group = Int32(module.group)
      let dy = (module.column + module.row).isMultiple(of: 2) ? offset : -offset
      points.append(ccodes_point(x: x + offset, y: y + dy, expected: expected, group: group))
      guard offset != 0 else { continue }
      points.append(ccodes_point(x: x - offset, y: y - dy, expected: expected, group: group))
      guard isDense else { continue }
      points.append(ccodes_point(x: x + offset, y: y - dy, expected: expected, group: group))
      points.append(ccodes_point(x: x - offset, y: y + dy, expected: expected, group: group))
    }
    return points
  }

  private typealias Module = (column: Int, row: Int, isDark: Bool, group: Int)

  private static func modules(dimension: Int) -> [Module] {
    let last = dimension - 7
    var modules: [Module] = []
    for (group, origin) in [(0, 0), (last, 0), (0, last)].enumerated() {
      for row in -1...7 {
        for column in -1...7 {
          let x = origin.0 + column
          let y = origin.1 + row
          guard (0..<dimension).contains(x), (0..<dimension).contains(y) else { continue }
          modules.append((x, y, ![2, 4].contains(max(abs(column - 3), abs(row - 3))), group))
        }
      }
    }
    for place in 8...dimension - 9 { modules.append((place, 6, place.isMultiple(of: 2), 3)) }
    for place in 8...dimension - 9 { modules.append((6, place, place.isMultiple(of: 2), 4)) }
    return modules + alignmentModules(dimension: dimension)
  }

  private static func alignmentModules(dimension: Int) -> [Module] {
    let last = dimension - 7
    var modules: [Module] = []
    for (x, y) in alignmentCentres(version: (dimension - 17) / 4) {
      let group = x == last && y == last ? 5 : 6
      for row in -2...2 {
        for column in -2...2 {
          modules.append((x + column, y + row, max(abs(column), abs(row)) != 1, group))
        }
      }
    }
    return modules
  }
}
