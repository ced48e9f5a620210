import OpenCaptureMediaSamples

/// The effort of a scan.
///
/// Costs are for QR codes in photographs, relative to one pass of ZBar over the same pictures.
public enum ScanEffort: String, Sendable, Hashable, CaseIterable {
  /// About a third, for frames of a stream: one pass of the first engine and a search for further finder patterns.
  case fast
  /// About two thirds, for pictures: further passes for codes that were located but not read, or if none was found.
  case balanced
  /// About 1.6, for pictures that must be read: all passes, until every located code is read.
  case thorough
}

/// The budget for the work of a scan after its first pass.
///
/// Pictures can contain many false candidates. All attempts of a scan share one budget that is proportional to the
/// size of the picture. The budget counts work rather than time, so that a scan depends on the picture alone. The
/// unit is a sample: one interpolated pixel value. A scan of a photograph takes about five samples per pixel.
struct WorkBudget {
  /// The remaining samples for any attempt; negative if the last attempt exceeded the budget.
  private(set) var left: Int
  /// The remaining samples that are reserved for certain codes.
  private(set) var reserve: Int

  /// The pixel count that smaller pictures are raised to: their codes have as many modules.
  private static let leastPixelCount = 1_000_000
  /// The reserved samples for each unreserved one.
  private static let reserveRatio = 6

  init(for effort: ScanEffort, in picture: VideoDimensions) {
    let samplesPerPixel = effort == .thorough ? 48 : 12
    left = samplesPerPixel * max(Self.leastPixelCount, picture.width * picture.height)
    reserve = Self.reserveRatio * left
  }

  /// Returns whether the budget covers a number of samples.
  func covers(_ samples: Int, forCode isCode: Bool = false) -> Bool {
    samples <= (isCode ? max(0, left) + reserve : left)
  }

  /// Deducts a number of samples for an attempt, possibly for a certain code.
  mutating func spend(_ samples: Int, forCode isCode: Bool = false) {
    let fromReserve = isCode ? min(reserve, max(0, samples - max(0, left))) : 0
    reserve -= fromReserve
    left -= samples - fromReserve
  }

  /// Deducts a number of samples if the budget covers them, and returns whether it did.
  mutating func spendIfCovered(_ samples: Int, forCode isCode: Bool = false) -> Bool {
    guard covers(samples, forCode: isCode) else { return false }
    spend(samples, forCode: isCode)
    return true
  }
}
