import OpenCaptureMediaSamples

/// What a picture looks like from far away, so that another one can be told from it.
struct SceneImpression: Sendable, Hashable {
  private let tiles: [Double]
  private static let (columns, rows) = (16, 9)

  /// The impression of a grey picture.
  init(of picture: PixelBuffer) throws(MediaError) {
    let small = try picture.scaled(to: VideoDimensions(width: Self.columns, height: Self.rows))
    let stride = small.planes[0].bytesPerRow
    tiles = small.withUnsafePlane(0) { bytes in
      (0..<Self.columns * Self.rows).map { Double(bytes[$0 / Self.columns * stride + $0 % Self.columns]) }
    }
  }

  init(tiles: [Double]) { self.tiles = tiles }

  /// Whether the camera can't have got from one to the other within a frame: there is a cut in between.
  ///
  /// The pictures must differ, and have nothing in common: their correlation leaves out how bright and how contrasty they
  /// are, so that a lamp that is switched on is no cut.
  func isCut(from other: Self) -> Bool {
    guard tiles.count == other.tiles.count, !tiles.isEmpty else { return true }
    let count = Double(tiles.count)
    let (mean, otherMean) = (tiles.reduce(0, +) / count, other.tiles.reduce(0, +) / count)
    var (change, product, square, otherSquare) = (0.0, 0.0, 0.0, 0.0)
    for (tile, otherTile) in zip(tiles, other.tiles) {
      let (a, b) = (tile - mean, otherTile - otherMean)
      change += abs(a - b) / count
      product += a * b
      square += a * a
      otherSquare += b * b
    }
    return change > 8 && product < 0.5 * (square * otherSquare).squareRoot()
  }
}
