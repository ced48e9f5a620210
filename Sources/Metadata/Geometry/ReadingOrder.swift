public import OpenCaptureMediaSamples

/// The order in which a person reads what lies in a picture: by rows from the top, in each from the left.
///
/// Things are in a row where each lies at the height of its neighbour, by half of the lower one at least; so a page that
/// lies a little askew keeps its rows, and something tall beside several rows belongs to the first of them. The order is
/// the same however the rectangles are given, but for those that are equal, which stay as they are.
public struct ReadingOrder: Sendable, Hashable {
  /// The indices of the rectangles, in the order in which they are read.
  public let indices: [Int]

  /// Finds the order.
  ///
  /// - Parameter bounds: Where things lie in the upright picture, y down.
  public init(_ bounds: [Rect]) {
    var rest = bounds.indices.sorted { Self.isHigher(bounds[$0], bounds[$1], $0, $1) }
    var order: [Int] = []
    while let first = rest.first {
      let right = Self.neighbours(of: first, among: rest, bounds, towards: 1)
      let left = Self.neighbours(of: first, among: rest, bounds, towards: -1)
      let row = left.reversed() + [first] + right
      order += row
      let taken = Set(row)
      rest.removeAll(where: taken.contains)
    }
    indices = order
  }

  /// What goes on a row from its first member to one side, the nearest first.
  private static func neighbours(
    of first: Int, among candidates: [Int], _ bounds: [Rect], towards side: Double
  ) -> [Int] {
    // Sorted once: from the middle of the first to that side, what is at the same place by its height.
    let beside = candidates.map { (index: $0, distance: (bounds[$0].center.x - bounds[first].center.x) * side) }
      .filter { $0.distance > 0 }
      .sorted {
        ($0.distance, bounds[$0.index].center.y, $0.index) < ($1.distance, bounds[$1.index].center.y, $1.index)
      }
    var (band, last) = (bounds[first], 0.0)
    var row: [Int] = []
    for (index, distance) in beside where distance > last && band.isBeside(bounds[index]) {
      row.append(index)
      last = distance
      // What is much taller says less about where the row goes on.
      if bounds[index].height <= band.height * 1.5 { band = bounds[index] }
    }
    return row
  }

  /// By height, then from the left, then the smaller; a total order.
  private static func isHigher(_ a: Rect, _ b: Rect, _ indexOfA: Int, _ indexOfB: Int) -> Bool {
    (a.center.y, a.minX, a.minY, a.width, a.height, indexOfA) < (
      b.center.y, b.minX, b.minY, b.width, b.height, indexOfB
    )
  }
}

extension Rect {
  /// Whether another rectangle lies at the same height, by half of the lower of both.
  fileprivate func isBeside(_ other: Rect) -> Bool {
    let overlap = min(maxY, other.maxY) - max(minY, other.minY)
    return overlap > 0 && overlap * 2 >= min(height, other.height)
  }
}

extension Array where Element: MetadataObject {
  /// The objects in the order in which a person reads them; see ``ReadingOrder``.
  ///
  /// Their bounds must be those in the upright picture.
  public func inReadingOrder() -> [Element] { ReadingOrder(map(\.bounds)).indices.map { self[$0] } }
}
