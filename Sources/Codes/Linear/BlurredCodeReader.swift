import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A reader for linear codes with bars that blur or noise hides, as in pictures that are out of focus.
///
/// The reader searches for regions of parallel bars. A code must be the same on two lines across a region, or in its upper
/// and its lower half.
struct BlurredCodeReader {
  let picture: ccodes_picture
  let reader: ProfileReader
  /// The remaining budget for attempts.
  private(set) var budget: WorkBudget

  /// The maximum number of regions in which codes are searched for.
  private static let regionLimit = 3
  /// The lines across a region, as parts of its height from the middle.
  private static let lines = [0, -0.2, 0.2, -0.35, 0.35]
  /// The number of lines without a result after which a region is left.
  private static let triedLineCount = 3
  /// The number of lines that must agree.
  private static let leastLineCount = 2
  /// The unexplained fraction from which a line has no code; those of codes with some wrong digits are smaller.
  private static let hopelessUnexplained = 0.07
  /// The same for the mean of many lines, which are less alike in an oblique view.
  private static let hopelessUnexplainedOfBand = 0.1
  /// The cost of an attempt with a profile, in samples.
  private static let profileCost = 4_000_000

  /// Creates a reader for a picture.
  init(_ picture: ccodes_picture, reader: ProfileReader, budget: WorkBudget) {
    self.picture = picture
    self.reader = reader
    self.budget = budget
  }

  /// Returns the codes in the regions of parallel bars.
  mutating func codes(in regions: [BarRegion]) -> [EngineCode] {
    var codes: [EngineCode] = []
    for region in regions.prefix(Self.regionLimit) {
      if let code = code(in: region) { codes.append(code) }
    }
    return codes
  }

  private mutating func code(in region: BarRegion) -> EngineCode? {
    guard budget.spendIfCovered(Self.profileCost, forCode: true), let bands = BarBands(region, in: picture),
      reader.isAlike(bands)
    else { return nil }
    let upper = reader.fittedCode(bands.upper)
    if let found = reader.fittedReading(of: bands, upper) { return region.code(bands.lines(of: found)) }
    let halves = upper.halves(below: Self.hopelessUnexplainedOfBand)
    if !halves.isEmpty, let code = code(onLinesOf: region, halves: halves) { return code }
    guard budget.spendIfCovered(Self.profileCost, forCode: true) else { return nil }
    return reader.sharpenedReading(of: bands).flatMap { region.code(bands.lines(of: $0)) }
  }

  /// Reads EAN and UPC codes on single lines, as in an oblique view.
  ///
  /// - Parameter halves: The numbers of digits of a half that are tried.
  private mutating func code(onLinesOf region: BarRegion, halves: [Int]) -> EngineCode? {
    var readings: [LineReading] = []
    for part in Self.lines {
      let line = region.line(at: part)
      guard let profile = GreyProfile(line, height: region.height, lean: region.lean, in: picture) else { continue }
      guard budget.spendIfCovered(Self.profileCost, forCode: true) else { return nil }
      let found = reader.fittedCode(profile, halves: halves)
      if let reading = found.reading {
        let line = profile.line(from: reading.start, to: reading.end)
        readings.append(LineReading(reading: reading, part: part, line: line))
      }
      let isHopeless = found.halves(below: Self.hopelessUnexplained).isEmpty
      if readings.isEmpty, isHopeless || part == Self.lines[Self.triedLineCount - 1] { return nil }
      for reading in readings {
        let same = readings.filter { $0.reading.isSame(as: reading.reading) }
        if same.count >= Self.leastLineCount { return region.code(same) }
      }
    }
    return nil
  }
}

extension BarBands {
  /// Returns the places of a code in the middle of both halves.
  func lines(of found: ProfileReader.Agreement) -> [LineReading] {
    [(found.upper, upper, -Self.middle), (found.lower, lower, Self.middle)].map { reading, profile, part in
      LineReading(reading: reading, part: part, line: profile.line(from: reading.start, to: reading.end))
    }
  }
}

/// A code as read on one line across a region of bars.
struct LineReading {
  var reading: ProfileReader.Reading
  /// The place of the line, as a part of the region's height from the middle.
  var part: Double
  /// The line from the first bar to the last, in the code's direction.
  var line: ScanLine
}

extension BarRegion {
  /// Returns the code over the height of the region, whose sides are straight through the ends of the outermost lines.
  func code(_ readings: [LineReading]) -> EngineCode? {
    let sorted = readings.sorted { $0.part < $1.part }
    guard let first = sorted.first, let last = sorted.last, first.part < last.part else { return nil }
    func line(at part: Double) -> ScanLine {
      let along = (part - first.part) / (last.part - first.part)
      return first.line.moved(
        start: along * (last.line.start - first.line.start), end: along * (last.line.end - first.line.end))
    }
    let isUpright = first.line.direction.dot(middle.direction) > 0
    let top = line(at: isUpright ? -0.5 : 0.5)
    let bottom = line(at: isUpright ? 0.5 : -0.5)
    return EngineCode(
      type: first.reading.type, bytes: first.reading.bytes,
      corners: Corners(topLeft: top.start, bottomLeft: bottom.start, bottomRight: bottom.end, topRight: top.end),
      text: first.reading.text)
  }
}
