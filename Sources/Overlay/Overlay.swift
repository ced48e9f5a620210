public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// Draws what was found onto the picture it was found in.
///
/// Everything gets its outline, a dot at the top left corner of its own frame, and a label: a code's text, a face's
/// number. Faces have a colour of their own, are tilted as the head is, and a line shows where they look. Line widths
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
      for mark in marks { drawLabel(of: mark, on: canvas, style) }
    }
  }

  private func drawLines(of mark: Mark, on canvas: Canvas, _ style: OverlayStyle) {
    for (color, width) in [(OverlayColor.shadow, style.lineWidth * 2), (mark.color, style.lineWidth)] {
      canvas.setColor(color)
      canvas.strokePolygon(mark.outline, width: width)
      if let gaze = mark.gaze { canvas.strokeLine(from: gaze.from, to: gaze.to, width: width) }
    }
    canvas.fillCircle(mark.outline.topLeft, radius: style.lineWidth * 2)
  }

  /// Puts the label under what it names, or wherever that leaves it inside the picture.
  private func drawLabel(of mark: Mark, on canvas: Canvas, _ style: OverlayStyle) {
    canvas.withLabel(mark.label, fontSize: style.fontSize, width: style.labelWidth) { label in
      let box = style.labelBox(below: mark.bounds, label: label.size)
      canvas.setColor(.ground)
      canvas.fillRect(box)
      canvas.setColor(.text)
      canvas.draw(label, at: Point(x: box.minX + style.padding, y: box.minY + style.padding / 2))
    }
  }
}
