import COpenCaptureCodes
import OpenCaptureMediaSamples

/// Looks for the finder patterns of QR codes.
enum FinderSearch {
  /// The patterns in a picture, those that most rows crossed first; at most `limit`.
  static func patterns(in luma: PixelBuffer, limit: Int = 40) throws(MediaError) -> [FinderPattern] {
    let binary = try luma.thresholded(radius: max(4, min(luma.width, luma.height) / 16), margin: 4)
    var found = [ccodes_finder](repeating: ccodes_finder(), count: 512)
    let count = binary.withPicture { ccodes_find_finders($0, &found, found.count) }
    let patterns = found.prefix(count).map { finder in
      FinderPattern(
        center: Point(x: Double(finder.x), y: Double(finder.y)), moduleWidth: Double(finder.module_width),
        moduleHeight: Double(finder.module_height), count: Int(finder.count))
    }
    return Array(patterns.filter { $0.count > 1 }.sorted { $0.count > $1.count }.prefix(limit))
  }
}
