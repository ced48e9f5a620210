import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Where a linear code lies, of which the places are known where readings of it ended.
///
/// Lines are read to and fro, across the picture and down: the places lie on the outer edges of the first bar and of the
/// last one, of an EAN code also in its middle, all of which run about parallel through the picture.
struct ReadingEnds {
  let places: [Point]

  /// What is between the edges is at least this part of the whole.
  private static let leastGap = 0.5
  /// Places that stand apart by this part of the whole lie on two edges.
  private static let leastHeapGap = 0.2

  /// The corners of the code between the outermost edges; nil where all places lie on one.
  ///
  /// - Parameter quarterTurns: How the code is turned clockwise, as nearly as quarters tell.
  func corners(quarterTurns: Int) -> Corners? {
    // All directions in which the code can be read that is turned so, that which is likeliest first.
    let turns = [0] + (1...22).flatMap { [4 * $0, -4 * $0] }
    let splits = turns.compactMap { degrees in split(by: Double(90 * quarterTurns + degrees) * .pi / 180) }
    // Of directions that are as good, as those of a few places are, the likeliest.
    let best = splits.map(\.gap).max() ?? 0
    guard let split = splits.first(where: { $0.gap > best - 0.02 }), split.gap >= Self.leastGap else { return nil }
    // Lines are read along the sides of the picture: along those that the code is turned to, to an eighth of a turn.
    let isUpright = abs(split.reading.x) >= abs(split.reading.y)
    let along =
      isUpright ? Point(x: split.reading.x < 0 ? -1 : 1, y: 0) : Point(x: 0, y: split.reading.y < 0 ? -1 : 1)
    let down = Point(x: -along.y, y: along.x)
    let rows = places.map { $0.dot(down) }
    let (top, bottom) = (rows.min() ?? 0, rows.max() ?? 0)
    func corner(_ edge: Double, _ row: Double) -> Point {
      (edge - row * down.dot(split.reading)) / along.dot(split.reading) * along + row * down
    }
    return Corners(
      topLeft: corner(split.left, top), bottomLeft: corner(split.left, bottom),
      bottomRight: corner(split.right, bottom), topRight: corner(split.right, top))
  }

  private struct Split {
    /// The direction in which the code is read.
    var reading: Point
    /// How far along that the edges lie.
    var left, right: Double
    /// The gaps between all edges as a part of the whole.
    var gap: Double
  }

  private func split(by angle: Double) -> Split? {
    let reading = Point(x: cos(angle), y: sin(angle))
    let feet = places.map { $0.dot(reading) }.sorted()
    guard let first = feet.first, let last = feet.last, last - first > 1 else { return nil }
    let gaps = feet.indices.dropFirst().filter { feet[$0] - feet[$0 - 1] > Self.leastHeapGap * (last - first) }
    guard let end = gaps.first, let start = gaps.last else { return nil }
    return Split(
      reading: reading, left: feet[end / 2], right: feet[(start + feet.count) / 2],
      gap: gaps.reduce(0) { $0 + feet[$1] - feet[$1 - 1] } / (last - first))
  }
}
