/// The dark bars along a line across a linear code, including thin, blurred ones with a fraction of the contrast.
struct BarProfile {
  /// The extent of each bar in samples, measured half way between dark and light.
  let bars: [Range<Int>]

  /// The depth of the smallest dip that is a bar, as a fraction of the contrast.
  private static let leastDepth: Float = 0.18

  /// Searches for bars in the values along a line, given the difference between spaces and bars.
  init(_ values: [Float], contrast: Float) {
    var finder = BarFinder(least: Self.leastDepth * contrast)
    for (index, value) in values.enumerated() { finder.add(value, at: index) }
    bars = finder.bars.compactMap { bar -> Range<Int>? in
      let before = (bar.valley.value + bar.before.value) / 2
      let after = (bar.valley.value + bar.after.value) / 2
      guard let start = values[bar.before.index...bar.valley.index].lastIndex(where: { $0 >= before }),
        let end = values[bar.valley.index...bar.after.index].firstIndex(where: { $0 >= after }), start < end
      else { return nil }
      return start..<end
    }
  }

  /// Returns the bars of the code that fills about the given part of the line, up to its quiet zones.
  ///
  /// It includes the bars beside the part that are no wider and no farther apart than bars of a code.
  ///
  /// - Parameter slack: The maximum error of edge positions, in samples.
  func bars(about part: Range<Int>, slack: Int) -> ArraySlice<Range<Int>>? {
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
    return bars[first...last]
  }

  /// The number of bars that determine the width of the next one; others can be much nearer to the camera.
  private static let near = 8
  /// The maximum width of bars and spaces, as a multiple of the narrowest nearby one.
  ///
  /// Bars and spaces are at most four modules wide, quiet zones at least seven.
  private static let widestOfNarrowest = 5.5
  /// The maximum width of bars and spaces, as a multiple of the widest nearby one.
  private static let widestOfWidest = 1.25

  /// Returns whether a bar next to the code belongs to it, judged by the bars nearby.
  private func belongs(_ bar: Int, beside other: Int, of code: ClosedRange<Int>, _ slack: Int) -> Bool {
    let gaps = code.dropLast().map { bars[$0 + 1].lowerBound - bars[$0].upperBound }
    let widths = code.map { bars[$0].count }
    let widest = Self.widestOfNarrowest * Double((gaps + widths).min() ?? 0)
    func most(_ seen: [Int]) -> Int { Int(max(widest, Self.widestOfWidest * Double(seen.max() ?? 0))) + slack }
    let left = bars[min(bar, other)]
    let right = bars[max(bar, other)]
    return right.lowerBound - left.upperBound <= most(gaps) && bars[bar].count <= most(widths)
  }
}

/// A detector for sufficiently deep valleys and the peaks around them, fed value by value.
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
      // Before the first valley: rising to a peak or falling from it.
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
      before = top
      valley = (index, value)
      after = nil
    }
  }

  /// Adds the bar for a valley that is followed by a peak, which can still grow.
  private mutating func rise(to peak: Extreme) {
    guard let before, let valley else { return }
    if after != nil { bars.removeLast() }
    after = peak
    bars.append((before, valley, peak))
  }
}
