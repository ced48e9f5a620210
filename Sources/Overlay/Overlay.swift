public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// Draws what was found onto the picture it was found in.
///
/// Everything gets its outline, a dot at the top left corner of its own frame, and a label: a code's text, a face's
/// number. Labels avoid each other and what was found, and shrink where there is little room; where that isn't enough they
/// are numbers, which a legend in a corner of the picture explains. Control characters and those that turn the direction of
/// writing show as escapes, such as `\u{202E}`. Faces have a colour of their own, are tilted as the head is, and a line shows where they look. Line widths
/// and letters grow with the picture. Cairo and Pango draw; they are loaded when something is drawn first.
public struct Overlay: Sendable {
  /// Makes an overlay.
  public init() {}

  /// Draws objects onto a picture.
  ///
  /// - Parameters:
  ///   - objects: What was found, in the coordinates that `transform` begins with.
  ///   - picture: A picture in BGRA; copied first where its memory is shared.
  ///   - transform: From the objects' coordinates to pixels of the picture.
  /// - Throws: ``OverlayError`` where Cairo or Pango is missing or the picture isn't BGRA; `MediaError` where memory is.
  public func draw(
    _ objects: [any MetadataObject], on picture: inout PixelBuffer, through transform: PictureTransform
  ) throws {
    let style = OverlayStyle(pictureSize: picture.dimensions.size)
    let marks = objects.map { Mark($0.transformed(by: transform)) }
    try Canvas.draw(on: &picture) { canvas in
      for mark in marks { drawLines(of: mark, on: canvas, style) }
      // Over all outlines, so that each can be read.
      drawLabels(of: marks, on: canvas, style)
    }
  }

  /// Finds out whether there is what draws.
  ///
  /// - Throws: ``OverlayError`` where Cairo or Pango is missing.
  package func requireEngine() throws { _ = try Canvas.engine() }

  private func drawLines(of mark: Mark, on canvas: Canvas, _ style: OverlayStyle) {
    for (color, width) in [(OverlayColor.shadow, style.lineWidth * 2), (mark.color, style.lineWidth)] {
      canvas.setColor(color)
      canvas.strokePolygon(mark.outline, width: width)
      if let gaze = mark.gaze { canvas.strokeLine(from: gaze.from, to: gaze.to, width: width) }
    }
    canvas.fillCircle(mark.outline.topLeft, radius: style.lineWidth * 2)
  }

  private func drawLabels(of marks: [Mark], on canvas: Canvas, _ style: OverlayStyle) {
    let plan = LabelPlan(marks.map(\.label), beside: marks.map(\.bounds), style: style, measure: canvas.size)
    for entry in plan.labels {
      canvas.setColor(.ground)
      canvas.fillRect(entry.box)
      draw(entry, on: canvas, style)
    }
    guard let box = plan.legendBox else { return }
    canvas.setColor(.legendGround)
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
