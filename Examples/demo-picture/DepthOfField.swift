import OpenCaptureMediaSamples

/// A blur like that of a lens with a wide aperture: one horizontal stripe of the picture is in focus.
struct DepthOfField {
  /// The vertical position of the stripe, 0 (top) to 1 (bottom).
  let focus: Double

  /// The distance over which sharpness halves, as a fraction of the height.
  private static let rowsPerLevel = 0.1

  /// Returns a BGRA picture with this blur.
  func apply(to picture: PixelBuffer) throws -> PixelBuffer {
    let levels = try (0...4).map { try Self.blurred(picture, halvings: $0) }
    var result = try picture.copy()
    let layout = result.planes[0]
    try result.withUnsafeMutablePlane(0) { target in
      for y in 0..<layout.height {
        let distance = abs((Double(y) + 0.5) / Double(layout.height) - focus)
        let level = min(Double(levels.count - 1), max(0, distance / Self.rowsPerLevel - 0.5))
        let sharper = min(Int(level), levels.count - 2)
        Self.mix(
          levels[sharper], levels[sharper + 1], level - Double(sharper), row: y, to: target,
          bytesPerRow: layout.bytesPerRow)
      }
    }
    return result
  }

  /// Returns the picture halved repeatedly, then enlarged in the same steps, so that no blocks are visible.
  private static func blurred(_ picture: PixelBuffer, halvings: Int) throws -> PixelBuffer {
    guard halvings > 0 else { return picture }
    let small = VideoDimensions(width: (picture.width + 1) / 2, height: (picture.height + 1) / 2)
    return try blurred(picture.scaled(to: small), halvings: halvings - 1)
      .scaled(to: picture.dimensions, filter: .bilinear)
  }

  private static func mix(
    _ first: PixelBuffer, _ second: PixelBuffer, _ share: Double, row: Int,
    to target: UnsafeMutableRawBufferPointer, bytesPerRow: Int
  ) {
    let weight = Int(share * 256)
    first.withUnsafePlane(0) { first in
      second.withUnsafePlane(0) { second in
        for index in row * bytesPerRow..<row * bytesPerRow + bytesPerRow {
          target[index] = UInt8((Int(first[index]) * (256 - weight) + Int(second[index]) * weight) >> 8)
        }
      }
    }
  }
}
