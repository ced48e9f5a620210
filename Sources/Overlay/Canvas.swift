import CCairo
import MediaSamples

/// A picture that Cairo draws on; lives only while its pixels are open for writing.
struct Canvas {
  private let cairo: opencapture_cairo
  private let context: OpaquePointer

  /// Lets `body` draw on a BGRA picture.
  static func draw(on picture: inout PixelBuffer, _ body: (Canvas) -> Void) throws {
    guard let cairo = opencapture_cairo_load()?.pointee else {
      throw OverlayError(code: .engineMissing, reason: "Cairo was not found; sudo apt-get install libcairo2")
    }
    guard picture.format == .bgra else {
      throw OverlayError(code: .unsupportedFormat, reason: "\(picture.format) pictures can't be drawn on, BGRA can")
    }
    let (width, height, stride) = (picture.width, picture.height, picture.planes[0].bytesPerRow)
    try picture.withUnsafeMutablePlane(0) { pixels in
      let bytes = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self)
      // A little-endian ARGB word is BGRA in memory; RGB24 is the same without alpha, which pictures don't have.
      let surface = cairo.image_surface_create_for_data(
        bytes, CAIRO_FORMAT_RGB24, Int32(width), Int32(height), Int32(stride))
      defer { cairo.surface_destroy(surface) }
      guard let context = cairo.create(surface) else {
        throw OverlayError(code: .drawingFailed, reason: "Cairo made no context")
      }
      defer { cairo.destroy(context) }
      body(Canvas(cairo: cairo, context: context))
      cairo.surface_flush(surface)
      let status = cairo.status(context)
      guard status == CAIRO_STATUS_SUCCESS else {
        let reason = cairo.status_to_string(status).map { String(cString: $0) }
        throw OverlayError(code: .drawingFailed, reason: reason ?? "Cairo status \(status.rawValue)")
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
    cairo.set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo.set_line_width(context, width)
    cairo.stroke(context)
  }

  func fillCircle(_ center: Point, radius: Double) {
    cairo.arc(context, center.x, center.y, radius, 0, 2 * .pi)
    cairo.fill(context)
  }

  func fillRect(_ rect: Rect) {
    cairo.rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
    cairo.fill(context)
  }

  func setFont(size: Double) {
    cairo.select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
    cairo.set_font_size(context, size)
  }

  /// How far a line of text reaches to the right.
  func width(of text: String) -> Double {
    var extents = cairo_text_extents_t()
    cairo.text_extents(context, text, &extents)
    return extents.x_advance
  }

  /// Draws a line of text that begins at `baseline`.
  func drawText(_ text: String, at baseline: Point) {
    cairo.move_to(context, baseline.x, baseline.y)
    cairo.show_text(context, text)
  }
}
