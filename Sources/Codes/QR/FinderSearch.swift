import COpenCaptureCodes
import OpenCaptureMediaSamples

/// The finder patterns of QR codes in a picture.
struct FinderSearch {
  /// Those that most rows crossed, first; not all where there are very many.
  let patterns: [FinderPattern]
  /// How many there are altogether.
  let crowd: FinderCrowd

  /// How many of them are told apart.
  private static let capacity = 512

  /// Looks for them.
  ///
  /// - Parameter limit: How many patterns are of use.
  init(in luma: PixelBuffer, limit: Int = 40) throws(MediaError) {
    let binary = try luma.thresholded(radius: max(4, min(luma.width, luma.height) / 16), margin: 4)
    var found = [ccodes_finder](repeating: ccodes_finder(), count: Self.capacity)
    var overflow = 0
    let told = binary.withPicture { ccodes_find_finders($0, &found, found.count, &overflow) }
    let patterns = found.prefix(told).map { finder in
      FinderPattern(
        center: Point(x: Double(finder.x), y: Double(finder.y)), moduleWidth: Double(finder.module_width),
        moduleHeight: Double(finder.module_height), count: Int(finder.count))
    }
    // Those beyond are crossed by as many rows as those before.
    let crossings = patterns.reduce(0) { $0 + $1.count }
    let modules = patterns.reduce(0) { $0 + $1.moduleHeight }
    let loosely = binary.withPicture(ccodes_count_lookalikes)
    crowd = FinderCrowd(
      count: Double(told) + (crossings > 0 ? Double(overflow) * Double(told) / Double(crossings) : 0),
      rows: told > 0 ? 3 * modules / Double(told) : 0,
      crossings: Double(loosely.crossings), lookalikes: loosely.patterns)
    self.patterns = Array(patterns.filter { $0.count > 1 }.sorted { $0.count > $1.count }.prefix(limit))
  }

  /// About how many there are, by a look at a part of the picture: sixteen places in rows and columns.
  static func estimate(in luma: PixelBuffer) throws(MediaError) -> FinderCrowd {
    let side = 128
    guard luma.width * luma.height > 32 * side * side, min(luma.width, luma.height) > 4 * side else {
      return try FinderSearch(in: luma).crowd
    }
    var crowd = FinderCrowd()
    for row in 0..<4 {
      for column in 0..<4 {
        let (x, y) = ((luma.width - side) * column / 3, (luma.height - side) * row / 3)
        crowd = crowd + (try FinderSearch(in: luma.cropped(x: x, y: y, width: side, height: side)).crowd)
      }
    }
    return crowd.scaled(by: Double(luma.width * luma.height) / Double(16 * side * side))
  }
}
