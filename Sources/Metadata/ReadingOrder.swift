public import OpenCaptureMediaSamples

/// The reading order of rectangles in a picture: by rows from top to bottom, each from left to right.
///
/// Neighbors in a row overlap vertically by at least half of the lower one's height. A slightly skewed page
/// therefore keeps its rows. A tall rectangle beside several rows belongs to the first of them. The result does not
/// depend on the order of the input, except that equal rectangles keep theirs.
public struct ReadingOrder: Sendable, Hashable {
  /// The indices of the rectangles in reading order.
  public let indices: [Int]

  /// Determines the order.
  ///
  /// - Parameter bounds: The rectangles in the upright picture, y down.
  public init(_ bounds: [Rect]) {
    var rest = bounds.indices.sorted { Self.isHigher(bounds[$0], bounds[$1], $0, $1) }
    var order: [Int] = []
    while let first = rest.first {
      let right = Self.neighbors(of: first, among: rest, bounds, towards: 1)
      let left = Self.neighbors(of: first, among: rest, bounds, towards: -1)
      let row = left.reversed() + [first] + right
      order += row
      let taken = Set(row)
      rest.removeAll(where: taken.contains)
    }
    indices = order
  }

  /// Returns the members of a row on one side of its first member, starting with the nearest.
  private static func neighbors(
    of first: Int, among candidates: [Int], _ bounds: [Rect], towards side: Double
  ) -> [Int] {
    // Sorts once by the distance from the first member's center, then by height.
    let beside = candidates.map { (index: $0, distance: (bounds[$0].center.x - bounds[first].center.x) * side) }
      .filter { $0.distance > 0 }
      .sorted {
        ($0.distance, bounds[$0.index].center.y, $0.index) < ($1.distance, bounds[$1.index].center.y, $1.index)
      }
    var band = bounds[first]
    var last = 0.0
    var row: [Int] = []
    for (index, distance) in beside where distance > last && band.isBeside(bounds[index]) {
      row.append(index)
      last = distance
      // A much taller rectangle is a poor guide to the direction of the row.
      if bounds[index].height <= band.height * 1.5 { band = bounds[index] }
    }
    return row
  }

  /// Orders by height, then from the left, then by size; a total order.
  private static func isHigher(_ a: Rect, _ b: Rect, _ indexOfA: Int, _ indexOfB: Int) -> Bool {
    (a.center.y, a.minX, a.minY, a.width, a.height, indexOfA) < (
      b.center.y, b.minX, b.minY, b.width, b.height, indexOfB
    )
  }
}

extension Rect {
  /// Returns whether the rectangles overlap vertically by at least half of the lower one's height.
  fileprivate func isBeside(_ other: Rect) -> Bool {
    let overlap = min(maxY, other.maxY) - max(minY, other.minY)
    return overlap > 0 && overlap * 2 >= min(height, other.height)
  }
}

extension Array where Element: MetadataObject {
  /// Returns the objects in reading order; see ``ReadingOrder``.
  ///
  /// Their bounds must be in coordinates of the upright picture.
  public func inReadingOrder() -> [Element] { ReadingOrder(map(\.boundingBox)).indices.map { self[$0] } }
}
