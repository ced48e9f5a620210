import COpenCaptureCodes
import OpenCaptureMediaSamples

/// The brightness along a line across a region of bars and its surroundings.
struct GreyProfile: Sendable {
  /// The line, clipped to the picture.
  let line: ScanLine
  /// The brightness in linear light, which is what blur mixes, at the centres of equal parts of the line.
  let values: [Float]
  /// The values in the region.
  let region: Range<Int>

  /// The length of the line on each side of the region, as a part of the region's length.
  private static let margin = 0.6
  /// The maximum number of values; more than ten per module add nothing.
  private static let mostValues = 2048.0
  /// The number of lines on each side whose mean reduces noise.
  private static let lineReach = 2.0

  init(line: ScanLine, values: [Float], region: Range<Int>) {
    self.line = line
    self.values = values
    self.region = region
  }

  /// Samples the picture along a line across a region of bars; nil if the line is outside or too short.
  init?(_ across: ScanLine, height: Double, lean: Double, in picture: ccodes_picture) {
    let reach = min(Self.lineReach, height / 10).rounded()
    let lines = stride(from: -reach, through: reach, by: 1).map(\.self)
    self.init(across, lines: lines, lean: lean, margin: Self.margin * across.length, in: picture)
  }

  /// Samples the mean along parallel lines across a region of bars; nil if they are outside or too short.
  ///
  /// - Parameters:
  ///   - lines: The distances of the lines from the given one, in pixels.
  ///   - lean: The movement of the bars along the line for each pixel of distance.
  ///   - margin: The length on each side of the region that is sampled too, in pixels.
  init?(_ across: ScanLine, lines: [Double], lean: Double, margin: Double, in picture: ccodes_picture) {
    let beside = margin * across.direction
    guard let clipped = picture.bounds.clip(across.start - beside, across.end + beside) else { return nil }
    line = ScanLine(start: clipped.0, end: clipped.1)
    guard line.length > BarRegion.leastLength else { return nil }
    let count = Int(min(2 * line.length, Self.mostValues))
    var values = [Float](repeating: 0, count: count)
    let scale = 1 / Float(255 * lines.count)
    for distance in lines {
      let away = distance * line.normal + lean * distance * line.direction
      for (index, value) in line.moved(start: away, end: away).values(count, in: picture).enumerated() {
        values[index] += value * value * scale
      }
    }
    self.values = values
    let perPixel = Double(count) / line.length
    let first = (across.start - line.start).dot(line.direction) * perPixel
    region = (Int(first)..<Int(first + across.length * perPixel)).clamped(to: values.indices)
    guard region.count > 1 else { return nil }
  }

  /// The number of values for each pixel.
  var valuesPerPixel: Double { Double(values.count) / line.length }

  /// Returns the part of the line between two places.
  func line(from start: Double, to end: Double) -> ScanLine {
    let step = line.length / Double(values.count)
    func place(_ index: Double) -> Point { line.start + (index + 0.5) * step * line.direction }
    return ScanLine(start: place(start), end: place(end))
  }

  /// The darkness relative to the extremes nearby: about 0 for spaces and 1 for bars.
  var darkness: [Float] {
    let reach = max(4, Int(Self.levelPart * Double(region.count)))
    let sorted = values[region].sorted()
    let least = max(1, sorted[sorted.count - 1] - sorted[0]) * Self.leastLocalContrast
    func nearby(_ values: [Float], _ index: Int) -> ArraySlice<Float> {
      values[max(0, index - reach)...min(values.count - 1, index + reach)]
    }
    func smoothed(_ levels: [Float]) -> [Float] {
      levels.indices.map { index in
        let near = nearby(levels, index)
        return near.reduce(0, +) / Float(near.count)
      }
    }
    let light = values.indices.map { nearby(values, $0).max() ?? 0 }
    let contrast = values.indices.map { max(least, light[$0] - (nearby(values, $0).min() ?? 0)) }
    return zip(values, zip(smoothed(light), smoothed(contrast))).map { value, levels in
      (levels.0 - value) / levels.1
    }
  }

  /// The difference of light and dark values in the region, without a twentieth of each.
  private var contrast: Float {
    let sorted = values[region].sorted()
    return sorted[sorted.count * 19 / 20] - sorted[sorted.count / 20]
  }

  /// The values of the region and those beside it, up to a zone that shows nothing, such as a quiet zone.
  var barsBesideRegion: Range<Int> {
    let least = Self.leastBarContrast * contrast
    let zone = max(1, Int(Self.emptyZone * valuesPerPixel))
    func isEmpty(_ zone: Range<Int>) -> Bool {
      let values = values[zone]
      return (values.max() ?? 0) - (values.min() ?? 0) < least
    }
    var start = region.lowerBound
    while start > zone, !isEmpty(start - zone..<start) { start -= zone }
    var end = region.upperBound
    while end + zone < values.count, !isEmpty(end..<end + zone) { end += zone }
    return max(0, start - zone)..<min(values.count, end + zone)
  }

  /// The contrast of bars relative to that of the region, and the length of a zone without them in pixels.
  private static let leastBarContrast: Float = 0.3
  private static let emptyZone = 20.0

  /// The reach of the levels around a value, as a part of the region: a few of a code's characters.
  private static let levelPart = 1 / 14.0
  /// The least contrast nearby, as a part of that of the region.
  private static let leastLocalContrast: Float = 0.25

  /// The least difference of dark and light values.
  private static let leastContrast: Float = 12
  /// The darkness that ends a quiet zone, as a fraction of the contrast.
  private static let leastDarkness: Float = 0.15
  /// The width of quiet zones in modules, and the maximum width of spaces; nominal are 7 to 11 and 4.
  private static let leastQuietZone = 4.0
  private static let widestSpace = 5.5
  /// The width from which a wider quiet zone makes a code no more likely, in modules.
  private static let bestQuietZone = 9.0
  /// The reach within which a quiet zone is as light as the code's spaces, as a part of the region's length.
  ///
  /// Outside of the code, anything can be lighter than the quiet zone, except for what is very near.
  private static let lightReach = 1 / 6.0
  private static let outerReach = 1 / 50.0
  /// The modules for each turn from light to dark or back; blur leaves about a third of the turns of a code.
  private static let modulesPerTurn = 7
  private static let leastModule = 0.6
  /// The changes of weak and strong turns, as parts of the contrast.
  private static let weakTurn: Float = 0.06
  private static let strongTurn: Float = 0.3
  /// The percentage of strong turns from which blur hides no bars, and the error of their number.
  private static let mostStrongTurns = 90
  private static let turnTolerance = 6
  private static let extentLimit = 2

  private static func moduleCount(half: Int) -> Int { 14 * half + 11 }

  /// Returns the parts between light zones that can be a code with two halves of digits, the most likely ones first.
  ///
  /// They fill the region, have wide quiet zones, and are nowhere lighter than these.
  func codes(half: Int) -> [Range<Int>] {
    let moduleCount = Self.moduleCount(half: half)
    let contrast = contrast
    guard contrast >= Self.leastContrast else { return [] }
    let reach = max(1, Int(Self.lightReach * Double(region.count)))
    let outer = max(1, Int(Self.outerReach * Double(region.count)))
    let starts = lightZones(contrast, before: outer, after: reach)
    let ends = lightZones(contrast, before: reach, after: outer)
    let spaces = lightZones(contrast, before: reach, after: reach)
    let leastWidth = Self.leastModule * valuesPerPixel
    let middle = (region.lowerBound + region.upperBound) / 2
    var found: [(extent: Range<Int>, rank: Double)] = []
    for left in starts {
      for right in ends where right.lowerBound > left.upperBound {
        let extent = left.upperBound..<right.lowerBound
        let module = Double(extent.count) / Double(moduleCount)
        let quiet = Double(min(left.count, right.count)) / module
        guard module >= leastWidth, extent.contains(middle), quiet >= Self.leastQuietZone,
          spaces.allSatisfy({ Double($0.clamped(to: extent).count) <= Self.widestSpace * module }),
          hasTurns(in: extent, half: half, contrast)
        else { continue }
        let uneven = Double(unevenness(of: extent, between: left, and: right, outer) / contrast)
        let common = Double(extent.clamped(to: region).count)
        let overlap = common / (Double(extent.count + region.count) - common)
        found.append((extent, min(quiet, Self.bestQuietZone) * max(0, 1 - uneven) * overlap))
      }
    }
    return found.sorted { $0.rank > $1.rank }.prefix(Self.extentLimit).map(\.extent)
  }

  /// Returns the parts that are about as light as the lightest place nearby.
  ///
  /// - Parameters:
  ///   - before: The number of values before a place that are nearby.
  ///   - after: The number of values behind it.
  private func lightZones(_ contrast: Float, before: Int, after: Int) -> [Range<Int>] {
    var zones: [Range<Int>] = []
    var start: Int?
    for index in 0...values.count {
      var isLight = false
      if index < values.count {
        let nearby = values[max(0, index - before)...min(values.count - 1, index + after)]
        isLight = (nearby.max() ?? 0) - values[index] <= Self.leastDarkness * contrast
      }
      if isLight, start == nil { start = index }
      if !isLight, let first = start {
        zones.append(first..<index)
        start = nil
      }
    }
    return zones
  }

  /// Returns how much lighter the lightest value is than the quiet zones around it, whose light may change linearly.
  private func unevenness(of extent: Range<Int>, between left: Range<Int>, and right: Range<Int>, _ reach: Int)
    -> Float
  {
    let start = values[left.suffix(reach)].max() ?? 0
    let end = values[right.prefix(reach)].max() ?? 0
    let slope = (end - start) / Float(extent.count)
    return extent.map { values[$0] - start - Float($0 - extent.lowerBound) * slope }.max() ?? 0
  }

  /// Returns whether a part turns between light and dark like a code, with bars that blur hides or with all of its bars.
  ///
  /// Blur weakens narrow bars and hides some of them. If no turn is weak, it hides none.
  private func hasTurns(in extent: Range<Int>, half: Int, _ contrast: Float) -> Bool {
    let count = values[extent].turnCount(least: Self.weakTurn * contrast)
    let strongCount = values[extent].turnCount(least: Self.strongTurn * contrast)
    return count >= Self.moduleCount(half: half) / Self.modulesPerTurn
      && (strongCount <= Self.mostStrongTurns * count / 100
        || abs(strongCount - (8 * half + 11)) <= Self.turnTolerance)
  }
}

extension Collection<Float> {
  /// Returns how often the values rise after falling, or fall after rising, by more than `least`.
  func turnCount(least: Float) -> Int {
    guard var extreme = first else { return 0 }
    var count = 0
    var isFalling = false
    for value in self {
      if isFalling ? value > extreme + least : value < extreme - least {
        isFalling.toggle()
        count += 1
        extreme = value
      }
      extreme = isFalling ? Swift.min(extreme, value) : Swift.max(extreme, value)
    }
    return count
  }
}
