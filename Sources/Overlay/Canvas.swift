import COpenCaptureCairo
import OpenCaptureMediaSamples

/// A BGRA picture opened for drawing with Cairo, valid only while its pixels are open for writing.
struct Canvas {
  let cairo: opencapture_cairo
  let pango: opencapture_pango
  let context: OpaquePointer

  /// Loads Cairo and Pango on first use.
  static func engine() throws(OverlayError) -> (cairo: opencapture_cairo, pango: opencapture_pango) {
    if let cairo = opencapture_cairo_load()?.pointee, let pango = opencapture_pango_load()?.pointee {
      return (cairo, pango)
    }
    throw OverlayError(
      .engineMissing, subject: "drawing", reason: "Cairo or Pango not found",
      hint: "sudo apt install libcairo2 libpangocairo-1.0-0")
  }

  /// Calls `body` to draw on a BGRA picture.
  static func draw(on picture: inout PixelBuffer, _ body: (Canvas) -> Void) throws {
    let (cairo, pango) = try engine()
    guard picture.format == .bgra else {
      throw OverlayError(
        .unsupportedFormat, subject: "drawing", reason: "cannot draw on \(picture.format) pictures, only on BGRA")
    }
    let width = picture.width
    let height = picture.height
    let stride = picture.planes[0].bytesPerRow
    try picture.withUnsafeMutablePlane(0) { pixels in
      let bytes = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self)
      // A little-endian ARGB word is BGRA in memory; RGB24 is the same without alpha, which pictures don't have.
      let surface = cairo.image_surface_create_for_data(
        bytes, CAIRO_FORMAT_RGB24, Int32(width), Int32(height), Int32(stride))
      defer { cairo.surface_destroy(surface) }
      guard let context = cairo.create(surface) else {
        throw OverlayError(.drawingFailed, subject: "drawing", reason: "cannot create a Cairo context")
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

  /// Calls `body` with a line of text in any script with an installed font.
  ///
  /// - Parameters:
  ///   - text: The text. Control characters become spaces; text that is too long ends in an ellipsis.
  ///   - fontSize: The height of the font, in pixels.
  ///   - width: The maximum width, in pixels.
  func withLabel(_ text: String, fontSize: Double, width: Double, _ body: (Label) -> Void) {
    withLayout(font: "sans-serif bold", fontSize: fontSize) { layout in
      pango.layout_set_single_paragraph_mode(layout, 1)
      pango.layout_set_ellipsize(layout, Int32(OPENCAPTURE_PANGO_ELLIPSIZE_END))
      pango.layout_set_text(layout, Self.printable(text), -1)
      var extent = self.extent(of: layout)
      if extent.width > width {
        setWidth(of: layout, to: width)
        extent = self.extent(of: layout)
      }
      body(Label(size: extent, layout: layout))
    }
  }

  /// Calls `body` with an empty text layout in a font, whose height is in pixels.
  func withLayout(font name: String, fontSize: Double, _ body: (OpaquePointer) -> Void) {
    guard let layout = pango.cairo_create_layout(context) else { return }
    defer { pango.release(UnsafeMutableRawPointer(layout)) }
    let font = pango.font_description_from_string(name)
    defer { pango.font_description_free(font) }
    pango.font_description_set_absolute_size(font, fontSize * Double(OPENCAPTURE_PANGO_SCALE))
    pango.layout_set_font_description(layout, font)
    body(layout)
  }

  /// Sets the width of a layout's lines, in pixels.
  func setWidth(of layout: OpaquePointer, to width: Double) {
    pango.layout_set_width(layout, Int32(max(1, min(width, 1e5)) * Double(OPENCAPTURE_PANGO_SCALE)))
  }

  /// Returns the size of a layout's text, in pixels.
  func extent(of layout: OpaquePointer) -> Size {
    var across: Int32 = 0
    var down: Int32 = 0
    pango.layout_get_pixel_size(layout, &across, &down)
    return Size(width: Double(across), height: Double(down))
  }

  /// Replaces control characters by spaces and truncates the text to 500 characters.
  static func printable(_ text: String, keepingLines keepsLines: Bool = false) -> String {
    let characters = text.unicodeScalars.prefix(500).map { character -> Unicode.Scalar in
      character.value < 0x20 && !(keepsLines && character == "\n") ? " " : character
    }
    return String(String.UnicodeScalarView(characters))
  }

  /// Returns the number of characters without a font; these show as boxes with numbers.
  func unknownCount(of label: Label) -> Int { Int(pango.layout_get_unknown_glyphs_count(label.layout)) }

  /// Returns the size of a line of text with the given maximum width, in pixels.
  func size(of text: String, fontSize: Double, width: Double) -> Size {
    var size = Size.zero
    withLabel(text, fontSize: fontSize, width: width) { size = $0.size }
    return size
  }

  /// Draws a label with its top left corner at `origin`.
  func draw(_ label: Label, at origin: Point) {
    cairo.move_to(context, origin.x, origin.y)
    pango.cairo_show_layout(context, label.layout)
  }

  private func stroke(width: Double) {
    cairo.set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo.set_line_width(context, width)
    cairo.stroke(context)
  }
}

/// A line of text laid out by Pango.
struct Label {
  let size: Size
  fileprivate let layout: OpaquePointer
}
