import OpenCaptureMediaSamples

/// How bright a picture is, coarsely, all over: a few cells, each the mean of some of its pixels.
struct SubjectAreaGrid: Sendable, Hashable {
  /// Cells across and down.
  static let (columns, rows) = (16, 12)
  /// Pixels that are looked at in a cell, across and down.
  private static let samples = 8

  /// The luma of each cell above black, row after row.
  let cells: [Float]
  /// The luma of white above black.
  let white: Float

  /// By how much of what is expected a cell has to differ, and by how many steps of luma at least: more than noise, and
  /// than the stripes that lamps on mains leave.
  private static let (leastShare, leastSteps): (Float, Float) = (0.25, 12)

  /// Makes a grid of known cells.
  init(cells: [Float], white: Float = 255) { (self.cells, self.white) = (cells, white) }

  /// Looks at a frame.
  ///
  /// - Throws: What the decoder throws, or `MediaError` where there is no luma.
  init(of sample: SampleBuffer) throws {
    let luma = try sample.luma()
    let (across, down) = (Self.columns * Self.samples, Self.rows * Self.samples)
    let (width, height, stride) = (luma.width, luma.height, luma.planes[0].bytesPerRow)
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
    let (black, white): (Float, Float) = sample.formatDescription.colorRange == .video ? (16, 235) : (0, 255)
    let count = Float(Self.samples * Self.samples)
    self.init(cells: sums.map { max(0, Float($0) / count - black) }, white: white - black)
  }

  /// The share of cells that show something else than before, exposure left out of account.
  ///
  /// What most of the picture has become brighter by, exposure did: the median of the cells' ratios, which a part of the
  /// picture doesn't move.
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
    // What was as bright as can be may have been brighter.
    return then >= white * 0.97 ? expected - now > tolerance : abs(now - expected) > tolerance
  }
}
