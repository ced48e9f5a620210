import COpenCaptureProcessing
public import OpenCaptureMediaSamples
package import OpenCaptureSystem

extension PixelBuffer {
  /// Measures the sharpness of the picture in a region, as software autofocus needs it.
  ///
  /// The result is the root mean square of Sobel's gradient in luma (the Tenengrad measure of Krotkov, 1987), in
  /// steps of luma between adjacent pixels. A blank wall gives 0, and a contrasty subject in focus gives some tens.
  /// Blurring a picture lowers the result. Results of different subjects are not comparable.
  ///
  /// - Parameter region: The region in device coordinates. Default: the whole picture.
  /// - Throws: ``ProcessingError`` if the region does not touch the picture, or `MediaError`.
  public func sharpness(in region: Rect = .unit) throws -> Double {
    var scratch = ScratchLines()
    let region = try region.clippedToPicture("region", ProcessingError.Code.emptyRegion)
    return try luma().part(under: region).buffer.sharpness(using: &scratch)
  }

  /// Measures the sharpness of a whole grey picture.
  func sharpness(using scratch: inout ScratchLines) -> Double {
    let energy = withSource { source in
      scratch.withLines(width: width) { cprocessing_gradient_energy(source, width, height, $0) }
    }
    return (Double(energy) / Double(width * height)).squareRoot() / FocusPeaking.Kernel.sobel.magnitudePerStep
  }
}

/// The sharpness of a picture by tiles.
public struct SharpnessMap: Sendable, Hashable {
  /// The number of tiles across.
  public let columns: Int
  /// The number of tiles down.
  public let rows: Int
  /// The sharpness of each tile, by rows from the top; see `PixelBuffer.sharpness(in:)`.
  public let values: [Double]

  /// Measures a picture.
  ///
  /// - Parameters:
  ///   - picture: A picture of any format whose luma is stored or can be computed.
  ///   - columns: The number of tiles across, at least 1 and at most the width. Default: 16.
  ///   - rows: The number of tiles down, at least 1 and at most the height. Default: 9.
  /// - Throws: `MediaError` if the luma cannot be computed.
  public init(of picture: PixelBuffer, columns: Int = 16, rows: Int = 9) throws {
    let luma = try picture.luma()
    let columns = max(1, min(columns, luma.width))
    let rows = max(1, min(rows, luma.height))
    var scratch = ScratchLines()
    var values: [Double] = []
    for row in 0..<rows {
      let top = row * luma.height / rows
      let bottom = (row + 1) * luma.height / rows
      for column in 0..<columns {
        let left = column * luma.width / columns
        let right = (column + 1) * luma.width / columns
        let tile = try luma.cropped(x: left, y: top, width: right - left, height: bottom - top)
        values.append(tile.sharpness(using: &scratch))
      }
    }
    self.columns = columns
    self.rows = rows
    self.values = values
  }

  /// Returns the sharpness of a tile.
  ///
  /// - Precondition: The indices are below ``columns`` and ``rows``.
  public subscript(column: Int, row: Int) -> Double {
    precondition((0..<columns).contains(column) && (0..<rows).contains(row), "tile index out of range")
    return values[row * columns + column]
  }

  /// The sharpest tile in device coordinates; the first one if several are equal.
  public var sharpest: Rect {
    let index = values.indices.reduce(0) { values[$1] > values[$0] ? $1 : $0 }
    let tile = Rect(x: Double(index % columns), y: Double(index / columns), width: 1, height: 1)
    return tile.scaled(x: 1 / Double(columns), y: 1 / Double(rows))
  }
}

extension PixelBuffer {
  /// Returns the pixels touched by a rectangle within the unit square, and their exact part of the picture.
  ///
  /// The pixels share the picture's memory.
  package func part(under region: Rect) throws(MediaError) -> (buffer: PixelBuffer, part: Rect) {
    let pixels = region.scaled(x: Double(width), y: Double(height))
    // Crops of formats with shared chroma start at even pixels.
    let step = format.isYCbCr ? 2 : 1
    let x = min(Int(pixels.minX), width - 1) / step * step
    let y = min(Int(pixels.minY), height - 1) / step * step
    let right = Int(pixels.maxX.rounded(.up))
    let bottom = Int(pixels.maxY.rounded(.up))
    let across = max(1, min(width, right) - x)
    let down = max(1, min(height, bottom) - y)
    let part = Rect(x: Double(x), y: Double(y), width: Double(across), height: Double(down))
    return (
      try cropped(x: x, y: y, width: across, height: down),
      part.scaled(x: 1 / Double(width), y: 1 / Double(height))
    )
  }
}

extension Rect {
  /// Returns the part of a region in device coordinates that lies inside the picture.
  ///
  /// - Throws: An error with the given code if there is none; its subject begins with `name`.
  package func clippedToPicture<Domain>(
    _ name: String, _ code: DomainError<Domain>.Code
  ) throws(DomainError<Domain>) -> Rect {
    guard let inside = intersection(.unit) else {
      throw DomainError<Domain>(
        code, subject: "\(name) (\(minX), \(minY), \(width), \(height))",
        reason: "the region must overlap the unit square, which is the whole picture")
    }
    return inside
  }
}
