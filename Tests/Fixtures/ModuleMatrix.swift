public import OpenCaptureMediaSamples

/// The modules of a matrix code, given as hexadecimal rows.
public struct ModuleMatrix: Sendable {
  private let rows: [[Bool]]

  /// Makes a matrix from rows of hexadecimal digits, with four modules per digit and `width` modules per row.
  public init(width: Int, rows: [String]) {
    self.rows = rows.map { row in
      Array(
        row.compactMap(\.hexDigitValue).flatMap { digit in (0..<4).map { digit >> (3 - $0) & 1 == 1 } }.prefix(
          width))
    }
  }

  /// Draws the matrix as a grey picture.
  ///
  /// - Parameters:
  ///   - scale: Pixels per module across.
  ///   - rowHeight: Pixels per row. Default: `scale`.
  ///   - quiet: The width of the quiet zone in modules. Default: 0.
  public func picture(pixelsPerModule scale: Int, rowHeight: Int? = nil, quiet: Int = 0) throws -> PixelBuffer {
    let rowHeight = rowHeight ?? scale
    let margin = quiet * scale
    let width = (rows.first?.count ?? 0) * scale + 2 * margin
    let height = rows.count * rowHeight + 2 * margin
    var picture = try PixelBuffer(format: .grey, width: width, height: height, rowAlignment: 1)
    try picture.withUnsafeMutablePlane(0) { pixels in
      for y in 0..<height {
        for x in 0..<width {
          let isInside = (margin..<height - margin).contains(y) && (margin..<width - margin).contains(x)
          let isDark = isInside && rows[(y - margin) / rowHeight][(x - margin) / scale]
          pixels[y * width + x] = isDark ? 0 : 255
        }
      }
    }
    return picture
  }
}
