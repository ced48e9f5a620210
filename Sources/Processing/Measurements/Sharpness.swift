import COpenCaptureProcessing
public import OpenCaptureMediaSamples

extension PixelBuffer {
  /// How sharp the picture is in a region: what software autofocus climbs.
  ///
  /// The root mean square of Sobel's gradient in luma (the Tenengrad measure of Krotkov, 1987), in steps of luma from one
  /// pixel to the next: 0 for a blank wall, some tens for a contrasty subject in focus. The more the same picture is
  /// blurred, the less it is; figures of different subjects can't be compared.
  ///
  /// - Parameter region: Where to look, in device coordinates; default the whole picture.
  /// - Throws: ``ProcessingError`` where the region doesn't touch the picture, or `MediaError`.
  public func sharpness(in region: Rect = .unit) throws -> Double {
    var scratch = ScratchLines()
    return try luma().part(under: region.insidePicture()).buffer.sharpness(using: &scratch)
  }

  /// The sharpness of a whole picture in grey.
  func sharpness(using scratch: inout ScratchLines) -> Double {
    let energy = withSource { source in
      scratch.withLines(width: width) { cprocessing_gradient_energy(source, width, height, $0) }
    }
    return (Double(energy) / Double(width * height)).squareRoot() / FocusPeaking.Kernel.sobel.magnitudePerStep
  }
}

/// How sharp a picture is, tile by tile.
public struct SharpnessMap: Sendable, Hashable {
  /// Tiles across.
  public let columns: Int
  /// Tiles down.
  public let rows: Int
  /// The sharpness of each tile, row after row from the top; see `PixelBuffer.sharpness(in:)`.
  public let values: [Double]

  /// Measures a picture.
  ///
  /// - Parameters:
  ///   - picture: In any format that has or gives luma.
  ///   - columns: Tiles across, 1 or more; default 16. Never more than there are pixels.
  ///   - rows: Tiles down, 1 or more; default 9. Never more than there are pixels.
  /// - Throws: `MediaError` where there is no luma.
  public init(of picture: PixelBuffer, columns: Int = 16, rows: Int = 9) throws {
    let luma = try picture.luma()
    let (columns, rows) = (max(1, min(columns, luma.width)), max(1, min(rows, luma.height)))
    var (scratch, values): (ScratchLines, [Double]) = (ScratchLines(), [])
    for row in 0..<rows {
      let (top, bottom) = (row * luma.height / rows, (row + 1) * luma.height / rows)
      for column in 0..<columns {
        let (left, right) = (column * luma.width / columns, (column + 1) * luma.width / columns)
        let tile = try luma.cropped(x: left, y: top, width: right - left, height: bottom - top)
        values.append(tile.sharpness(using: &scratch))
      }
    }
    (self.columns, self.rows, self.values) = (columns, rows, values)
  }

  /// The sharpness of a tile.
  ///
  /// - Precondition: The tile is one of the map's.
  public subscript(column: Int, row: Int) -> Double {
    precondition((0..<columns).contains(column) && (0..<rows).contains(row), "no such tile")
    return values[row * columns + column]
  }

  /// The sharpest tile, in device coordinates; the first of several.
  public var sharpest: Rect {
    let index = values.indices.reduce(0) { values[$1] > values[$0] ? $1 : $0 }
    let tile = Rect(x: Double(index % columns), y: Double(index / columns), width: 1, height: 1)
    return tile.scaled(x: 1 / Double(columns), y: 1 / Double(rows))
  }
}
