/// Where to put the lens next, given how sharp the picture was at each place: contrast detection in two passes.
///
/// First over the whole range in equal steps, then around the best in smaller ones, and at last to the best of all.
/// Sharpness over the lens's way has one broad peak for one subject (Krotkov, 1987), which the first pass can't miss as
/// long as its steps are no wider than the peak. Where there is no subject, there is no peak: what is sharpest then is
/// noise, and the lens goes back to where it was. What is sharpest is looked at again in the second pass and after it: where
/// it isn't as sharp as before, something moved meanwhile, and the curve tells of that rather than of the lens.
struct AutofocusScan: Sendable {
  private let lens: CaptureControl
  /// Where the lens was before.
  let former: Int64
  private var pending: [Int64]
  private var seen: [(position: Int64, sharpness: Double)] = []
  private var pass = Pass.coarse
  private let coarseStep: Int64

  /// Stops in the first pass.
  static let coarseCount = 11
  /// How much sharper the picture is at a peak than where it is least sharp, in steps of luma: an edge of a twelfth of the
  /// range, right across the region that is looked at, is about that.
  static let leastPeak = 1.0
  /// The same as a share of the sharpness at the peak: noise is sharp everywhere, and not everywhere alike.
  static let leastRise = 0.05
  /// A peak that is lower than so many times the least has to be the only one: light that spills over from beside, out of
  /// focus, makes slopes and bumps.
  static let plainPeak = 4.0
  /// By how much of its height the picture may become sharper again on the way from the only peak.
  static let mostBump = 0.25
  /// How much less sharp a picture may be at one time than at another, with the lens at the same place, as a share.
  static let mostChange = 0.25

  private enum Pass {
    case coarse
    /// Around a place.
    case fine(Int64)
    /// At the sharpest place once more.
    case last(Int64)
  }

  /// Plans a scan over the range of a control.
  ///
  /// - Parameter former: Where the lens is, or was before a scan that this one takes the place of.
  init(_ lens: CaptureControl, from former: Int64) {
    (self.lens, self.former) = (lens, lens.nearest(to: Double(former)))
    let span = Double(lens.range.upperBound) - Double(lens.minimum)
    let step = max(lens.step, Int64(min(span / Double(Self.coarseCount - 1), 1e15)))
    coarseStep = step
    let places = (0..<Self.coarseCount).map { lens.nearest(to: Double(lens.minimum) + Double($0) * Double(step)) }
    pending = places.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// Where the lens goes first.
  var start: Int64 { pending[0] }

  /// What to do after a measurement.
  enum Step: Sendable, Equatable {
    /// Measure here.
    case move(Int64)
    /// The picture is sharpest here; or nowhere, and this is where the lens was.
    case done(Int64)
    /// The picture was sharpest here, but it isn't the same picture any more.
    case moved(Int64)
  }

  /// Takes the sharpness at the place where the lens was sent last.
  mutating func measured(_ sharpness: Double) -> Step {
    seen.append((pending.removeFirst(), sharpness))
    if let next = pending.first { return .move(next) }
    let best = seen.reduce(seen[0]) { $1.sharpness > $0.sharpness ? $1 : $0 }.position
    switch pass {
    case .coarse:
      guard hasPeak else { return .done(former) }
      (pass, pending) = (.fine(best), places(around: best))
    case .fine(let peak):
      guard isSteady(at: peak) else { return .moved(best) }
      (pass, pending) = (.last(best), [best])
    case .last(let peak): return isSteady(at: peak) ? .done(peak) : .moved(peak)
    }
    return .move(pending[0])
  }

  /// What lies between the stops beside a place, and that place itself once more.
  private func places(around best: Int64) -> [Int64] {
    let fine = max(lens.step, coarseStep / 5)
    let known = Set(seen.map(\.position)).subtracting([best])
    return (-4...4).map { lens.nearest(to: Double(best) + Double($0) * Double(fine)) }.reduce(into: []) {
      if !known.contains($1), !$0.contains($1) { $0.append($1) }
    }
  }

  /// Whether the picture was always about as sharp as it was once, with the lens at a place.
  private func isSteady(at place: Int64) -> Bool {
    let values = seen.lazy.filter { $0.position == place }.map(\.sharpness)
    guard let least = values.min(), let most = values.max() else { return true }
    return most - least <= max(Self.mostChange * most, Self.leastPeak / 2)
  }

  /// Whether the picture is sharper at one place than noise and what is beside make it at any.
  private var hasPeak: Bool {
    let all = seen.map(\.sharpness)
    guard let top = all.indices.max(by: { all[$0] < all[$1] }), let least = all.min() else { return false }
    let height = all[top] - least
    guard height >= max(Self.leastPeak, Self.leastRise * all[top]) else { return false }
    let bump = max(Self.rise(all[top...]), Self.rise(all[...top].reversed()))
    return height >= Self.plainPeak * Self.leastPeak || bump <= Self.mostBump * height
  }

  /// The most that values rise by above the least before them.
  private static func rise(_ values: some Sequence<Double>) -> Double {
    var (least, most) = (Double.infinity, 0.0)
    for value in values {
      most = max(most, value - least)
      least = min(least, value)
    }
    return most
  }
}
