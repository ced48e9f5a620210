import OpenCaptureMediaSamples

/// How much fine detail there is in a picture of a face: what is as small as pupils and nostrils, beside what is as large
/// as eyes and mouth.
///
/// More windows of a cascade pass by chance the smoother a place is: a wall, snow, the blur that is left of anything when
/// a picture is enlarged. So what counts as evidence goes with this. The bands are those of the wavelets à trous by
/// B₃-splines (Starck and Murtagh, 1994), one of a pixel or two against one twice as coarse.
struct FineDetail: Sendable, Hashable {
  /// The deviation in the fine band as a fraction of that in the coarse one, against the median of faces: 1 is usual,
  /// below is smoother.
  let value: Double

  /// What it is for half of all faces; see `Models/README.md`.
  private static let median = 0.68
  /// The deviation that is none, in grey levels: what is flat has no detail.
  private static let noise = 0.3
  /// What is left out at the edges, in pixels.
  private static let rim = 6

  /// Measures a face.
  ///
  /// - Parameters:
  ///   - picture: In grey, the face in the middle.
  ///   - side: The side of the face, in pixels, as far as the picture goes.
  init(of picture: PixelBuffer, side: Int) {
    let side = min(side, picture.width, picture.height)
    var levels = [Self.middle(of: picture, side: side)]
    for step in [1, 2, 4] { levels.append(Self.smoothed(levels[levels.count - 1], side: side, step: step)) }
    let fine = Self.deviation(levels[1], levels[2], side: side)
    let coarse = Self.deviation(levels[2], levels[3], side: side)
    value = fine / (coarse + Self.noise) / Self.median
  }

  private static func middle(of picture: PixelBuffer, side: Int) -> [Float] {
    let (left, top, stride) = (
      (picture.width - side) / 2, (picture.height - side) / 2, picture.planes[0].bytesPerRow
    )
    return picture.withUnsafePlane(0) { bytes in
      (0..<side * side).map { Float(bytes[(top + $0 / side) * stride + left + $0 % side]) }
    }
  }

  /// Both ways by a B₃-spline whose taps lie `step` apart; at the edges it goes on with what is there.
  private static func smoothed(_ pixels: [Float], side: Int, step: Int) -> [Float] {
    let across = smoothed(pixels, side: side, step: step, along: 1, lines: side)
    return smoothed(across, side: side, step: step, along: side, lines: 1)
  }

  /// One way: pixels of a line lie `along` apart, and lines `lines`.
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

  /// How far two levels differ: the standard deviation of their difference, inside the rim.
  private static func deviation(_ first: [Float], _ second: [Float], side: Int) -> Double {
    var (sum, squares, count) = (0.0, 0.0, 0.0)
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
