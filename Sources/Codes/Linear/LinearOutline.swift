import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A refinement of the outline of decoded linear codes: from the first bar to the last, over the full height of the
/// bars.
///
/// Engines report the lines along which they read a code. From there the bars are followed in both directions,
/// which gives their slope. Then they are followed from a line perpendicular to them, which gives their height.
/// Last, the edges are located to a fraction of a pixel. Edges that aren't found stay as reported.
struct LinearOutline {
  let picture: ccodes_picture

  /// The minimum length of a line to follow, in pixels.
  private static let leastLength = 6.0

  /// Returns the refined corners of a code from the approximate ones of an engine.
  ///
  /// - Parameter canBeStacked: Whether codes of this type can have several rows with different bars.
  func corners(of reported: Corners, canBeStacked: Bool) -> Corners {
    let top = ScanLine(start: reported.topLeft, end: reported.topRight)
    let bottom = ScanLine(start: reported.bottomLeft, end: reported.bottomRight)
    let scanned = ScanLine(start: 0.5 * (top.start + bottom.start), end: 0.5 * (top.end + bottom.end))
    guard scanned.length > Self.leastLength else { return reported }
    if canBeStacked, isStacked(top, bottom) { return stackedCorners(top, bottom) }
    let whole = extended(scanned)
    let across = squared(whole, to: trail(from: whole))
    let trail = trail(from: across)
    guard trail.count > 1, let first = trail.first, let last = trail.last else { return Corners(row: scanned) }
    let outline = Corners(first, last)
    // The second pass starts closer, so its result is more exact.
    let near = LinearEdges(picture, outline)?.corners ?? outline
    return LinearEdges(picture, near)?.corners ?? near
  }

  /// Extends a line to the first and last bar, because some engines report only the part that they read.
  private func extended(_ line: ScanLine) -> ScanLine {
    let size = Size(width: Double(picture.width), height: Double(picture.height))
    let reach = (size.width + size.height) * line.direction
    guard let way = Rect(origin: .zero, size: size).clip(line.start - reach, line.end + reach) else { return line }
    let scanned = ScanLine(start: way.0, end: way.1)
    // Sample every half pixel and average three neighbouring rows to reduce noise.
    let count = Int(2 * scanned.length)
    let rows = [-1.0, 0, 1].map { shift in
      let beside = shift * line.normal
      return scanned.moved(start: beside, end: beside).values(count, in: picture)
    }
    let values = rows[0].indices.map { index in rows.reduce(0) { $0 + $1[index] } / Float(rows.count) }
    // Engines also report points outside the picture.
    let first = 2 * (line.start - scanned.start).dot(line.direction)
    let part = (Int(first)..<Int(first + 2 * line.length)).clamped(to: values.indices)
    guard !part.isEmpty else { return line }
    let sorted = values[part].sorted()
    let dark = sorted[sorted.count / 10]
    let light = sorted[sorted.count * 9 / 10]
    // Values outside the picture are light.
    let series = BarProfile([light] + values + [light], contrast: light - dark)
    guard light - dark > 8, let code = series.code(about: part, slack: Self.slack) else { return line }
    func place(_ index: Int) -> Point { scanned.start + Double(index - 1) / 2 * scanned.direction }
    return ScanLine(start: place(code.lowerBound), end: place(code.upperBound))
  }

  /// The maximum error of bar edges on a line, in half pixels.
  private static let slack = 3

  /// Returns the lines that cross the same bars from top to bottom, including the given one.
  private func trail(from line: ScanLine) -> [ScanLine] {
    let trail = BarTracer(line, in: picture)
    return trail.lines(along: -1 * line.normal).reversed() + [line] + trail.lines(along: line.normal)
  }

  /// Returns the line perpendicular to the same bars, whose slope is fitted to the ends of the traced lines.
  private func squared(_ line: ScanLine, to trail: [ScanLine]) -> ScanLine {
    guard let left = FittedLine(through: trail.map(\.start), least: 8),
      let right = FittedLine(through: trail.map(\.end), least: 8)
    else { return line }
    let bars = left.direction(like: line.normal) + right.direction(like: line.normal)
    let across = FittedLine(through: trail[trail.count / 2].middle, along: Point(x: bars.y, y: -bars.x))
    guard let start = across.crossing(left), let end = across.crossing(right) else { return line }
    let squared = ScanLine(start: start, end: end)
    return squared.length > Self.leastLength ? squared : line
  }

  // MARK: Codes of several rows

  /// Returns whether the first and last line cross different bars, so that the code has stacked rows.
  private func isStacked(_ top: ScanLine, _ bottom: ScanLine) -> Bool {
    guard top.middle.distance(to: bottom.middle) > 4, top.length > Self.leastLength,
      bottom.length > Self.leastLength
    else { return false }
    let reference = top.values(min(400, max(32, Int(top.length))), in: picture)
    return bottom.likeness(to: reference, in: picture) < 0.3
  }

  /// Returns the corners from the top of the first row to the bottom of the last row.
  private func stackedCorners(_ top: ScanLine, _ bottom: ScanLine) -> Corners {
    let first = BarTracer(top, in: picture).lines(along: -1 * top.normal).last ?? top
    let last = BarTracer(bottom, in: picture).lines(along: bottom.normal).last ?? bottom
    return Corners(first, last)
  }
}

extension Corners {
  /// Creates the corners from the first and last line of a code.
  fileprivate init(_ top: ScanLine, _ bottom: ScanLine) {
    self.init(topLeft: top.start, bottomLeft: bottom.start, bottomRight: bottom.end, topRight: top.end)
  }

  /// Creates the corners of a row one pixel high, for a code that was read along one line only.
  fileprivate init(row line: ScanLine) {
    let half = 0.5 * line.normal
    self.init(line.moved(start: -1 * half, end: -1 * half), line.moved(start: half, end: half))
  }
}
