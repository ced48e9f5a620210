/// How focus peaking's settings become the magnitude that edges must exceed.
struct EdgeThreshold: Sendable {
  private let threshold: FocusPeaking.Threshold
  private let noiseRejection: Double
  private let magnitudePerStep: Double

  /// The part of the picture that is taken to have no edges, only noise.
  private static let flatShare = 0.2

  init(_ threshold: FocusPeaking.Threshold, noiseRejection: Double, kernel: FocusPeaking.Kernel) {
    (self.threshold, self.noiseRejection) = (threshold, noiseRejection)
    magnitudePerStep = kernel.magnitudePerStep
  }

  /// Whether the answer depends on the picture.
  var histogram: Bool {
    if case .fixed = threshold { noiseRejection > 0 } else { true }
  }

  /// The magnitude that edges must exceed, for a picture with these magnitudes.
  func magnitude(_ histogram: MagnitudeHistogram) -> UInt16 {
    let asked =
      switch threshold {
      case .fixed(let step): step * magnitudePerStep
      case .strongest(let share): Double(histogram.threshold(exceededBy: share))
      }
    guard noiseRejection > 0 else { return Self.clamped(asked) }
    let noise = Double(histogram.threshold(exceededBy: 1 - Self.flatShare))
    return Self.clamped(max(asked, noise * noiseRejection))
  }

  /// The nearest magnitude below; nothing exceeds one that is not a number.
  private static func clamped(_ value: Double) -> UInt16 {
    value < 0 ? 0 : value < Double(UInt16.max) ? UInt16(value) : .max
  }
}
