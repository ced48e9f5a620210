/// The dark bars along a line across a linear code, by what is seen there.
///
/// Thin bars that are blurred count: they are dips that reach a part of the contrast only.
struct BarSeries {
  /// From where each bar begins to where it ends, half way between dark and light, in samples.
  let bars: [Range<Int>]

  /// A dip counts from this part of the contrast on.
  private static let leastDepth: Float = 0.18

  /// Looks for bars in what is seen along a line.
  ///
  /// - Parameter contrast: From dark bars to light spaces, in grey values.
  init(_ values: [Float], contrast: Float) {
    var finder = BarFinder(least: Self.leastDepth * contrast)
    for (index, value) in values.enumerated() { finder.add(value, at: index) }
    bars = finder.bars.compactMap { bar -> Range<Int>? in
      let (before, after) = ((bar.valley.value + bar.before.value) / 2, (bar.valley.value + bar.after.value) / 2)
      guard let start = values[bar.before.index...bar.valley.index].lastIndex(where: { $0 >= before }),
        let end = values[bar.valley.index...bar.after.index].firstIndex(where: { $0 >= after }), start < end
      else { return nil }
      return start..<end
    }
  }

  /// The bars of the code that fills about this part of the line: those inside, and those beside it that stand no
  /// farther apart than bars of a code do, which leaves a quiet zone behind them, and are no wider.
  ///
  /// - Parameter slack: How far edges can be wrong, in samples.
  func code(about part: Range<Int>, slack: Int) -> Range<Int>? {
    let inside = bars.indices.filter {
      bars[$0].upperBound > part.lowerBound && bars[$0].lowerBound < part.upperBound
    }
    guard var first = inside.first, var last = inside.last, first < last else { return nil }
    while first > 0, belongs(first - 1, beside: first, of: first...min(first + Self.near, last), slack) {
      first -= 1
    }
    while last + 1 < bars.count, belongs(last + 1, beside: last, of: max(first, last - Self.near)...last, slack) {
      last += 1
    }
    return bars[first].lowerBound..<bars[last].upperBound
  }

  /// How many bars of the code tell how wide the next ones are: those far away can be much nearer to the camera.
  private static let near = 8
  /// What bars and spaces of a code are at most as wide as, in the narrowest of them, and in the widest of a few of
  /// them: they are four modules wide or less, quiet zones seven or more.
  private static let (widestOfNarrowest, widestOfWidest) = (5.5, 1.25)

  /// Whether a bar beside one of the code is of it too, as others that are near have it.
  private func belongs(_ bar: Int, beside other: Int, of code: ClosedRange<Int>, _ slack: Int) -> Bool {
    let gaps = code.dropLast().map { bars[$0 + 1].lowerBound - bars[$0].upperBound }
    let widths = code.map { bars[$0].count }
    let widest = Self.widestOfNarrowest * Double((gaps + widths).min() ?? 0)
    func most(_ seen: [Int]) -> Int { Int(max(widest, Self.widestOfWidest * Double(seen.max() ?? 0))) + slack }
    let (left, right) = (bars[min(bar, other)], bars[max(bar, other)])
    return right.lowerBound - left.upperBound <= most(gaps) && bars[bar].count <= most(widths)
  }
}

/// Finds valleys that are deep enough, with the peaks around them, in a series that comes value by value.
private struct BarFinder {
  typealias Extreme = (index: Int, value: Float)

  let least: Float
  private(set) var bars: [(before: Extreme, valley: Extreme, after: Extreme)] = []
  private var before: Extreme?
  private var valley: Extreme?
  private var after: Extreme?

  init(least: Float) { self.least = least }

  mutating func add(_ value: Float, at index: Int) {
    guard let peak = before else { return before = (index, value) }
    guard let bottom = valley else {
      // On the way down from a peak, or still up to it.
      if value >= peak.value {
        before = (index, value)
      } else if value < peak.value - least {
        valley = (index, value)
      }
      return
    }
    guard let top = after else {
      if value <= bottom.value {
        valley = (index, value)
      } else if value > bottom.value + least {
        rise(to: (index, value))
      }
      return
    }
    if value > top.value {
      rise(to: (index, value))
    } else if value < top.value - least {
      (before, valley, after) = (top, (index, value), nil)
    }
  }

  /// A valley that has a peak behind it is a bar; the peak can still grow.
  private mutating func rise(to peak: Extreme) {
    guard let before, let valley else { return }
    if after != nil { bars.removeLast() }
    after = peak
    bars.append((before, valley, peak))
  }
}
