import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A reader for EAN and UPC codes with bars that blur hides, as in pictures that are out of focus.
///
/// The reader renders codes through a fitted blur and compares them with the grey profile of a line across the bars
/// (compare Gallo and Manduchi, "Reading 1D barcodes with mobile phones using deformable templates", 2011). The best
/// digits must explain nearly all of the profile, be much better than all others, and be the same on two lines.
struct BlurredCodeReader {
  let picture: ccodes_picture
  let types: Set<MetadataObjectType>
  /// The remaining budget for attempts.
  private(set) var budget: WorkBudget

  /// The types that the reader can read.
  static let readableTypes: Set<MetadataObjectType> = [.ean13, .ean8, .upca]

  /// The maximum number of regions in which codes are searched for.
  private static let regionLimit = 3
  /// The lines across a region, as parts of its height from the middle.
  private static let lines = [0, -0.2, 0.2, -0.35, 0.35]
  /// The number of lines without a result after which a region is left.
  private static let triedLineCount = 3
  /// The number of lines that must agree.
  private static let leastLineCount = 2
  /// The maximum fraction of a profile's variance that a code leaves unexplained.
  private static let mostUnexplained = 0.02
  /// The unexplained fraction from which a profile has no code; those of codes with some wrong digits are smaller.
  private static let hopelessUnexplained = 0.07
  /// The minimum error of the second most likely digits relative to the most likely ones.
  ///
  /// Of the digits of EAN-8, one in ten passes the check; of those of EAN-13, one in 64.
  private static func leastMargin(half: Int) -> Double { half == 4 ? 4 : 2 }
  /// The cost of a fit, in samples.
  private static let fitCost = 2_000_000

  /// Creates a reader that searches for some of the types in a picture.
  init(_ picture: ccodes_picture, types: Set<MetadataObjectType>, budget: WorkBudget) {
    self.picture = picture
    self.types = types
    self.budget = budget
  }

  /// Returns the codes in the regions of parallel bars.
  mutating func codes() -> [EngineCode] {
    var codes: [EngineCode] = []
    for region in BarRegion.regions(in: picture).prefix(Self.regionLimit) {
      if let code = code(in: region) { codes.append(code) }
    }
    return codes
  }

  /// A code as read on one line.
  private struct Reading {
    var type: MetadataObjectType
    var digits: [UInt8]
    /// The place of the line, as a part of the region's height from the middle.
    var part: Double
    /// The line from the first bar to the last, in the code's direction.
    var line: ScanLine
  }

  private mutating func code(in region: BarRegion) -> EngineCode? {
    var readings: [Reading] = []
    for part in Self.lines {
      guard let profile = GreyProfile(region.line(at: part), height: region.height, in: picture) else { continue }
      var isHopeless = true
      for half in [6, 4] where canRead(half: half) {
        for extent in profile.codes(moduleCount: 14 * half + 11) {
          guard budget.spendIfCovered(Self.fitCost, forCode: true) else { return nil }
          guard let fit = fit(profile, extent, half: half) else { continue }
          if fit.unexplained < Self.hopelessUnexplained { isHopeless = false }
          if let reading = reading(fit, profile, at: part, half: half) { readings.append(reading) }
        }
      }
      if readings.isEmpty, isHopeless || part == Self.lines[Self.triedLineCount - 1] { return nil }
      for reading in readings {
        let same = readings.filter { $0.type == reading.type && $0.digits == reading.digits }
        if same.count >= Self.leastLineCount { return Self.code(same, in: region) }
      }
    }
    return nil
  }

  private func canRead(half: Int) -> Bool {
    half == 4 ? types.contains(.ean8) : !types.isDisjoint(with: [.ean13, .upca])
  }

  private func fit(_ profile: GreyProfile, _ extent: Range<Int>, half: Int) -> ccodes_retail? {
    var fit = ccodes_retail()
    let count = profile.values.count
    let isFitted = withUnsafeTemporaryAllocation(of: Float.self, capacity: 6 * count) { scratch in
      ccodes_fit_retail(
        profile.values, count, Double(extent.lowerBound), Double(extent.upperBound), Int32(half),
        scratch.baseAddress, &fit)
    }
    return isFitted ? fit : nil
  }

  /// Returns the digits of a fit; nil if they are uncertain or of another type.
  private func reading(_ fit: ccodes_retail, _ profile: GreyProfile, at part: Double, half: Int) -> Reading? {
    guard fit.is_plain, fit.unexplained < Self.mostUnexplained, fit.margin > Self.leastMargin(half: half) else {
      return nil
    }
    var digits = withUnsafeBytes(of: fit.digits) { $0.map { UInt8(ascii: "0") + $0 } }
    var type = MetadataObjectType.ean13
    if half == 4 {
      type = .ean8
      digits = Array(digits[1..<9])
    } else if digits[0] == UInt8(ascii: "0"), types.contains(.upca) {
      type = .upca
      digits.removeFirst()
    }
    guard types.contains(type) else { return nil }
    return Reading(type: type, digits: digits, part: part, line: profile.line(from: fit.start, to: fit.end))
  }

  /// Returns the code over the height of a region, whose sides are straight through the ends of the outermost lines.
  private static func code(_ readings: [Reading], in region: BarRegion) -> EngineCode? {
    let sorted = readings.sorted { $0.part < $1.part }
    guard let first = sorted.first, let last = sorted.last, first.part < last.part else { return nil }
    func line(at part: Double) -> ScanLine {
      let along = (part - first.part) / (last.part - first.part)
      return first.line.moved(
        start: along * (last.line.start - first.line.start), end: along * (last.line.end - first.line.end))
    }
    let isUpright = first.line.direction.dot(region.middle.direction) > 0
    let top = line(at: isUpright ? -0.5 : 0.5)
    let bottom = line(at: isUpright ? 0.5 : -0.5)
    return EngineCode(
      type: first.type, bytes: first.digits,
      corners: Corners(topLeft: top.start, bottomLeft: bottom.start, bottomRight: bottom.end, topRight: top.end))
  }
}

/// The brightness along a line that crosses a region of bars and what is beside it.
private struct GreyProfile {
  /// The line, clipped to the picture.
  private let line: ScanLine
  /// The brightness in linear light, which is what blur mixes, at the centres of equal parts of the line.
  let values: [Float]
  /// The values in the region.
  private let region: Range<Int>

  /// The length of the line on each side of the region, as a part of the region's length.
  private static let margin = 0.6
  /// The maximum number of values; more than ten per module add nothing.
  private static let mostValues = 1024.0
  /// The number of rows beside the line whose mean reduces noise.
  private static let rowReach = 2.0

  /// Samples the picture; nil if the line is outside or has no contrast.
  init?(_ across: ScanLine, height: Double, in picture: ccodes_picture) {
    let size = Size(width: Double(picture.width), height: Double(picture.height))
    let beside = Self.margin * (across.end - across.start)
    guard
      let clipped = Rect(origin: .zero, size: size).clip(across.start - beside, across.end + beside)
    else { return nil }
    let line = ScanLine(start: clipped.0, end: clipped.1)
    guard line.length > BarRegion.leastLength else { return nil }
    let count = Int(min(2 * line.length, Self.mostValues))
    let reach = min(Self.rowReach, height / 10).rounded()
    var values = [Float](repeating: 0, count: count)
    for row in stride(from: -reach, through: reach, by: 1) {
      let away = row * line.normal
      for (index, value) in line.moved(start: away, end: away).values(count, in: picture).enumerated() {
        values[index] += value * value / Float(255 * (2 * reach + 1))
      }
    }
    self.line = line
    self.values = values
    let perPixel = Double(count) / line.length
    let first = (across.start - line.start).dot(line.direction) * perPixel
    region = (Int(first)..<Int(first + across.length * perPixel)).clamped(to: values.indices)
    guard region.count > 1 else { return nil }
  }

  /// Returns the part of the line between two places.
  func line(from start: Double, to end: Double) -> ScanLine {
    let step = line.length / Double(values.count)
    func place(_ index: Double) -> Point { line.start + (index + 0.5) * step * line.direction }
    return ScanLine(start: place(start), end: place(end))
  }

  /// The least difference of dark and light values.
  private static let leastContrast: Float = 12
  /// The darkness that ends a quiet zone, as a fraction of the contrast.
  private static let leastDarkness: Float = 0.15
  /// The width of quiet zones in modules, and the maximum width of spaces; nominal are 7 to 11 and 4.
  private static let leastQuietZone = 4.0
  private static let widestSpace = 5.5
  /// The modules for each turn from light to dark or back; blur leaves about a third of the turns of a code.
  private static let modulesPerTurn = 7
  private static let leastModule = 0.8
  private static let extentLimit = 2

  /// Returns the parts between light zones that can be a code, those with the widest zones first.
  func codes(moduleCount: Int) -> [Range<Int>] {
    let sorted = values[region].sorted()
    let contrast = sorted[sorted.count * 19 / 20] - sorted[sorted.count / 20]
    guard contrast >= Self.leastContrast else { return [] }
    let zones = lightZones(contrast)
    let leastWidth = Self.leastModule * Double(values.count) / line.length
    let middle = (region.lowerBound + region.upperBound) / 2
    var found: [(extent: Range<Int>, quiet: Double)] = []
    for (first, left) in zones.enumerated() {
      for last in zones.indices.dropFirst(first + 1) {
        let right = zones[last]
        let extent = left.upperBound..<right.lowerBound
        let module = Double(extent.count) / Double(moduleCount)
        let quiet = Double(min(left.count, right.count)) / module
        guard module >= leastWidth, extent.contains(middle), quiet >= Self.leastQuietZone,
          zones[(first + 1)..<last].allSatisfy({ Double($0.count) <= Self.widestSpace * module }),
          turnCount(in: extent, least: 0.06 * contrast) >= moduleCount / Self.modulesPerTurn
        else { continue }
        found.append((extent, quiet))
      }
    }
    return found.sorted { $0.quiet > $1.quiet }.prefix(Self.extentLimit).map(\.extent)
  }

  /// Returns the parts that are about as light as the lightest place nearby.
  private func lightZones(_ contrast: Float) -> [Range<Int>] {
    let reach = max(1, region.count / 6)
    var zones: [Range<Int>] = []
    var start: Int?
    for index in 0...values.count {
      var isLight = false
      if index < values.count {
        let nearby = values[max(0, index - reach)...min(values.count - 1, index + reach)]
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

  /// Returns how often the values rise after falling, or fall after rising, by more than `least`.
  private func turnCount(in extent: Range<Int>, least: Float) -> Int {
    var count = 0
    var isFalling = false
    var extreme = values[extent.lowerBound]
    for value in values[extent] {
      if isFalling ? value > extreme + least : value < extreme - least {
        isFalling.toggle()
        count += 1
        extreme = value
      }
      extreme = isFalling ? min(extreme, value) : max(extreme, value)
    }
    return count
  }
}
