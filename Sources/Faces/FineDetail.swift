import OpenCaptureMediaSamples

/// The amount of fine detail in a face: structures like pupils and nostrils in relation to eyes and mouth.
///
/// Cascades have more false detections in smooth regions: a wall, snow, or the blur of an enlarged picture.
/// Therefore the evidence of a face is scaled by this value. The frequency bands are those of the à trous wavelets
/// with B₃-splines (Starck and Murtagh, 1994). The fine band has one or two pixels, the coarse band twice that.
struct FineDetail: Sendable, Hashable {
  /// The ratio of the fine band's deviation to the coarse band's, relative to the median of faces; low is smooth.
  let value: Double

  /// The median ratio of faces; see `Models/README.md`.
  private static let median = 0.68
  /// The deviation of noise, in grey levels: a flat region has no detail.
  private static let noise = 0.3
  /// The excluded margin, in pixels.
  private static let rim = 6

  /// Measures a face of the given side in the centre of a grey picture.
  init(of picture: PixelBuffer, side: Int) {
    let side = min(side, picture.width, picture.height)
    var levels = [Self.middle(of: picture, side: side)]
    for step in [1, 2, 4] { levels.append(Self.smoothed(levels[levels.count - 1], side: side, step: step)) }
    let fine = Self.deviation(levels[1], levels[2], side: side)
    let coarse = Self.deviation(levels[2], levels[3], side: side)
    value = fine / (coarse + Self.noise) / Self.median
  }

  private static func middle(of picture: PixelBuffer, side: Int) -> [Float] {
    let left = (picture.width - side) / 2
    let top = (picture.height - side) / 2
    let stride = picture.planes[0].bytesPerRow
    return picture.withUnsafePlane(0) { bytes in
      (0..<side * side).map { Float(bytes[(top + $0 / side) * stride + left + $0 % side]) }
    }
  }

  /// Smooths in both directions with a B₃-spline whose taps are `step` apart; edge pixels are repeated.
  private static func smoothed(_ pixels: [Float], side: Int, step: Int) -> [Float] {
    let across = smoothed(pixels, side: side, step: step, along: 1, lines: side)
    return smoothed(across, side: side, step: step, along: side, lines: 1)
  }

  /// Smooths in one direction: pixels of a line are `along` apart in memory, and lines are `lines` apart.
  private static func smoothed(_ pixels: [Float], side: Int, step: Int, along: Int, lines: Int) -> [Float] {
    var smooth = pixels
    for line in 0..<side {
      let start = line * lines
      for index in 0..<side {
        let at = { (offset: Int) in pixels[start + min(max(index + offset * step, 0), side - 1) * along] }
        smooth[start + index * along] = 0.375 * at(0) + 0.25 * (at(-1) + at(1)) + 0.0625 * (at(-2) + at(2))
      }
    }
    return smooth
  }

  /// Returns the standard deviation of the difference between two levels, without the margin.
  private static func deviation(_ first: [Float], _ second: [Float], side: Int) -> Double {
    var sum = 0.0
    var squares = 0.0
    var count = 0.0
    for y in rim..<max(rim, side - rim) {
      for x in rim..<max(rim, side - rim) {
        let difference = Double(first[y * side + x] - second[y * side + x])
        sum += difference
        squares += difference * difference
        count += 1
      }
    }
    guard count > 0 else { return 0 }
    return max(0, squares / count - (sum / count) * (sum / count)).squareRoot()
  }
}
