import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Finds the four edges of a linear code to a fraction of a pixel, beginning with an outline that is about right.
///
/// The outer edges of its first and last bar are found on several lines across the bars, their ends on the bars
/// themselves. Through the places of each edge a line is laid, which leaves out those that lie beside it, such as the
/// ends of guard bars; the corners are where the lines cross.
struct LinearEdges {
  let picture: ccodes_picture
  private let map: ProjectiveMap
  /// The extent of the outline in pixels, across the bars and along them.
  private let (width, height): (Double, Double)
  /// Between light and dark.
  private let middle: Float

  /// Prepares to refine; nil where there is too little to see.
  init?(_ picture: ccodes_picture, _ outline: Corners) {
    let corners = (outline.topLeft, outline.topRight, outline.bottomRight, outline.bottomLeft)
    guard let map = ProjectiveMap(unitSquareTo: corners.0, corners.1, corners.2, corners.3) else { return nil }
    (self.picture, self.map) = (picture, map)
    width = (corners.0.distance(to: corners.1) + corners.3.distance(to: corners.2)) / 2
    height = (corners.0.distance(to: corners.3) + corners.1.distance(to: corners.2)) / 2
    guard width > 24, height > 6 else { return nil }
    let inside = (0..<1200).map { Point(x: (Double($0 % 200) + 0.5) / 200, y: 0.2 + 0.1 * Double($0 / 200)) }
    let values = Self.samples(picture, map, inside).sorted()
    let (dark, light) = (values[values.count / 10], values[values.count * 9 / 10])
    guard light - dark > 8 else { return nil }
    middle = (dark + light) / 2
  }

  /// The corners; nil where an edge isn't found.
  var corners: Corners? {
    guard let left = side(0), let right = side(1), let top = ends(0), let bottom = ends(1),
      let topLeft = top.crossing(left), let bottomLeft = bottom.crossing(left),
      let bottomRight = bottom.crossing(right), let topRight = top.crossing(right)
    else { return nil }
    return Corners(topLeft: topLeft, bottomLeft: bottomLeft, bottomRight: bottomRight, topRight: topRight)
  }

  private static func samples(_ picture: ccodes_picture, _ map: ProjectiveMap, _ places: [Point]) -> [Float] {
    var values = [Float](repeating: 0, count: places.count)
    ccodes_sample(picture, map.matrix, places.flatMap { [Float($0.x), Float($0.y)] }, places.count, &values)
    return values
  }

  private func samples(_ places: [Point]) -> [Float] { Self.samples(picture, map, places) }

  /// The outer edge of the first bar, at 0, or of the last one, at 1.
  private func side(_ edge: Double) -> FittedLine? {
    let outward = edge == 0 ? -1.0 : 1.0
    // From a little inside to a little less than the quiet zone is wide, a quarter of a pixel at a time.
    let step = 0.25 / width
    let (inside, outside) = (Int(0.04 / step), Int(0.06 / step) + 6)
    let heights = (0..<16).map { 0.1 + 0.8 * Double($0) / 15 }
    func places(_ height: Double, _ range: ClosedRange<Int>) -> [Point] {
      range.map { Point(x: edge + outward * Double($0) * step, y: height) }
    }
    let profiles = heights.map { samples(places($0, -inside...outside)) }
    let mean = (0..<profiles[0].count).map { index in profiles.reduce(0) { $0 + $1[index] } / Float(profiles.count)
    }
    guard let last = mean.lastIndex(where: { $0 < middle }), last + 4 < mean.count else { return nil }
    let points = zip(heights, profiles).compactMap { height, profile -> Point? in
      let near = max(0, last - 10)..<min(profile.count - 1, last + 11)
      let crossings = near.filter { profile[$0] < middle && profile[$0 + 1] >= middle }
      guard let index = crossings.min(by: { abs($0 - last) < abs($1 - last) }) else { return nil }
      let part = Double((middle - profile[index]) / (profile[index + 1] - profile[index]))
      return map.apply(x: edge + outward * (Double(index - inside) + part) * step, y: height)
    }
    return FittedLine(through: points, least: 6)
  }

  /// The upper ends of the bars, at 0, or the lower ones, at 1.
  private func ends(_ edge: Double) -> FittedLine? {
    let outward = edge == 0 ? -1.0 : 1.0
    let step = 0.25 / height
    let points = bars.compactMap { bar -> Point? in
      // From the middle of the bar to as far again as that is from its end.
      let profile = samples((0...Int(1 / step)).map { Point(x: bar, y: 0.5 + outward * Double($0) * step) })
      guard
        let index = profile.indices.dropLast(9).first(where: { profile[$0...$0 + 8].allSatisfy { $0 >= middle } }),
        index > 0
      else { return nil }
      let part = Double((middle - profile[index - 1]) / (profile[index] - profile[index - 1]))
      return map.apply(x: bar, y: 0.5 + outward * (Double(index - 1) + part) * step)
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
