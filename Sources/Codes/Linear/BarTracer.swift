import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A tracer that follows the bars of a code away from a line across them.
///
/// Neighbouring lines across the same bars look alike, and nothing else does. The ends of the line move
/// independently, because bars can lean or converge.
struct BarTracer {
  let picture: ccodes_picture
  private let origin: ScanLine
  private let reference: [Float]

  /// The minimum correlation; below it, a line crosses something else.
  private static let minimumCorrelation = 0.6
  /// The maximum interruption of bars, as by a scratch or a worn print head, as a fraction of the code's length.
  private static let maximumGap = 0.05
  /// The maximum number of steps; on long codes, a step is longer than a pixel.
  private static let maximumSteps = 256.0

  /// Creates a tracer from a line that crosses all bars.
  init(_ line: ScanLine, in picture: ccodes_picture) {
    self.picture = picture
    origin = line
    reference = line.reference(in: picture)
  }

  /// Returns the lines that cross the same bars in a direction, without the original line.
  func lines(along direction: Point) -> [ScanLine] {
    let step = max(1, origin.length / Self.maximumSteps)
    let maximumMisses = max(2, Int(Self.maximumGap * origin.length / step))
    var found: [ScanLine] = []
    var last = Step()
    var missed = 0
    // No code is higher than this, and the picture ends at the latest.
    for index in 1...Int(max(8, 2 * origin.length / step)) {
      let distance = Double(index) * step
      let expected = last.continued(to: distance)
      guard let best = best(expected, step: step, along: direction) else {
        missed += 1
        if missed > maximumMisses { break }
        continue
      }
      last = best
      missed = 0
      found.append(line(best, along: direction))
    }
    return found
  }

  /// The displacement of a line: away from its origin, and of each end along the line.
  private struct Step {
    var distance = 0.0
    var start = 0.0
    var end = 0.0

    /// Extrapolates the displacement along straight bars.
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
        if likeness > best?.likeness ?? Self.minimumCorrelation { best = (candidate, likeness) }
      }
    }
    return best?.step
  }

  private func line(_ step: Step, along direction: Point) -> ScanLine {
    let away = step.distance * direction
    let along = origin.direction
    return origin.moved(start: away + step.start * along, end: away + step.end * along)
  }
}

/// A scan line across the bars of a code, from the outer edge of the first to that of the last.
struct ScanLine: Hashable {
  var start, end: Point

  var length: Double { (end - start).length }
  var middle: Point { 0.5 * (start + end) }
  var direction: Point { (1 / length) * (end - start) }
  /// The unit normal to the right of the line's direction, which is down in the code's frame.
  var normal: Point { Point(x: -direction.y, y: direction.x) }

  /// Returns how far a direction leads along the line for each pixel away from it; 0 if it leads nowhere else.
  func lean(of direction: Point) -> Double {
    let away = direction.dot(normal)
    return away == 0 ? 0 : direction.dot(self.direction) / away
  }

  func moved(start: Point, end: Point) -> Self { Self(start: self.start + start, end: self.end + end) }

  /// Returns `count` grey values along the line, at the centres of equal parts.
  func values(_ count: Int, in picture: ccodes_picture) -> [Float] {
    [Float](unsafeUninitializedCapacity: count) { buffer, filled in
      guard let values = buffer.baseAddress else { return }
      ccodes_sample_line(picture, line, count, values)
      filled = count
    }
  }

  /// Returns the grey values to which other lines across the same bars are compared.
  func reference(in picture: ccodes_picture) -> [Float] {
    values(min(400, max(32, Int(length))), in: picture)
  }

  /// Returns the correlation of the grey values along the line with a series, from -1 to 1.
  func likeness(to reference: [Float], in picture: ccodes_picture) -> Double {
    ccodes_line_correlation(picture, line, reference, reference.count)
  }

  private var line: ccodes_line { ccodes_line(start_x: start.x, start_y: start.y, end_x: end.x, end_y: end.y) }
}

extension Corners {
  /// Returns the line across the bars at a part of the height, 0 at the top.
  func line(at height: Double) -> ScanLine {
    ScanLine(
      start: topLeft + height * (bottomLeft - topLeft), end: topRight + height * (bottomRight - topRight))
  }
}
