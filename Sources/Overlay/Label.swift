import COpenCaptureCairo
import OpenCaptureMediaSamples

/// A line of text, laid out by Pango: in whatever script, with fonts that have it.
struct Label {
  /// In pixels.
  let size: Size

  private let pango: opencapture_pango
  private let context: OpaquePointer
  private let layout: OpaquePointer

  /// Lets `body` use a label.
  ///
  /// - Parameters:
  ///   - text: What it says, without control characters; what is too long ends in an ellipsis.
  ///   - fontSize: The height of the font, in pixels.
  ///   - width: How wide it can become, in pixels.
  static func with(
    _ text: String, fontSize: Double, width: Double, pango: opencapture_pango, context: OpaquePointer,
    _ body: (Label) -> Void
  ) {
    guard let layout = pango.cairo_create_layout(context) else { return }
    defer { pango.release(UnsafeMutableRawPointer(layout)) }
    let font = pango.font_description_from_string("sans-serif bold")
    defer { pango.font_description_free(font) }
    let scale = Double(OPENCAPTURE_PANGO_SCALE)
    pango.font_description_set_absolute_size(font, fontSize * scale)
    pango.layout_set_font_description(layout, font)
    pango.layout_set_single_paragraph_mode(layout, 1)
    pango.layout_set_ellipsize(layout, Int32(OPENCAPTURE_PANGO_ELLIPSIZE_END))
    pango.layout_set_text(layout, printable(text), -1)
    var (across, down): (Int32, Int32) = (0, 0)
    pango.layout_get_pixel_size(layout, &across, &down)
    if Double(across) > width {
      pango.layout_set_width(layout, Int32(max(1, min(width, 1e5)) * scale))
      pango.layout_get_pixel_size(layout, &across, &down)
    }
    body(
      Label(size: Size(width: Double(across), height: Double(down)), pango: pango, context: context, layout: layout)
    )
  }

  /// How many of its characters no font has; they show as boxes with numbers in.
  var unknownCount: Int { Int(pango.layout_get_unknown_glyphs_count(layout)) }

  /// Draws it from the point on that the context stands at.
  func show() { pango.cairo_show_layout(context, layout) }

  private init(size: Size, pango: opencapture_pango, context: OpaquePointer, layout: OpaquePointer) {
    (self.size, self.pango, self.context, self.layout) = (size, pango, context, layout)
  }

  /// What isn't shown anyway, or ends a text for C, becomes a space; more than a line can hold is left out.
  private static func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(500).map { $0.value < 0x20 ? " " : $0 }))
  }
}
