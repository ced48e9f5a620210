import Glibc
import OpenCaptureMediaSamples

/// Three finder patterns that could belong to one code on a flat or curved surface, with axes along its rows and columns.
///
/// The axes exclude nearly all groups of patterns that belong to no code.
struct FrameTriple {
  let topLeft, topRight, bottomLeft: FinderFrame
  /// The distance of the patterns in modules: the harmonic mean of the upper and left sides, seen from both ends.
  let distance: Double
  /// The deviation of the axes and distances from those of a flat code; 0 is perfect.
  let distortion: Double

  /// The largest slope of a side of the code, relative to the axes of a pattern at its end.
  private static let steepestSlope = 0.9
  /// The largest ratio of the distances that both ends of two sides suggest.
  private static let largestRatio = 5.0

  /// Creates a triple; nil if no view of a code can look like this.
  init?(topLeft: FinderFrame, topRight: FinderFrame, bottomLeft: FinderFrame) {
    let right = topRight.center - topLeft.center
    let down = bottomLeft.center - topLeft.center
    let first = topLeft.enclosing(right + down)
    let second = topRight.facing(right)
    let third = bottomLeft.facing(down).turnedBack
    guard right.cross(down) > 0 else { return nil }
    let sides =
      [first, second].map { $0.coordinates(of: right) }
      + [first, third].map { frame in
        let place = frame.coordinates(of: down)
        return Point(x: place.y, y: place.x)
      }
    let lengths = sides.map(\.length)
    let ratio = (lengths.max() ?? 0) / (lengths.min() ?? 1)
    guard sides.allSatisfy({ $0.x > 0 && abs($0.y) < Self.steepestSlope * $0.x }), ratio < Self.largestRatio
    else { return nil }
    distance = Double(lengths.count) / lengths.reduce(0) { $0 + 1 / $1 }
    guard (13...180).contains(distance) else { return nil }
    distortion = log(ratio) + sides.reduce(0) { $0 + abs($1.y / $1.x) }
    self.topLeft = first
    self.topRight = second
    self.bottomLeft = third
  }

  var centers: [Point] { [topLeft.center, topRight.center, bottomLeft.center] }

  /// Returns the triples among some finder patterns, the most plausible ones first.
  static func triples(among frames: [FinderFrame]) -> [Self] {
    var triples: [Self] = []
    for topLeft in frames.indices {
      for topRight in frames.indices where topRight != topLeft {
        for bottomLeft in frames.indices where bottomLeft != topLeft && bottomLeft != topRight {
          let triple = Self(
            topLeft: frames[topLeft], topRight: frames[topRight], bottomLeft: frames[bottomLeft])
          if let triple { triples.append(triple) }
        }
      }
    }
    return triples.sorted { $0.distortion < $1.distortion }
  }
}
