import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Finds the four edges of a linear code to a fraction of a pixel, beginning with an outline that is about right.
///
/// The outer edges of its first and last bar are found on several lines across the bars, their ends on the bars
/// themselves. Through the places of each edge a line is laid, which leaves out those that lie beside it, such as the
/// ends of guard bars; the corners are where the lines cross. An edge that isn't found, or is found where other things
/// are, stays as the outline has it.
struct LinearEdges {
  let picture: ccodes_picture
  private let outline: Corners
  private let map: ProjectiveMap
  /// The extent of the outline in pixels, across the bars and along them.
  private let (width, height): (Double, Double)
  /// The grey values of bars and spaces.
  private let (dark, light): (Float, Float)

  private var contrast: Float { light - dark }
  private var middle: Float { (dark + light) / 2 }

  /// Prepares to refine; nil where there is too little to see.
  init?(_ picture: ccodes_picture, _ outline: Corners) {
    let corners = (outline.topLeft, outline.topRight, outline.bottomRight, outline.bottomLeft)
    guard let map = ProjectiveMap(unitSquareTo: corners.0, corners.1, corners.2, corners.3) else { return nil }
    (self.picture, self.outline, self.map) = (picture, outline, map)
    width = (corners.0.distance(to: corners.1) + corners.3.distance(to: corners.2)) / 2
    height = (corners.0.distance(to: corners.3) + corners.1.distance(to: corners.2)) / 2
    guard width > 24, height > 1 else { return nil }
    let inside = (0..<1200).map { Point(x: (Double($0 % 200) + 0.5) / 200, y: 0.2 + 0.1 * Double($0 / 200)) }
    let values = Self.samples(picture, map, inside).sorted()
    (dark, light) = (values[values.count / 10], values[values.count * 9 / 10])
    guard light - dark > 8 else { return nil }
  }

  /// The corners; nil where the edges don't cross.
  var corners: Corners? {
    let (sides, sideReach) = (sides, max(4, 0.12 * width))
    let left = edge(sides.left, of: outline.topLeft, outline.bottomLeft, within: sideReach)
    let right = edge(sides.right, of: outline.topRight, outline.bottomRight, within: sideReach)
    let endReach = max(4, 0.3 * height)
    let top = edge(ends(0), of: outline.topLeft, outline.topRight, within: endReach)
    let bottom = edge(ends(1), of: outline.bottomLeft, outline.bottomRight, within: endReach)
    guard let topLeft = top.crossing(left), let bottomLeft = bottom.crossing(left),
      let bottomRight = bottom.crossing(right), let topRight = top.crossing(right)
    else { return nil }
    return Corners(topLeft: topLeft, bottomLeft: bottomLeft, bottomRight: bottomRight, topRight: topRight)
  }

  /// The line that was found, where it is near the outline's own, else that.
  private func edge(_ found: FittedLine?, of start: Point, _ end: Point, within reach: Double) -> FittedLine {
    if let found, found.distance(to: start) < reach, found.distance(to: end) < reach { return found }
    return FittedLine(through: start, along: end - start)
  }

  /// What is seen at places of the unit square; beyond the picture it is light, as around a code.
  private func samples(_ places: [Point]) -> [Float] {
    var values = Self.samples(picture, map, places)
    let whole = Rect(origin: .zero, size: Size(width: Double(picture.width), height: Double(picture.height)))
    for (index, place) in places.enumerated() where !whole.holds(map.apply(x: place.x, y: place.y)) {
      values[index] = light
    }
    return values
  }

  private static func samples(_ picture: ccodes_picture, _ map: ProjectiveMap, _ places: [Point]) -> [Float] {
    var values = [Float](repeating: 0, count: places.count)
    ccodes_sample(picture, map.matrix, places.flatMap { [Float($0.x), Float($0.y)] }, places.count, &values)
    return values
  }

  // MARK: The first and the last bar

  /// The outer edges of the first and of the last bar.
  private var sides: (left: FittedLine?, right: FittedLine?) {
    // A quarter of a pixel at a time, from so far outside that a quiet zone has room.
    let (step, margin) = (0.25 / width, max(0.12, 8 / width))
    let heights = (0..<16).map { 0.1 + 0.8 * Double($0) / 15 }
    let columns = stride(from: -margin, through: 1 + margin, by: step)
    let profiles = heights.map { height in samples(columns.map { Point(x: $0, y: height) }) }
    let mean = profiles[0].indices.map { index in profiles.reduce(0) { $0 + $1[index] } / Float(profiles.count) }
    let part = Int(margin / step)..<Int((1 + margin) / step)
    let series = BarSeries(mean, contrast: contrast)
    guard let code = series.code(about: part, slack: Self.slack) else { return (nil, nil) }
    /// The line through a place about there on each profile.
    func line(_ values: [[Float]], _ index: Int, column: (Double) -> Double) -> FittedLine? {
      let points = zip(heights, values).compactMap { height, profile -> Point? in
        crossing(in: profile, near: index).map { map.apply(x: column($0), y: height) }
      }
      return FittedLine(through: points, least: 6)
    }
    let last = mean.count - 1
    let left = line(profiles.map { $0.reversed() }, last - code.lowerBound) { (Double(last) - $0) * step - margin }
    let right = line(profiles, code.upperBound) { $0 * step - margin }
    return (left, right)
  }

  /// How far the edges of bars are wrong, in quarters of a pixel.
  private static let slack = 5

  /// Where a series crosses from dark to light about there, half way between what it is before and after.
  private func crossing(in series: [Float], near index: Int) -> Double? {
    let near = max(0, index - 10)..<min(series.count - 1, index + 11)
    guard near.contains(index), let dark = series[near.lowerBound...index].min(),
      let light = series[index..<near.upperBound].max(), light - dark > 0.12 * contrast
    else { return nil }
    let middle = (dark + light) / 2
    let crossings = near.filter { series[$0] < middle && series[$0 + 1] >= middle }
    guard let at = crossings.min(by: { abs($0 - index) < abs($1 - index) }) else { return nil }
    return Double(at) + Double((middle - series[at]) / (series[at + 1] - series[at]))
  }

  // MARK: The ends of the bars

  /// The upper ends of the bars, at 0, or the lower ones, at 1.
  private func ends(_ edge: Double) -> FittedLine? {
    guard height > 6 else { return nil }
    let outward = edge == 0 ? -1.0 : 1.0
    let step = 0.25 / height
    // From a part of the height inside, where the bar is dark, to as far outside.
    let reach = Int(max(0.25 / step, 24))
    let points = bars.compactMap { bar -> Point? in
      let places = (-reach...reach).map { Point(x: bar, y: edge + outward * Double($0) * step) }
      let profile = samples(places)
      guard
        let index = profile.indices.dropLast(9).first(where: { profile[$0...$0 + 8].allSatisfy { $0 >= middle } }),
        index > 0
      else { return nil }
      let part = Double((middle - profile[index - 1]) / (profile[index] - profile[index - 1]))
      return map.apply(x: bar, y: edge + outward * (Double(index - 1 - reach) + part) * step)
    }
    return FittedLine(through: points, least: 4)
  }

  /// The middles of the dark bars, as parts of the width.
  private var bars: [Double] {
    let count = max(100, Int(2 * width))
    let profiles = [0.35, 0.45, 0.55, 0.65].map { height in
      samples((0..<count).map { Point(x: (Double($0) + 0.5) / Double(count), y: height) })
    }
    var (bars, start): ([Double], Int?) = ([], nil)
    for index in 0...count {
      let isDark = index < count && profiles.reduce(0) { $0 + $1[index] } / 4 < middle
      if isDark, start == nil { start = index }
      if !isDark, let first = start {
        bars.append((Double(first + index) / 2) / Double(count))
        start = nil
      }
    }
    return bars
  }
}

extension Rect {
  /// Whether a place lies in the rectangle or on its edge.
  fileprivate func holds(_ place: Point) -> Bool {
    (minX...maxX).contains(place.x) && (minY...maxY).contains(place.y)
  }
}
