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
      symbol.draw(painter, frame: Int(moment.frame), width: width, height: height, extent: height * 3 / 5)
    }
  }
}
