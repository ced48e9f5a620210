import COpenCaptureCairo
import OpenCaptureMediaSamples

/// A picture that Cairo draws on; lives only while its pixels are open for writing.
struct Canvas {
  private let cairo: opencapture_cairo
  private let pango: opencapture_pango
  private let context: OpaquePointer

  /// What draws; loaded when it is asked for first.
  static func engine() throws(OverlayError) -> (cairo: opencapture_cairo, pango: opencapture_pango) {
    if let cairo = opencapture_cairo_load()?.pointee, let pango = opencapture_pango_load()?.pointee {
      return (cairo, pango)
    }
    throw OverlayError(
      .engineMissing, subject: "drawing", reason: "Cairo or Pango was not found",
      remedy: "sudo apt-get install libcairo2 libpangocairo-1.0-0")
  }

  /// Lets `body` draw on a BGRA picture.
  static func draw(on picture: inout PixelBuffer, _ body: (Canvas) -> Void) throws {
    let (cairo, pango) = try engine()
    guard picture.format == .bgra else {
      throw OverlayError(
        .unsupportedFormat, subject: "drawing", reason: "\(picture.format) pictures can't be drawn on, BGRA can")
    }
    let (width, height, stride) = (picture.width, picture.height, picture.planes[0].bytesPerRow)
    try picture.withUnsafeMutablePlane(0) { pixels in
      let bytes = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self)
      // A little-endian ARGB word is BGRA in memory; RGB24 is the same without alpha, which pictures don't have.
      let surface = cairo.image_surface_create_for_data(
        bytes, CAIRO_FORMAT_RGB24, Int32(width), Int32(height), Int32(stride))
      defer { cairo.surface_destroy(surface) }
      guard let context = cairo.create(surface) else {
        throw OverlayError(.drawingFailed, subject: "drawing", reason: "Cairo made no context")
      }
      defer { cairo.destroy(context) }
      body(Canvas(cairo: cairo, pango: pango, context: context))
      cairo.surface_flush(surface)
      let status = cairo.status(context)
      guard status == CAIRO_STATUS_SUCCESS else {
        let reason = cairo.status_to_string(status).map { String(cString: $0) }
        throw OverlayError(.drawingFailed, subject: "drawing", reason: reason ?? "Cairo status \(status.rawValue)")
      }
    }
  }

  func setColor(_ color: OverlayColor) {
    cairo.set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  /// Draws the outline of a closed polygon.
  func strokePolygon(_ points: some Collection<Point>, width: Double) {
    guard let first = points.first else { return }
    cairo.move_to(context, first.x, first.y)
    for point in points.dropFirst() { cairo.line_to(context, point.x, point.y) }
    cairo.close_path(context)
    stroke(width: width)
  }

  /// Draws a line.
  func strokeLine(from start: Point, to end: Point, width: Double) {
    cairo.move_to(context, start.x, start.y)
    cairo.line_to(context, end.x, end.y)
    stroke(width: width)
  }

  func fillCircle(_ center: Point, radius: Double) {
    cairo.arc(context, center.x, center.y, radius, 0, 2 * .pi)
    cairo.fill(context)
  }

  func fillRect(_ rect: Rect) {
    cairo.rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
    cairo.fill(context)
  }

  /// Lets `body` place a line of text of a size that it is told.
  func withLabel(_ text: String, fontSize: Double, width: Double, _ body: (Label) -> Void) {
    Label.with(text, fontSize: fontSize, width: width, pango: pango, context: context, body)
  }

  /// How large a line of text is that may become so wide, in pixels.
  func size(of text: String, fontSize: Double, width: Double) -> Size {
    var size = Size.zero
    withLabel(text, fontSize: fontSize, width: width) { size = $0.size }
    return size
  }

  /// Draws a label with its top left corner at `origin`.
  func draw(_ label: Label, at origin: Point) {
    cairo.move_to(context, origin.x, origin.y)
    label.show()
  }

  private func stroke(width: Double) {
    cairo.set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo.set_line_width(context, width)
    cairo.stroke(context)
  }
}
