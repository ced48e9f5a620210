import OpenCaptureMediaSamples

/// What a picture looks like from afar: the mean of each tile of about 16 by 16 pixels.
struct SceneTiles: Sendable {
  private let columns: Int
  private let rows: Int
  private let means: [UInt8]

  private static let side = 16

  /// Looks at a picture.
  init(_ luma: PixelBuffer) throws(MediaError) {
    columns = max(1, luma.width / Self.side)
    rows = max(1, luma.height / Self.side)
    let small = try luma.scaled(to: VideoDimensions(width: columns, height: rows), filter: .box)
    let (columns, stride) = (columns, small.planes[0].bytesPerRow)
    means = small.withUnsafePlane(0) { pixels in
      (0..<small.height).flatMap { row in pixels[row * stride..<row * stride + columns] }
    }
  }

  /// More than noise and compression do to the mean of a tile.
  private static let leastChange = 6

  /// Whether something changed that lies outside some regions.
  ///
  /// - Parameter regions: In device coordinates; tiles that they touch are not looked at.
  func differs(from other: Self, outside regions: [Rect]) -> Bool {
    guard (columns, rows) == (other.columns, other.rows) else { return true }
    return means.indices.contains { index in
      guard abs(Int(means[index]) - Int(other.means[index])) >= Self.leastChange else { return false }
      let tile = Rect(
        x: Double(index % columns) / Double(columns), y: Double(index / columns) / Double(rows),
        width: 1 / Double(columns), height: 1 / Double(rows))
      return !regions.contains { $0.intersection(tile) != nil }
    }
  }
}
