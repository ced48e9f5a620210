public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureSystem

/// An overlay that draws metadata objects onto the picture they were detected in.
///
/// Each object gets an outline, a dot at the top left corner of its own frame, and a label. The label of a code is
/// its text, that of a face its number. Labels avoid each other and the objects, and shrink without enough room. If
/// that fails, numbers replace them and a legend in a corner explains the numbers. Control characters and
/// bidirectional controls appear as escapes, such as `\u{202E}`.
///
/// Each face has its own colour and an outline tilted with the head; a line shows its direction of gaze. Line
/// widths and letters grow with the picture. Cairo and Pango draw; they are loaded on first use.
public struct Overlay: Sendable {
  /// Rectangles in pixels of the picture that labels avoid, such as texts of the program.
  package var reservedAreas: [Rect] = []

  /// Creates an overlay.
  public init() {}

  /// Draws objects onto a picture.
  ///
  /// - Parameters:
  ///   - objects: Metadata objects in the source coordinates of `transform`.
  ///   - picture: A picture in BGRA; copied first if its memory is shared.
  ///   - transform: The transform from the objects' coordinates to pixels of the picture.
  /// - Throws: ``OverlayError`` when Cairo or Pango is missing or the picture is not BGRA; `MediaError` when out of
  ///   memory.
  public func draw(
    _ objects: [any MetadataObject], on picture: inout PixelBuffer, through transform: PictureTransform
  ) throws {
    let style = OverlayStyle(pictureSize: picture.dimensions.size)
    let marks = objects.map { Mark($0.transformed(by: transform)) }
    try Canvas.draw(on: &picture) { canvas in
      for mark in marks { drawLines(of: mark, on: canvas, style) }
      // Labels are drawn last, so that no outline covers them.
      drawLabels(of: marks, on: canvas, style)
    }
  }

  /// Checks that Cairo and Pango are available.
  ///
  /// - Throws: ``OverlayError`` when one of them is missing.
  package func requireDrawingLibraries() throws { _ = try Canvas.engine() }

  private func drawLines(of mark: Mark, on canvas: Canvas, _ style: OverlayStyle) {
    for (color, width) in [(OverlayColor.shadow, style.lineWidth * 2), (mark.color, style.lineWidth)] {
      canvas.setColor(color)
      canvas.strokePolygon(mark.outline, width: width)
      if let gaze = mark.gaze { canvas.strokeLine(from: gaze.from, to: gaze.to, width: width) }
    }
    canvas.fillCircle(mark.outline.topLeft, radius: style.lineWidth * 2)
    for point in mark.points { canvas.fillCircle(point, radius: style.lineWidth) }
  }

  private func drawLabels(of marks: [Mark], on canvas: Canvas, _ style: OverlayStyle) {
    let plan = LabelPlan(
      marks.map(\.label), beside: marks.map(\.bounds), avoiding: reservedAreas, style: style, measure: canvas.size)
    for entry in plan.labels {
      canvas.setColor(.textBackground)
      canvas.fillRect(entry.box)
      draw(entry, on: canvas, style)
    }
    guard let box = plan.legendBox else { return }
    canvas.setColor(.legendBackground)
    canvas.fillRect(box)
    for entry in plan.legend { draw(entry, on: canvas, style) }
  }

  private func draw(_ entry: LabelPlan.Entry, on canvas: Canvas, _ style: OverlayStyle) {
    let padding = style.padding(for: entry.fontSize)
    canvas.setColor(.text)
    canvas.withLabel(entry.text, fontSize: entry.fontSize, width: entry.width) { label in
      canvas.draw(label, at: Point(x: entry.box.minX + padding, y: entry.box.minY + padding / 2))
    }
  }
}

/// A failure to draw an overlay.
public typealias OverlayError = DomainError<OverlayErrorDomain>

/// The domain of ``OverlayError``.
public enum OverlayErrorDomain {}

extension OverlayError.Code {
  /// Cairo or Pango is not installed.
  public static var engineMissing: Self { Self("engineMissing") }
  /// Pictures of this format cannot be drawn on.
  public static var unsupportedFormat: Self { Self("unsupportedFormat") }
  /// Cairo reported an error.
  public static var drawingFailed: Self { Self("drawingFailed") }
}
