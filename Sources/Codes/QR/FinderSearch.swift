import COpenCaptureCodes
import OpenCaptureMediaSamples

/// A search for the finder patterns of QR codes in a picture.
struct FinderSearch {
  /// The patterns with the most row crossings, in descending order.
  let patterns: [FinderPattern]
  /// The statistics of all patterns.
  let crowd: FinderStatistics

  /// The maximum number of patterns that are distinguished.
  private static let capacity = 512

  /// Searches a picture and keeps at most `limit` patterns.
  ///
  /// - Parameter isThorough: Whether to search with a threshold that follows narrow lights and shadows, too.
  init(in luma: PixelBuffer, limit: Int = 40, isThorough: Bool = false) throws(MediaError) {
    let side = min(luma.width, luma.height)
    let binary = try luma.thresholded(radius: max(4, side / 16), margin: 4)
    let (patterns, overflow) = Self.patterns(in: binary)
    // Assume that rows cross the patterns beyond the capacity as often as the others.
    let crossings = patterns.reduce(0) { $0 + $1.count }
    let modules = patterns.reduce(0) { $0 + $1.moduleHeight }
    let count = Double(patterns.count)
    let candidates = binary.withPicture(ccodes_count_finder_candidates)
    crowd = FinderStatistics(
      count: count + (crossings > 0 ? Double(overflow) * count / Double(crossings) : 0),
      rows: count > 0 ? 3 * modules / count : 0,
      crossings: Double(candidates.crossings), candidatePatterns: candidates.patterns)
    var all = patterns
    if isThorough {
      let others = Self.patterns(in: try luma.thresholded(radius: max(4, side / 64), margin: 4)).patterns
      all += others.filter { other in !patterns.contains { $0.isSame(as: other) } }
    }
    self.patterns = Array(all.filter { $0.count > 1 }.sorted { $0.count > $1.count }.prefix(limit))
  }

  /// Returns the patterns in a picture of black and white, and the number of row crossings of further ones.
  private static func patterns(in binary: PixelBuffer) -> (patterns: [FinderPattern], overflow: Int) {
    var found = [ccodes_finder](repeating: ccodes_finder(), count: capacity)
    var overflow = 0
    let foundCount = binary.withPicture { ccodes_find_finders($0, &found, found.count, &overflow) }
    let patterns = found.prefix(foundCount).map { finder in
      FinderPattern(
        center: Point(x: Double(finder.x), y: Double(finder.y)), moduleWidth: Double(finder.module_width),
        moduleHeight: Double(finder.module_height), count: Int(finder.count))
    }
    return (patterns, overflow)
  }

  /// Estimates the statistics from a sample of the picture: sixteen tiles in four rows and columns.
  static func estimate(in luma: PixelBuffer) throws(MediaError) -> FinderStatistics {
    let side = 128
    guard luma.width * luma.height > 32 * side * side, min(luma.width, luma.height) > 4 * side else {
      return try FinderSearch(in: luma).crowd
    }
    var crowd = FinderStatistics()
    for row in 0..<4 {
      for column in 0..<4 {
        let x = (luma.width - side) * column / 3
        let y = (luma.height - side) * row / 3
        crowd = crowd + (try FinderSearch(in: luma.cropped(x: x, y: y, width: side, height: side)).crowd)
      }
    }
    return crowd.scaled(by: Double(luma.width * luma.height) / Double(16 * side * side))
  }
}

/// The number of finder patterns in a picture, for estimates of the cost of matching them.
struct FinderStatistics: Hashable {
  /// The approximate number of patterns.
  var count = 0.0
  /// The average number of rows that cross the centre of a pattern.
  var rows = 0.0
  /// The numbers of row crossings and of patterns that a less strict engine detects.
  var crossings = 0.0, candidatePatterns = 0.0

  /// The maximum number of comparisons per pixel; sheets of codes need less than four.
  private static let mostComparisons = 32.0

  /// Returns whether the picture has more patterns than codes could have, so that comparing them takes too long.
  func exceedsLimit(in picture: VideoDimensions) -> Bool {
    let pixelCount = Double(picture.width * picture.height)
    return count > max(2000, pixelCount / 2000)
      || crossings * candidatePatterns / 2 > Self.mostComparisons * pixelCount
  }

  /// Returns the approximate cost of trying all triples of patterns, but at most `most`, in samples.
  func costOfTriples(atMost most: Int) -> Int {
    let triples = count * (count - 1) * (count - 2) / 6
    // The edges of each pattern are sorted; every row gives two.
    return Int(max(0, min(Double(most), triples)) * (1200 + 180 * rows))
  }

  /// Returns the statistics of two parts of a picture together.
  static func + (left: Self, right: Self) -> Self {
    let count = left.count + right.count
    return Self(
      count: count, rows: count > 0 ? (left.count * left.rows + right.count * right.rows) / count : 0,
      crossings: left.crossings + right.crossings,
      candidatePatterns: left.candidatePatterns + right.candidatePatterns)
  }

  /// Returns the statistics of a picture that is larger by a factor, with the same density of patterns.
  func scaled(by factor: Double) -> Self {
    Self(
      count: factor * count, rows: rows, crossings: factor * crossings,
      candidatePatterns: factor * candidatePatterns)
  }
}

/// An engine that can estimate the cost of matching finder patterns.
protocol FinderCostEstimating {
  /// Returns the approximate cost of grouping finder patterns into codes, in samples (see ``WorkBudget``).
  func matchingCost(_ crowd: FinderStatistics, in picture: VideoDimensions) -> Int
}

extension ZBarEngine: FinderCostEstimating {
  /// Returns the cost for ZBar, which tries all triples up to a limit of failures (`qr_reader_match_centers`).
  func matchingCost(_ crowd: FinderStatistics, in picture: VideoDimensions) -> Int {
    crowd.costOfTriples(atMost: max(8192, picture.width * picture.height / 512))
  }
}

#if ZXing
  extension ZXingEngine: FinderCostEstimating {
    /// Returns the cost for zxing-cpp, which tries each pattern with a few neighbours
    /// (`GenerateFinderPatternSets`).
    func matchingCost(_ crowd: FinderStatistics, in picture: VideoDimensions) -> Int { Int(60_000 * crowd.count) }
  }
#endif
