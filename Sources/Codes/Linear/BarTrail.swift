import COpenCaptureCodes
import OpenCaptureMediaSamples

/// Follows the bars of a code away from a line across them, as far as they go.
///
/// What a line across the bars looks like, lines beside it look like too, and nothing else does. The ends of the line
/// move apart from each other, as bars that lean or converge have it.
struct BarTrail {
  let picture: ccodes_picture
  private let origin: ReadingLine
  private let reference: [Float]

  /// Below this, a line crosses other things.
  private static let leastLikeness = 0.6
  /// How far bars may be interrupted, as by a scratch or a worn printing head: a part of the code's length.
  private static let longestGap = 0.05
  /// How many steps a trail has at most: on long codes they are longer than a pixel.
  private static let mostSteps = 256.0

  /// Begins at a line that crosses all of the bars.
  init(_ line: ReadingLine, in picture: ccodes_picture) {
    (self.picture, origin) = (picture, line)
    reference = line.values(min(400, max(32, Int(line.length))), in: picture)
  }

  /// The lines in a direction that cross the same bars, from the origin on, which is not among them.
  func lines(along direction: Point) -> [ReadingLine] {
    let step = max(1, origin.length / Self.mostSteps)
    let mostMisses = max(2, Int(Self.longestGap * origin.length / step))
    var (found, last, missed): ([ReadingLine], Step, Int) = ([], Step(), 0)
    // No code is higher than this; and at the latest the picture ends.
    for index in 1...Int(max(8, 2 * origin.length / step)) {
      let distance = Double(index) * step
      let expected = last.continued(to: distance)
      guard let best = best(expected, step: step, along: direction) else {
        missed += 1
        if missed > mostMisses { break }
        continue
      }
      (last, missed) = (best, 0)
      found.append(line(best, along: direction))
    }
    return found
  }

  /// How the line was moved: away from its origin, and each end along the line.
  private struct Step {
    var distance = 0.0
    var start = 0.0
    var end = 0.0

    /// Where bars that run straight lead.
    func continued(to further: Double) -> Self {
      guard distance > 0 else { return Self(distance: further, start: 0, end: 0) }
      let factor = further / distance
      return Self(distance: further, start: start * factor, end: end * factor)
    }
  }

  private func best(_ expected: Step, step: Double, along direction: Point) -> Step? {
    var best: (step: Step, likeness: Double)?
    for slide in [0, -0.5, 0.5, -1, 1] {
      for stretch in [0, -0.25, 0.25] {
        var candidate = expected
        candidate.start += step * (slide - stretch)
        candidate.end += step * (slide + stretch)
        let likeness = line(candidate, along: direction).likeness(to: reference, in: picture)
        if likeness > best?.likeness ?? Self.leastLikeness { best = (candidate, likeness) }
      }
    }
    return best?.step
  }

  private func line(_ step: Step, along direction: Point) -> ReadingLine {
    let (away, along) = (step.distance * direction, origin.direction)
    return origin.moved(start: away + step.start * along, end: away + step.end * along)
  }
}
