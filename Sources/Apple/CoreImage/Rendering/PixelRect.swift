import CoreVideo

/// Whole pixels of the plane in which images are; y goes up.
struct PixelRect: Hashable {
  let x: Int
  let y: Int
  let width: Int
  let height: Int

  init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, max(0, width), max(0, height))
  }

  /// The pixels that a rectangle has, its edges rounded to the nearest; nil where they can't be counted.
  init?(_ rect: CGRect) {
    let edges = [rect.minX, rect.minY, rect.maxX, rect.maxY].map { (Double($0) + 0.5).rounded(.down) }
    guard edges.allSatisfy({ abs($0) < 1e9 }) else { return nil }
    let (left, bottom) = (Int(edges[0]), Int(edges[1]))
    self.init(x: left, y: bottom, width: Int(edges[2]) - left, height: Int(edges[3]) - bottom)
  }

  var maxX: Int { x + width }
  var maxY: Int { y + height }
  var rect: CGRect { CGRect(x: x, y: y, width: width, height: height) }
  var isEmpty: Bool { width == 0 || height == 0 }

  /// The pixels that are in both.
  func intersection(_ other: PixelRect) -> PixelRect {
    let (left, bottom) = (max(x, other.x), max(y, other.y))
    return PixelRect(
      x: left, y: bottom, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - bottom)
  }

  /// The same, and so many pixels around it.
  func widened(by margin: Int) -> PixelRect {
    PixelRect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// Where another's upper left corner is from this one's, in columns to the right and rows down.
  func offset(of other: PixelRect) -> (column: Int, row: Int) { (other.x - x, maxY - other.maxY) }
}
