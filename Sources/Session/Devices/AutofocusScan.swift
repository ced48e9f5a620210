/// Where to put the lens next, given how sharp the picture was at each place: contrast detection in two passes.
///
/// First over the whole range in equal steps, then around the best in smaller ones, and at last to the best of all.
/// Sharpness over the lens's way has one broad peak for one subject (Krotkov, 1987), which the first pass can't miss as
/// long as its steps are no wider than the peak.
struct AutofocusScan: Sendable {
  private let lens: CaptureControl
  private var pending: [Int64]
  private var seen: [(position: Int64, sharpness: Double)] = []
  private var isFine = false
  private let coarseStep: Int64

  /// Stops in the first pass.
  static let coarseCount = 11

  /// Plans a scan over the range of a control.
  init(_ lens: CaptureControl) {
    self.lens = lens
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
    /// The picture is sharpest here.
    case done(Int64)
  }

  /// Takes the sharpness at the place where the lens was sent last.
  mutating func measured(_ sharpness: Double) -> Step {
    seen.append((pending.removeFirst(), sharpness))
    if let next = pending.first { return .move(next) }
    let best = seen.reduce(seen[0]) { $1.sharpness > $0.sharpness ? $1 : $0 }.position
    if isFine { return .done(best) }
    isFine = true
    let fine = max(lens.step, coarseStep / 5)
    let places = (-4...4).map { lens.nearest(to: Double(best) + Double($0) * Double(fine)) }
    let known = Set(seen.map(\.position))
    pending = places.reduce(into: []) { if !known.contains($1), !$0.contains($1) { $0.append($1) } }
    return pending.first.map(Step.move) ?? .done(best)
  }
}
