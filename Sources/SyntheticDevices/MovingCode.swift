public import OpenCaptureMediaSamples

/// A QR code that wanders over the picture, and whose text says which frame it is.
public struct MovingCode: SyntheticScene {
  private let text: @Sendable (SceneMoment) -> String

  /// Shows what `text` gives for each moment; default `frame` and its number.
  public init(text: @escaping @Sendable (SceneMoment) -> String = { "frame \($0.frame)" }) { self.text = text }

  /// Draws the code black on white, on light grey.
  public func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) throws {
    let symbol = try DrawnCode(text(moment))
    try ScenePainter.paint(&buffer) { painter in
      let (width, height) = (painter.width, painter.height)
      painter.fill(x: 0, y: 0, width: width, height: height, SceneColor(red: 200, green: 200, blue: 200))
      let quietZone = 4
      let modules = symbol.side + 2 * quietZone
      let scale = max(2, height * 3 / 5 / modules & ~1)
      let side = modules * scale
      let x = Self.swing(Int(moment.frame) * 4, within: width - side)
      let y = Self.swing(Int(moment.frame) * 2, within: height - side)
      painter.fill(x: x, y: y, width: side, height: side, .white)
      for row in 0..<symbol.side {
        for column in 0..<symbol.side where symbol.isDark(column: column, row: row) {
          painter.fill(
            x: x + (column + quietZone) * scale, y: y + (row + quietZone) * scale, width: scale, height: scale,
            .black)
        }
      }
    }
  }

  /// To and fro, in even pixels.
  private static func swing(_ distance: Int, within room: Int) -> Int {
    guard room > 0 else { return 0 }
    let phase = distance % (2 * room)
    return (phase < room ? phase : 2 * room - phase) & ~1
  }
}
