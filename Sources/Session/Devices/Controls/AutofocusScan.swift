/// A contrast-detection scan that chooses lens positions from measured sharpness, in two passes.
///
/// The first pass covers the whole range in equal steps. The second pass takes smaller steps around the best
/// position. At the end the lens moves to the best position of all. For one subject, sharpness over the lens
/// position has one broad peak (Krotkov, 1987). The first pass finds the peak if its steps are not wider than the
/// peak. Without a peak, the image has no subject, and the lens returns to its former position. The best position
/// is measured again in and after the second pass. If its sharpness has changed, the subject moved during the scan,
/// and the result is not valid.
struct AutofocusScan: Sendable {
  private let lens: CaptureControl
  /// The lens position before the scan.
  let former: Int64
  private var pending: [Int64]
  private var measurements: [(position: Int64, sharpness: Double)] = []
  private var pass = Pass.coarse
  private let coarseStep: Int64

  /// The number of positions in the first pass.
  static let coarseCount = 11
  /// The smallest difference between the highest and lowest sharpness that counts as a peak, in luma steps.
  ///
  /// An edge across the whole region with a twelfth of the luma range has about this sharpness.
  static let minimumPeak = 1.0
  /// The smallest peak relative to its sharpness; noise has a high but uneven sharpness everywhere.
  static let minimumRise = 0.05
  /// The factor of ``minimumPeak`` below which a peak must be the only one.
  ///
  /// Unfocused light from outside the region causes slopes and small bumps.
  static let clearPeakFactor = 4.0
  /// The largest rise beside the only peak, relative to the height of the peak.
  static let maximumBump = 0.25
  /// The largest change of sharpness between measurements at the same lens position, as a fraction.
  static let maximumChange = 0.25

  private enum Pass {
    case coarse
    /// The pass around a position.
    case fine(Int64)
    /// The repeated measurement at the sharpest position.
    case last(Int64)
  }

  /// Creates a scan over the range of a control.
  ///
  /// - Parameter former: The current lens position, or the one before a scan that this one replaces.
  init(_ lens: CaptureControl, from former: Int64) {
    self.lens = lens
    self.former = lens.nearest(to: Double(former))
    let span = Double(lens.range.upperBound) - Double(lens.minimum)
    let step = max(lens.step, Int64(min(span / Double(Self.coarseCount - 1), 1e15)))
    coarseStep = step
    let positions = (0..<Self.coarseCount).map {
      lens.nearest(to: Double(lens.minimum) + Double($0) * Double(step))
    }
    pending = positions.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// The first lens position.
  var start: Int64 { pending[0] }

  /// The action after a measurement.
  enum Step: Sendable, Equatable {
    /// Move the lens here and measure.
    case move(Int64)
    /// The scan is complete. This is the sharpest position, or the former one if the image has no peak.
    case done(Int64)
    /// The subject moved during the scan. This position was the sharpest.
    case moved(Int64)
  }

  /// Processes the sharpness at the last requested lens position.
  mutating func measured(_ sharpness: Double) -> Step {
    measurements.append((pending.removeFirst(), sharpness))
    if let next = pending.first { return .move(next) }
    let best = measurements.reduce(measurements[0]) { $1.sharpness > $0.sharpness ? $1 : $0 }.position
    switch pass {
    case .coarse:
      guard hasPeak else { return .done(former) }
      pass = .fine(best)
      pending = positions(around: best)
    case .fine(let peak):
      guard isSteady(at: peak) else { return .moved(best) }
      pass = .last(best)
      pending = [best]
    case .last(let peak): return isSteady(at: peak) ? .done(peak) : .moved(peak)
    }
    return .move(pending[0])
  }

  /// Returns the positions between the stops next to a position, and that position itself.
  private func positions(around best: Int64) -> [Int64] {
    let fine = max(lens.step, coarseStep / 5)
    let known = Set(measurements.map(\.position)).subtracting([best])
    return (-4...4).map { lens.nearest(to: Double(best) + Double($0) * Double(fine)) }.reduce(into: []) {
      if !known.contains($1), !$0.contains($1) { $0.append($1) }
    }
  }

  /// Returns whether all measurements at a position are about equal.
  private func isSteady(at position: Int64) -> Bool {
    let values = measurements.lazy.filter { $0.position == position }.map(\.sharpness)
    guard let least = values.min(), let most = values.max() else { return true }
    return most - least <= max(Self.maximumChange * most, Self.minimumPeak / 2)
  }

  /// Whether one position is sharper than noise and light from outside of the region explain.
  private var hasPeak: Bool {
    let all = measurements.map(\.sharpness)
    guard let top = all.indices.max(by: { all[$0] < all[$1] }), let least = all.min() else { return false }
    let height = all[top] - least
    guard height >= max(Self.minimumPeak, Self.minimumRise * all[top]) else { return false }
    let bump = max(Self.rise(all[top...]), Self.rise(all[...top].reversed()))
    return height >= Self.clearPeakFactor * Self.minimumPeak || bump <= Self.maximumBump * height
  }

  /// Returns the largest rise of the values above the lowest value before them.
  private static func rise(_ values: some Sequence<Double>) -> Double {
    var least = Double.infinity
    var most = 0.0
    for value in values {
      most = max(most, value - least)
      least = min(least, value)
    }
    return most
  }
}
