import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The four edges of a linear code, located to a fraction of a pixel from an approximate outline.
///
/// The outer edges of the first and last bar are located on several lines across the bars. The ends of the bars are
/// located on the bars themselves. A line is fitted to the points of each edge; it ignores outliers such as the
/// ends of guard bars. The corners are the intersections of these lines. If an edge isn't found, or is found too
/// far away, the outline's own edge is used.
struct LinearEdges {
  private let picture: ccodes_picture
  private let outline: Corners
  private let map: ProjectiveMap
  /// The extent of the outline across the bars, in pixels.
  private let width: Double
  /// The extent of the outline along the bars, in pixels.
  private let height: Double
  /// The grey value of bars.
  private let dark: Float
  /// The grey value of spaces.
  private let light: Float

  private var contrast: Float { light - dark }
  private var middle: Float { (dark + light) / 2 }

  /// Prepares the refinement; nil if the outline is too small or lacks contrast.
  init?(_ picture: ccodes_picture, _ outline: Corners) {
    guard let map = ProjectiveMap(outline) else { return nil }
    self.picture = picture
    self.outline = outline
    self.map = map
    width =
      (outline.topLeft.distance(to: outline.topRight) + outline.bottomLeft.distance(to: outline.bottomRight)) / 2
    height =
      (outline.topLeft.distance(to: outline.bottomLeft) + outline.topRight.distance(to: outline.bottomRight)) / 2
    guard width > 24, height > 1 else { return nil }
    let inside = (0..<1200).map { Point(x: (Double($0 % 200) + 0.5) / 200, y: 0.2 + 0.1 * Double($0 / 200)) }
    let values = Self.samples(picture, map, inside).sorted()
    dark = values[values.count / 10]
    light = values[values.count * 9 / 10]
    guard light - dark > 8 else { return nil }
  }

  /// The corners; nil if the edges don't intersect.
  var corners: Corners? {
    let sides = sides
    let sideReach = max(4, 0.12 * width)
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

  /// Returns the fitted line if it is near the outline's edge, otherwise the outline's edge.
  private func edge(_ found: FittedLine?, of start: Point, _ end: Point, within reach: Double) -> FittedLine {
    if let found, found.distance(to: start) < reach, found.distance(to: end) < reach { return found }
    return FittedLine(through: start, along: end - start)
  }

  /// Returns the grey values at points of the unit square; outside the picture, light as around a code.
  private func samples(_ places: [Point]) -> [Float] {
    var values = Self.samples(picture, map, places)
    let whole = picture.bounds
    for (index, place) in places.enumerated() {
      let pixel = map.apply(x: place.x, y: place.y)
      if whole.nearest(to: pixel) != pixel { values[index] = light }
    }
    return values
  }

  private static func samples(_ picture: ccodes_picture, _ map: ProjectiveMap, _ places: [Point]) -> [Float] {
    var values = [Float](repeating: 0, count: places.count)
    ccodes_sample(picture, map.matrix, places.flatMap { [Float($0.x), Float($0.y)] }, places.count, &values)
    return values
  }

  // MARK: The first and the last bar

  /// The outer edges of the first and last bar.
  private var sides: (left: FittedLine?, right: FittedLine?) {
    // Sample every quarter of a pixel, with room for a quiet zone on each side.
    let step = 0.25 / width
    let margin = max(0.12, 8 / width)
    let heights = (0..<16).map { 0.1 + 0.8 * Double($0) / 15 }
    let columns = stride(from: -margin, through: 1 + margin, by: step)
    let profiles = heights.map { height in samples(columns.map { Point(x: $0, y: height) }) }
    let mean = profiles[0].indices.map { index in profiles.reduce(0) { $0 + $1[index] } / Float(profiles.count) }
    let part = Int(margin / step)..<Int((1 + margin) / step)
    let series = BarProfile(mean, contrast: contrast)
    guard let bars = series.bars(about: part, slack: Self.slack), let start = bars.first?.lowerBound,
      let end = bars.last?.upperBound
    else { return (nil, nil) }
    /// Fits a line through the edge near the given index of each profile.
    func line(_ values: [[Float]], _ index: Int, column: (Double) -> Double) -> FittedLine? {
      let points = zip(heights, values).compactMap { height, profile -> Point? in
        crossing(in: profile, near: index).map { map.apply(x: column($0), y: height) }
      }
      return FittedLine(through: points, least: 6)
    }
    let last = mean.count - 1
    let left = line(profiles.map { $0.reversed() }, last - start) { (Double(last) - $0) * step - margin }
    let right = line(profiles, end) { $0 * step - margin }
    return (left, right)
  }

  /// The maximum error of bar edges, in quarters of a pixel.
  private static let slack = 5

  /// Returns the position near the index where a series crosses the middle between the dark before and the light
  /// after it.
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

  /// Returns the line through the upper ends of the bars (edge 0) or the lower ends (edge 1).
  private func ends(_ edge: Double) -> FittedLine? {
    guard height > 6 else { return nil }
    let outward = edge == 0 ? -1.0 : 1.0
    let step = 0.25 / height
    // From inside, where the bar is dark, to the same distance outside.
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

  /// The centres of the dark bars, as fractions of the width.
  private var bars: [Double] {
    let count = max(100, Int(2 * width))
    let profiles = [0.35, 0.45, 0.55, 0.65].map { height in
      samples((0..<count).map { Point(x: (Double($0) + 0.5) / Double(count), y: height) })
    }
    var bars: [Double] = []
    var start: Int?
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
