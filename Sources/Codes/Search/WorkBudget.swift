import OpenCaptureMediaSamples

/// How much work a scan may still spend on what its first look left unread.
///
/// Pictures can be full of what looks like codes and is none: all attempts of a scan at them share one budget, in
/// proportion to the picture. Work is counted rather than timed, so that a scan is a function of the picture. It is
/// counted in samples: places that are looked at between pixels, of which a scan of a photograph costs about five a pixel.
struct WorkBudget {
  /// How many samples are left for anything; below zero where the last attempt took more than there were.
  private(set) var left: Int
  /// How many are left besides for what is a code beyond doubt.
  private(set) var reserve: Int

  /// Small pictures have as much as one of so many pixels: their codes have as many modules.
  private static let leastPixelCount = 1_000_000
  /// What is kept for codes, beside each sample for anything.
  private static let reserveRatio = 6

  /// The budget of a scan with an effort.
  init(for effort: ScanEffort, in picture: VideoDimensions) {
    let samplesPerPixel = effort == .thorough ? 48 : 12
    left = samplesPerPixel * max(Self.leastPixelCount, picture.width * picture.height)
    reserve = Self.reserveRatio * left
  }

  /// Whether there is so much left.
  func covers(_ samples: Int, forCode isCode: Bool = false) -> Bool {
    samples <= (isCode ? max(0, left) + reserve : left)
  }

  /// Takes what was looked at.
  ///
  /// - Parameter isCode: Whether that is a code beyond doubt.
  mutating func spend(_ samples: Int, forCode isCode: Bool = false) {
    let fromReserve = isCode ? min(reserve, max(0, samples - max(0, left))) : 0
    reserve -= fromReserve
    left -= samples - fromReserve
  }
}
