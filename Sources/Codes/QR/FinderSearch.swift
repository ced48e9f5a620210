import COpenCaptureCodes
import OpenCaptureMediaSamples

/// The finder patterns of QR codes in a picture.
struct FinderSearch {
  /// Those that most rows crossed, first; not all where there are very many.
  let patterns: [FinderPattern]
  /// About how many there are.
  let count: Int

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
    count = told + (crossings > 0 ? overflow * told / crossings : 0)
    self.patterns = Array(patterns.filter { $0.count > 1 }.sorted { $0.count > $1.count }.prefix(limit))
  }

  /// About how many there are, by a look at a part of the picture: sixteen places in rows and columns.
  static func estimate(in luma: PixelBuffer) throws(MediaError) -> Int {
    let side = 128
    guard luma.width * luma.height > 32 * side * side, min(luma.width, luma.height) > 4 * side else {
      return try FinderSearch(in: luma).count
    }
    var count = 0
    for row in 0..<4 {
      for column in 0..<4 {
        let (x, y) = ((luma.width - side) * column / 3, (luma.height - side) * row / 3)
        count += try FinderSearch(in: luma.cropped(x: x, y: y, width: side, height: side)).count
      }
    }
    return count * (luma.width * luma.height) / (16 * side * side)
  }

  /// Whether there are more patterns than codes could have: engines take time that grows with the square of their number.
  ///
  /// - Parameter count: About how many there are in the picture.
  static func isCrowded(_ count: Int, in picture: VideoDimensions) -> Bool {
    count > max(2000, picture.width * picture.height / 2000)
  }
}
