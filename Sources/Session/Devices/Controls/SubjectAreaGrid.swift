import OpenCaptureMediaSamples

/// A coarse grid of an image's luma, in which each cell is the mean of some of its pixels.
struct SubjectAreaGrid: Sendable, Hashable {
  static let columns = 16
  static let rows = 12
  /// The number of sampled pixels per cell in each direction.
  private static let samples = 8

  /// The luma of each cell above black, in row-major order.
  let cells: [Float]
  /// The luma of white above black.
  let white: Float

  /// The smallest change of a cell that counts, as a fraction of the expected luma.
  private static let leastShare: Float = 0.25
  /// The smallest change of a cell that counts, in luma steps; more than noise and the stripes of flickering lamps.
  private static let leastSteps: Float = 12

  init(cells: [Float], white: Float = 255) {
    self.cells = cells
    self.white = white
  }

  /// Creates the grid of a frame.
  ///
  /// - Throws: The decoder's error, or `MediaError` if the frame has no luma.
  init(of sample: SampleBuffer) throws {
    let luma = try sample.luma()
    let across = Self.columns * Self.samples
    let down = Self.rows * Self.samples
    let width = luma.width
    let height = luma.height
    let stride = luma.planes[0].bytesPerRow
    var sums = [Int](repeating: 0, count: Self.columns * Self.rows)
    luma.withUnsafePlane(0) { bytes in
      for y in 0..<down {
        let line = (2 * y + 1) * height / (2 * down) * stride
        let row = y / Self.samples * Self.columns
        for x in 0..<across {
          sums[row + x / Self.samples] += Int(bytes[line + (2 * x + 1) * width / (2 * across)])
        }
      }
    }
    let isVideoRange = sample.format.colorRange == .video
    let black: Float = isVideoRange ? 16 : 0
    let white: Float = isVideoRange ? 235 : 255
    let count = Float(Self.samples * Self.samples)
    self.init(cells: sums.map { max(0, Float($0) / count - black) }, white: white - black)
  }

  /// Returns the fraction of cells that changed, apart from a change of exposure, the median ratio of the cells.
  func changedShare(since before: SubjectAreaGrid) -> Double {
    guard cells.count == before.cells.count, !cells.isEmpty else { return 1 }
    let ratios = zip(cells, before.cells).map { (now: Float, then: Float) in (now + 4) / (then + 4) }
    let exposure = ratios.sorted()[ratios.count / 2]
    let changed = zip(cells, before.cells).filter { isChanged($0, since: $1, exposure) }
    return Double(changed.count) / Double(cells.count)
  }

  private func isChanged(_ now: Float, since then: Float, _ exposure: Float) -> Bool {
    let expected = min(then * exposure, white)
    let tolerance = max(Self.leastSteps, expected * Self.leastShare)
    // A clipped cell may have been brighter than its value.
    return then >= white * 0.97 ? expected - now > tolerance : abs(now - expected) > tolerance
  }
}
