import COpenCaptureCodes
import OpenCaptureMediaSamples

/// A line across the bars of a code, from the outer edge of its first to that of its last.
struct ReadingLine: Hashable {
  var start, end: Point

  var length: Double { (end - start).length }
  var middle: Point { 0.5 * (start + end) }
  var direction: Point { (1 / length) * (end - start) }
  /// To the right of the way from start to end, as seen: down in the code's own frame.
  var normal: Point { Point(x: -direction.y, y: direction.x) }

  /// The line with its ends moved.
  func moved(start: Point, end: Point) -> Self { Self(start: self.start + start, end: self.end + end) }

  /// What is seen along the line, at the middles of `count` equal parts.
  func values(_ count: Int, in picture: ccodes_picture) -> [Float] {
    [Float](unsafeUninitializedCapacity: count) { buffer, filled in
      guard let values = buffer.baseAddress else { return }
      ccodes_sample_line(picture, line, count, values)
      filled = count
    }
  }

  /// How alike what is seen along the line is to a series, -1 to 1.
  func likeness(to reference: [Float], in picture: ccodes_picture) -> Double {
    ccodes_likeness(picture, line, reference, reference.count)
  }

  private var line: ccodes_line { ccodes_line(start_x: start.x, start_y: start.y, end_x: end.x, end_y: end.y) }
}
