package import OpenCaptureMediaSamples

/// Text panels and a focus mark drawn over a window's picture.
package struct ViewDecoration: Sendable, Hashable {
  /// The position of a panel.
  package enum Place: Sendable, Hashable {
    case topLeft, bottomLeft, right, middle
  }

  /// Lines of text with a background.
  package struct Panel: Sendable, Hashable {
    /// The lines, each divided into aligned columns.
    package var lines: [[String]]
    package var place: Place

    package init(_ lines: [[String]], at place: Place) {
      self.lines = lines
      self.place = place
    }

    /// Creates a panel with one column.
    package init(_ lines: [String], at place: Place) { self.init(lines.map { [$0] }, at: place) }
  }

  /// The panels; later panels cover earlier ones at the same place.
  package var panels: [Panel] = []
  /// The requested point of focus and exposure, in pixels of the view; nil for none.
  package var mark: Point?
  /// Whether the picture is dimmed because it is outdated.
  package var isDimmed = false

  package init() {}

  /// Draws the decoration on a view in BGRA.
  ///
  /// - Returns: The rectangles of the panels, in pixels.
  /// - Throws: ``OverlayError`` when Cairo or Pango is missing.
  @discardableResult
  package func draw(on view: inout PixelBuffer) throws -> [Rect] {
    guard isDimmed || mark != nil || panels.contains(where: { !$0.lines.isEmpty }) else { return [] }
    let style = OverlayStyle(pictureSize: view.dimensions.size)
    var boxes: [Rect] = []
    try Canvas.draw(on: &view) { canvas in
      if isDimmed {
        canvas.setColor(.textBackground)
        canvas.fillRect(Rect(origin: .zero, size: style.pictureSize))
      }
      if let mark { draw(mark, on: canvas, style) }
      boxes = panels.filter { !$0.lines.isEmpty }.map { draw($0, on: canvas, style) }
    }
    return boxes
  }

  private func draw(_ mark: Point, on canvas: Canvas, _ style: OverlayStyle) {
    let reach = style.fontSize * 2.5
    let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map {
      Point(x: mark.x + $0 * reach, y: mark.y + $1 * reach)
    }
    for (color, width) in [(OverlayColor.shadow, 4.0), (.mark, 2)] {
      canvas.setColor(color)
      canvas.strokePolygon(corners, width: width)
    }
  }

  /// Draws a panel, and returns its rectangle.
  private func draw(_ panel: Panel, on canvas: Canvas, _ style: OverlayStyle) -> Rect {
    // All lines have the same height.
    let lineHeight = style.fontSize * 1.4
    let gap = style.fontSize * 1.5
    let widths = widths(of: panel, on: canvas, style)
    let width = widths.reduce(0, +) + gap * Double(max(0, widths.count - 1))
    let size = Size(
      width: width + 2 * style.padding, height: lineHeight * Double(panel.lines.count) + 2 * style.padding)
    let box = Rect(origin: panel.place.origin(of: size, in: style.pictureSize), size: size)
    canvas.setColor(.textBackground)
    canvas.fillRect(box)
    canvas.setColor(.text)
    for (row, line) in panel.lines.enumerated() {
      var x = box.minX + style.padding
      for (column, text) in line.enumerated() {
        canvas.withLabel(text, fontSize: style.fontSize, width: style.labelWidth) { label in
          let top = box.minY + style.padding + lineHeight * Double(row) + (lineHeight - label.size.height) / 2
          canvas.draw(label, at: Point(x: x, y: top))
        }
        x += widths[column] + gap
      }
    }
    return box
  }

  private func widths(of panel: Panel, on canvas: Canvas, _ style: OverlayStyle) -> [Double] {
    var widths = [Double](repeating: 0, count: panel.lines.map(\.count).max() ?? 0)
    for line in panel.lines {
      for (column, text) in line.enumerated() {
        let size = canvas.size(of: text, fontSize: style.fontSize, width: style.labelWidth)
        widths[column] = max(widths[column], size.width)
      }
    }
    return widths
  }
}

extension ViewDecoration.Place {
  fileprivate func origin(of box: Size, in view: Size) -> Point {
    switch self {
    case .topLeft: .zero
    case .bottomLeft: Point(x: 0, y: view.height - box.height)
    case .right: Point(x: max(0, view.width - box.width), y: max(0, (view.height - box.height) / 2))
    case .middle: Point(x: max(0, (view.width - box.width) / 2), y: max(0, (view.height - box.height) / 2))
    }
  }
}

extension OverlayColor {
  /// The colour of the focus mark, yellow as on phones.
  fileprivate static let mark = OverlayColor(red: 1, green: 0.84, blue: 0.04)
}
