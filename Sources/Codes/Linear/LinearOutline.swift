import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Finds the outline of linear codes that were read: from the first bar to the last, and as far as the bars go.
///
/// Engines tell the lines along which they read a code. From there the bars are followed both ways, which tells how
/// they run; then once more from a line at a right angle to them, which tells how far they go; then the edges are found
/// to a fraction of a pixel. What can't be found stays as it was told, and nothing lies beyond the picture.
struct LinearOutline {
  let picture: ccodes_picture

  /// A line is followed where it is longer than this, in pixels.
  private static let leastLength = 6.0

  /// The corners of a code, of which an engine told about where they are.
  ///
  /// - Parameter canBeStacked: Whether codes of this type can have several rows, each of other bars.
  func corners(of told: Corners, canBeStacked: Bool) -> Corners {
    let (top, bottom) = (
      ReadingLine(start: told.topLeft, end: told.topRight),
      ReadingLine(start: told.bottomLeft, end: told.bottomRight)
    )
    let scanned = ReadingLine(start: 0.5 * (top.start + bottom.start), end: 0.5 * (top.end + bottom.end))
    guard scanned.length > Self.leastLength else { return told }
    if canBeStacked, isStacked(top, bottom) { return stackedCorners(top, bottom) }
    let whole = extended(scanned)
    let across = squared(whole, to: trail(from: whole))
    let trail = trail(from: across)
    guard trail.count > 1, let first = trail.first, let last = trail.last else { return Corners(row: scanned) }
    let outline = Corners(first, last)
    // What is nearer to begin with is found more exactly.
    let near = LinearEdges(picture, outline)?.corners ?? outline
    return LinearEdges(picture, near)?.corners ?? near
  }

  /// The line from the first bar to the last: some engines tell where they read a part.
  private func extended(_ line: ReadingLine) -> ReadingLine {
    let size = Size(width: Double(picture.width), height: Double(picture.height))
    let reach = (size.width + size.height) * line.direction
    guard let way = Rect(origin: .zero, size: size).clip(line.start - reach, line.end + reach) else { return line }
    let scanned = ReadingLine(start: way.0, end: way.1)
    // Half a pixel at a time, of three rows beside each other, which takes noise away.
    let count = Int(2 * scanned.length)
    let rows = [-1.0, 0, 1].map { shift in
      let beside = shift * line.normal
      return scanned.moved(start: beside, end: beside).values(count, in: picture)
    }
    let values = rows[0].indices.map { index in rows.reduce(0) { $0 + $1[index] } / Float(rows.count) }
    // Engines tell places beyond the picture, too.
    let first = 2 * (line.start - scanned.start).dot(line.direction)
    let part = (Int(first)..<Int(first + 2 * line.length)).clamped(to: values.indices)
    guard !part.isEmpty else { return line }
    let sorted = values[part].sorted()
    let (dark, light) = (sorted[sorted.count / 10], sorted[sorted.count * 9 / 10])
    // What is not in the picture is light.
    let series = BarSeries([light] + values + [light], contrast: light - dark)
    guard light - dark > 8, let code = series.code(about: part, slack: Self.slack) else { return line }
    func place(_ index: Int) -> Point { scanned.start + Double(index - 1) / 2 * scanned.direction }
    return ReadingLine(start: place(code.lowerBound), end: place(code.upperBound))
  }

  /// How far the edges of bars are wrong on a line, in halves of a pixel.
  private static let slack = 3

  /// The lines that cross the same bars, from the uppermost to the lowest, with the one that they begin at.
  private func trail(from line: ReadingLine) -> [ReadingLine] {
    let trail = BarTrail(line, in: picture)
    return trail.lines(along: -1 * line.normal).reversed() + [line] + trail.lines(along: line.normal)
  }

  /// The line of the same bars at a right angle to them, as the ends of others tell how they run.
  private func squared(_ line: ReadingLine, to trail: [ReadingLine]) -> ReadingLine {
    guard let left = FittedLine(through: trail.map(\.start), least: 8),
      let right = FittedLine(through: trail.map(\.end), least: 8)
    else { return line }
    let bars = left.direction(like: line.normal) + right.direction(like: line.normal)
    let across = FittedLine(through: trail[trail.count / 2].middle, along: Point(x: bars.y, y: -bars.x))
    guard let start = across.crossing(left), let end = across.crossing(right) else { return line }
    let squared = ReadingLine(start: start, end: end)
    return squared.length > Self.leastLength ? squared : line
  }

  // MARK: Codes of several rows

  /// Whether the first and the last line cross other bars: those of a code whose rows are stacked.
  private func isStacked(_ top: ReadingLine, _ bottom: ReadingLine) -> Bool {
    guard top.middle.distance(to: bottom.middle) > 4, top.length > Self.leastLength,
      bottom.length > Self.leastLength
    else { return false }
    let reference = top.values(min(400, max(32, Int(top.length))), in: picture)
    return bottom.likeness(to: reference, in: picture) < 0.3
  }

  /// From as far as the bars of the first row go up to as far as those of the last one go down.
  private func stackedCorners(_ top: ReadingLine, _ bottom: ReadingLine) -> Corners {
    let first = BarTrail(top, in: picture).lines(along: -1 * top.normal).last ?? top
    let last = BarTrail(bottom, in: picture).lines(along: bottom.normal).last ?? bottom
    return Corners(first, last)
  }
}

extension Corners {
  /// Between the first and the last line of a code.
  fileprivate init(_ top: ReadingLine, _ bottom: ReadingLine) {
    self.init(topLeft: top.start, bottomLeft: bottom.start, bottomRight: bottom.end, topRight: top.end)
  }

  /// A row of pixels: what is known of a code that was read along one line only.
  fileprivate init(row line: ReadingLine) {
    let half = 0.5 * line.normal
    self.init(line.moved(start: -1 * half, end: -1 * half), line.moved(start: half, end: half))
  }
}
