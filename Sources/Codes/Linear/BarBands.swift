import COpenCaptureCodes
import OpenCaptureMediaSamples

/// The mean brightness in the upper and in the lower half of a region of bars.
///
/// Noise cancels out in the mean. The halves are read independently, so that a code that is the same in both is certain.
struct BarBands: Sendable {
  var upper: GreyProfile
  var lower: GreyProfile

  /// The distance of the middle of a half from that of the region, and its height, as parts of the region's height.
  static let middle = 0.22
  private static let part = 0.38
  /// The maximum number of lines that are added up.
  private static let mostLines = 40.0
  /// The length on each side of the region that is sampled too, as a part of the region's length and in pixels.
  ///
  /// Noise can hide a part of a code, so the region may be too short.
  private static let margin = 0.6
  private static let leastMargin = 160.0

  /// Samples a region; nil if it is outside the picture or too small.
  init?(_ region: BarRegion, in picture: ccodes_picture) {
    var bars = region
    bars.lean = Self.lean(of: region, in: picture)
    let lines = Self.lines(Self.part * region.height, Self.mostLines)
    let margin = Self.margin * region.middle.length + Self.leastMargin
    func band(_ part: Double) -> GreyProfile? {
      GreyProfile(bars.line(at: part), lines: lines, lean: bars.lean, margin: margin, in: picture)
    }
    guard let upper = band(-Self.middle), let lower = band(Self.middle) else { return nil }
    self.upper = upper
    self.lower = lower
  }

  init(upper: GreyProfile, lower: GreyProfile) {
    self.upper = upper
    self.lower = lower
  }

  /// Returns whether both halves show the same bars; other things with parallel lines look less alike.
  ///
  /// - Parameter least: The least correlation.
  func areAlike(_ least: Double) -> Bool {
    let map = ProfileMap.matching(
      Array(upper.values[upper.region]), to: Array(lower.values[lower.region]), leastLikeness: least)
    return map != nil
  }

  /// Returns the distances of the lines of a band from its middle.
  private static func lines(_ height: Double, _ most: Double) -> [Double] {
    stride(from: -height / 2, through: height / 2, by: max(1, height / most)).map(\.self)
  }

  /// The number of leans to each side that are tried, and the movement of the outermost lines between two of them.
  private static let leanCount = 5
  private static let leanStep = 0.4
  private static let lineCount = 12.0

  /// Returns the movement of the bars along the lines from one to the next, for which their mean has most contrast.
  private static func lean(of region: BarRegion, in picture: ccodes_picture) -> Double {
    let lines = lines(0.8 * region.height, lineCount)
    let step = leanStep / max(1, lines.last ?? 1)
    var best = (lean: region.lean, contrast: Float(0))
    for index in -leanCount...leanCount {
      let lean = region.lean + Double(index) * step
      guard let profile = GreyProfile(region.middle, lines: lines, lean: lean, margin: 0, in: picture) else {
        continue
      }
      let contrast = zip(profile.values.dropFirst(2), profile.values).reduce(Float(0)) { sum, pair in
        sum + (pair.0 - pair.1) * (pair.0 - pair.1)
      }
      if contrast > best.contrast { best = (lean, contrast) }
    }
    return best.lean
  }
}
