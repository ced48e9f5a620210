import OpenCaptureMediaSamples

/// How many finder patterns there are in a picture, and what it costs engines to compare them.
struct FinderCrowd: Hashable {
  /// About how many there are.
  var count = 0.0
  /// How many rows of the picture cross the middle of one, on average.
  var rows = 0.0
  /// How often rows cross what engines take for one that look less closely, and how many of those they find.
  var crossings = 0.0, lookalikes = 0.0

  /// The most comparisons for each pixel; sheets of codes have less than four.
  private static let mostComparisons = 32.0

  /// Whether there are more patterns than codes could have: engines compare each with all others.
  func isTooLarge(in picture: VideoDimensions) -> Bool {
    let pixelCount = Double(picture.width * picture.height)
    return count > max(2000, pixelCount / 2000) || crossings * lookalikes / 2 > Self.mostComparisons * pixelCount
  }

  /// About the samples that it takes to try all sets of three patterns.
  ///
  /// - Parameter most: How many sets are tried at most.
  func samplesOfTriples(atMost most: Int) -> Int {
    let triples = count * (count - 1) * (count - 2) / 6
    // Of each pattern the edges are sorted, of which every row gives two.
    return Int(max(0, min(Double(most), triples)) * (1200 + 180 * rows))
  }

  /// The crowd of parts of a picture together.
  static func + (left: Self, right: Self) -> Self {
    let count = left.count + right.count
    return Self(
      count: count, rows: count > 0 ? (left.count * left.rows + right.count * right.rows) / count : 0,
      crossings: left.crossings + right.crossings, lookalikes: left.lookalikes + right.lookalikes)
  }

  /// The crowd of a picture that is larger by a factor, and as full.
  func scaled(by factor: Double) -> Self {
    Self(count: factor * count, rows: rows, crossings: factor * crossings, lookalikes: factor * lookalikes)
  }
}
