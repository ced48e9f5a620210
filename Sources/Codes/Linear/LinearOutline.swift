import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A refinement of the outline of decoded linear codes: from the first bar to the last, over the full height of the
/// bars.
///
/// Engines report the lines along which they read a code. From there the bars are followed in both directions,
/// which gives their slope. Then they are followed from a line perpendicular to them, which gives their height.
/// If that line leaves the code, because perspective has skewed it, a line from bar to bar replaces it.
/// Last, the edges are located to a fraction of a pixel. Edges that aren't found stay as reported.
struct LinearOutline {
  let picture: ccodes_picture

  /// The minimum length of a line to follow, in pixels.
  private static let leastLength = 6.0

  /// Returns a code with refined corners; nil if it is a misread part of a longer code.
  func refined(_ code: EngineCode) -> EngineCode? {
    var refined = code
    refined.corners = corners(
      of: code.corners, canBeStacked: code.type.canBeStacked, barCount: code.type.barCount)
    return isPart(refined) ? nil : refined
  }

  /// Returns the refined corners of a code from the approximate ones of an engine.
  ///
  /// - Parameters:
  ///   - canBeStacked: Whether codes of this type can have several rows with different bars.
  ///   - barCount: The number of bars of all codes of this type. Default: unknown.
  func corners(of reported: Corners, canBeStacked: Bool, barCount: Int? = nil) -> Corners {
    let top = ScanLine(start: reported.topLeft, end: reported.topRight)
    let bottom = ScanLine(start: reported.bottomLeft, end: reported.bottomRight)
    let scanned = reported.line(at: 0.5)
    guard scanned.length > Self.leastLength else { return reported }
    if canBeStacked, isStacked(top, bottom) { return stackedCorners(top, bottom) }
    let whole = extended(scanned)
    let across = squared(whole, to: trail(from: whole))
    let outlines = [across, leveled(across)].compactMap { line in
      line.flatMap { outline(from: completed($0, barCount: barCount)) }
    }
    guard let first = outlines.first, let last = outlines.last else { return Corners(row: scanned) }
    // Bars of neighbouring codes can lead far away.
    let isNear = last.allSatisfy { $0.distance(to: across.middle) <= across.length }
    return isNear && completeness(of: last) > completeness(of: first) ? last : first
  }

  /// Returns the outline of the bars that a line crosses; nil if they cannot be followed.
  private func outline(from line: ScanLine) -> Corners? {
    let trail = trail(from: line)
    guard trail.count > 1, let first = trail.first, let last = trail.last else { return nil }
    let outline = Corners(first, last)
    // The second pass starts closer, so its result is more exact.
    let near = LinearEdges(picture, outline)?.corners ?? outline
    return LinearEdges(picture, near)?.corners ?? near
  }

  /// The correlation below which two lines across an outline do not cross the same bars.
  private static let leastLikeness = 0.5

  /// Returns the height of an outline, reduced if lines near its top and bottom do not cross all of the bars.
  private func completeness(of outline: Corners) -> Double {
    let reference = outline.line(at: 0.5).reference(in: picture)
    let likeness = [0.1, 0.9].map { outline.line(at: $0).likeness(to: reference, in: picture) }.reduce(1, min)
    let height = outline.line(at: 0).middle.distance(to: outline.line(at: 1).middle)
    return max(0, likeness - Self.leastLikeness) * height
  }

  /// Returns whether there are more bars in the place of a code than it has.
  private func isPart(_ code: EngineCode) -> Bool {
    guard let barCount = code.misreadBarCount else { return false }
    return Self.countedHeights.allSatisfy { height in
      bars(along: code.corners.line(at: height)).map { Double($0.bars.count) > Self.mostBars * Double(barCount) }
        ?? false
    }
  }

  /// The heights at which bars are counted, as parts of the code's height.
  private static let countedHeights = [0.3, 0.5, 0.7]
  /// The most bars in the place of a code, relative to its own; noise can look like further bars.
  private static let mostBars = 1.25

  /// Extends a line to the first and last bar, because some engines report only the part that they read.
  private func extended(_ line: ScanLine) -> ScanLine {
    guard let (scanned, bars) = bars(along: line), let first = bars.first, let last = bars.last else { return line }
    func place(_ index: Int) -> Point { scanned.start + Double(index - 1) / 2 * scanned.direction }
    return ScanLine(start: place(first.lowerBound), end: place(last.upperBound))
  }

  /// Extends a line that misses some of the bars; a line through all of them could reach others beyond the code.
  private func completed(_ line: ScanLine, barCount: Int?) -> ScanLine {
    guard let barCount, let (_, bars) = bars(along: line), bars.count <= barCount else { return line }
    return extended(line)
  }

  /// Returns the bars of the code that a line crosses, in half pixels from one before the start of a longer line.
  private func bars(along line: ScanLine) -> (scanned: ScanLine, bars: ArraySlice<Range<Int>>)? {
    // Engines report a single point in a picture of one row.
    guard line.length > 0 else { return nil }
    let whole = picture.bounds
    let reach = (whole.width + whole.height) * line.direction
    guard let way = whole.clip(line.start - reach, line.end + reach) else { return nil }
    let scanned = ScanLine(start: way.0, end: way.1)
    // Sample every half pixel and average three neighbouring rows to reduce noise.
    let count = Int(2 * scanned.length)
    let rows = [-1.0, 0, 1].map { shift in
      let beside = shift * line.normal
      return scanned.moved(start: beside, end: beside).values(count, in: picture)
    }
    let values = rows[0].indices.map { index in rows.reduce(0) { $0 + $1[index] } / Float(rows.count) }
    // Engines also report points outside the picture.
    func index(of place: Point) -> Int {
      Int(min(Double(values.count), max(0, 2 * (place - scanned.start).dot(line.direction))))
    }
    let part = index(of: line.start)..<index(of: line.end)
    guard !part.isEmpty else { return nil }
    let sorted = values[part].sorted()
    let dark = sorted[sorted.count / 10]
    let light = sorted[sorted.count * 9 / 10]
    // Values outside the picture are light.
    let series = BarProfile([light] + values + [light], contrast: light - dark)
    guard light - dark > 8, let bars = series.bars(about: part, slack: Self.slack) else { return nil }
    return (scanned, bars)
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

  /// The parts of a line, about its middle, whose bars give the slope of the code; its ends can be outside the code.
  private static let leveledParts = [0.35, 0.7, 1]
  /// The least number of bars whose ends give the slope.
  private static let leastBarCount = 6
  /// The distance at the ends of a line from the middle of the bars, relative to their height, that is corrected.
  private static let largestDrift = 0.2

  /// Returns a line from the middle of the first bar to that of the last; nil if the given line is near it.
  ///
  /// - Parameter line: A line perpendicular to the bars.
  private func leveled(_ line: ScanLine) -> ScanLine? {
    var leveled = line
    for part in Self.leveledParts {
      let reach = 0.5 * part * leveled.length
      guard let (scanned, bars) = bars(along: leveled) else { break }
      let places = bars.map { scanned.start + Double($0.lowerBound + $0.upperBound - 2) / 4 * scanned.direction }
        .filter { $0.distance(to: leveled.middle) <= reach }
      let values = leveled.values(max(2, Int(2 * leveled.length)), in: picture).sorted()
      let middle = (values[values.count / 10] + values[values.count * 9 / 10]) / 2
      let tops = places.map { end(ofBarAt: $0, along: -1 * line.normal, middle) }
      let bottoms = places.map { end(ofBarAt: $0, along: line.normal, middle) }
      guard let top = FittedLine(through: tops, least: Self.leastBarCount),
        let bottom = FittedLine(through: bottoms, least: Self.leastBarCount),
        let start = Self.middle(top, bottom, along: FittedLine(through: leveled.start, along: line.normal)),
        let end = Self.middle(top, bottom, along: FittedLine(through: leveled.end, along: line.normal))
      else { break }
      let drift = max(leveled.start.distance(to: start.place), leveled.end.distance(to: end.place))
      guard drift > Self.largestDrift * min(start.height, end.height) else { break }
      leveled = ScanLine(start: start.place, end: end.place)
    }
    return leveled == line ? nil : leveled
  }

  /// Returns the middle between two edges along a bar.
  private static func middle(
    _ top: FittedLine, _ bottom: FittedLine, along bar: FittedLine
  ) -> (place: Point, height: Double)? {
    guard let upper = bar.crossing(top), let lower = bar.crossing(bottom) else { return nil }
    return (0.5 * (upper + lower), upper.distance(to: lower))
  }

  /// Returns the last point of a bar in a direction that is darker than a grey value.
  private func end(ofBarAt place: Point, along direction: Point, _ middle: Float) -> Point {
    let whole = picture.bounds
    guard let way = whole.clip(place, place + (whole.width + whole.height) * direction) else { return place }
    let line = ScanLine(start: way.0, end: way.1)
    let values = line.values(max(1, Int(line.length)), in: picture)
    return place + Double(values.firstIndex { $0 > middle } ?? values.count) * direction
  }

  // MARK: Codes of several rows

  /// Returns whether the first and last line cross different bars, so that the code has stacked rows.
  private func isStacked(_ top: ScanLine, _ bottom: ScanLine) -> Bool {
    guard top.middle.distance(to: bottom.middle) > 4, top.length > Self.leastLength,
      bottom.length > Self.leastLength
    else { return false }
    let reference = top.reference(in: picture)
    return bottom.likeness(to: reference, in: picture) < 0.3
  }

  /// Returns the corners from the top of the first row to the bottom of the last row.
  private func stackedCorners(_ top: ScanLine, _ bottom: ScanLine) -> Corners {
    let first = BarTracer(top, in: picture).lines(along: -1 * top.normal).last ?? top
    let last = BarTracer(bottom, in: picture).lines(along: bottom.normal).last ?? bottom
    return Corners(first, last)
  }
}

extension EngineCode {
  /// The number of bars of a code of a type that is misread from others; nil for other types.
  fileprivate var misreadBarCount: Int? {
    switch type {
    case .upce, .ean8: type.barCount
    case .itf: 4 + 5 * bytes.count / 2
    default: nil
    }
  }
}

extension MetadataObjectType {
  /// The number of bars of all codes of a type; nil if it depends on the content.
  fileprivate var barCount: Int? {
    switch self {
    case .ean13, .upca: 30
    case .ean8: 22
    case .upce: 17
    default: nil
    }
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
