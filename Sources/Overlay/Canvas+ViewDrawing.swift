import COpenCaptureCairo
import OpenCaptureMediaSamples

extension Canvas {
  /// Draws elements in order.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - transform: The map from the elements' coordinates to pixels.
  func draw(_ elements: [ViewDrawing.Element], through transform: PlaneTransform) {
    for element in elements {
      switch element {
      case .fill(let path, let color, let rule):
        setColor(color)
        cairo.set_fill_rule(context, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
        add(path, through: transform, isFilled: true)
        cairo.fill(context)
      case .stroke(let path, let color, let stroke): draw(stroke, along: path, color, through: transform)
      case .text(let text): draw(text, through: transform)
      case .picture(let picture, let rect): draw(picture, in: rect, through: transform)
      case .group(let group): draw(group, through: transform)
      }
    }
  }

  private func draw(_ group: ViewDrawing.Group, through outer: PlaneTransform) {
    guard group.opacity > 0 else { return }
    let transform = group.transform.then(outer)
    cairo.save(context)
    defer { cairo.restore(context) }
    if let clip = group.clip {
      cairo.set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
      add(clip, through: transform, isFilled: true)
      cairo.clip(context)
    }
    if let mask = group.mask {
      cairo.push_group(context)
      draw(group.elements, through: transform)
      cairo.pop_group_to_source(context)
      cairo.push_group(context)
      draw([.group(ViewDrawing.Group(mask, opacity: group.opacity))], through: transform)
      let pattern = cairo.pop_group(context)
      cairo.mask(context, pattern)
      cairo.pattern_destroy(pattern)
    } else if group.opacity < 1 {
      cairo.push_group(context)
      draw(group.elements, through: transform)
      cairo.pop_group_to_source(context)
      cairo.paint_with_alpha(context, group.opacity)
    } else {
      draw(group.elements, through: transform)
    }
  }

  // MARK: Paths

  /// Begins a path in pixels; curves in perspective become short lines.
  private func add(_ path: VectorPath, through transform: PlaneTransform, isFilled: Bool) {
    cairo.new_path(context)
    guard !transform.isAffine else {
      addAffine(path.mapped { Self.bounded(transform.apply($0)) })
      return
    }
    for line in path.polylines {
      let points = line.points.map { transform.homogeneous($0) }
      if points.allSatisfy({ $0.z >= PlaneTransform.nearest }) {
        add(points, isClosed: line.isClosed)
      } else if isFilled {
        add(PlaneTransform.visiblePart(ofPolygon: points), isClosed: true)
      } else {
        let all = line.isClosed ? points + [points[0]] : points
        for part in PlaneTransform.visibleParts(ofLine: all) { add(part, isClosed: false) }
      }
    }
  }

  private func addAffine(_ path: VectorPath) {
    for step in path.steps {
      switch step {
      case .move(let point): cairo.move_to(context, point.x, point.y)
      case .line(let point): cairo.line_to(context, point.x, point.y)
      case .curve(let end, let control1, let control2):
        cairo.curve_to(context, control1.x, control1.y, control2.x, control2.y, end.x, end.y)
      case .close: cairo.close_path(context)
      }
    }
  }

  private func add(_ points: [SIMD3<Double>], isClosed: Bool) {
    for (index, point) in points.enumerated() {
      let place = Self.bounded(Point(x: point.x / point.z, y: point.y / point.z))
      if index == 0 { cairo.move_to(context, place.x, place.y) } else { cairo.line_to(context, place.x, place.y) }
    }
    if isClosed, !points.isEmpty { cairo.close_path(context) }
  }

  /// Limits a point to coordinates that Cairo can represent; points that are not visible are far away.
  private static func bounded(_ point: Point?) -> Point {
    let limit = 1e6
    guard let point else { return Point(x: -limit, y: -limit) }
    return Point(x: max(-limit, min(limit, point.x)), y: max(-limit, min(limit, point.y)))
  }

  private func draw(
    _ stroke: ViewDrawing.Stroke, along path: VectorPath, _ color: OverlayColor, through transform: PlaneTransform
  ) {
    guard stroke.width > 0, stroke.width < 1e5, let bounds = Rect(bounding: path.points),
      let pen = transform.affine(near: bounds.center)
    else { return }
    setColor(color)
    add(path, through: transform, isFilled: false)
    with(pen) {
      cairo.set_line_width(context, stroke.width)
      cairo.set_line_cap(context, stroke.cap.cairo)
      cairo.set_line_join(context, stroke.join.cairo)
      cairo.set_miter_limit(context, stroke.miterLimit)
      // Cairo reports other patterns as errors.
      let dashes = stroke.dashes
      let isValid = dashes.allSatisfy { $0 >= 0 && $0.isFinite } && stroke.dashPhase.isFinite
      if isValid, dashes.contains(where: { $0 > 0 }) {
        cairo.set_dash(context, dashes, Int32(dashes.count), stroke.dashPhase)
      }
      cairo.stroke(context)
    }
  }

  /// Calls `body` with coordinates that an affine transform maps to pixels.
  private func with(_ transform: PlaneTransform, _ body: () -> Void) {
    var matrix = cairo_matrix_t(
      xx: transform.x.x, yx: transform.y.x, xy: transform.x.y, yy: transform.y.y, x0: transform.x.z,
      y0: transform.y.z)
    cairo.save(context)
    cairo.set_matrix(context, &matrix)
    body()
    cairo.restore(context)
  }

  // MARK: Texts

  private func draw(_ text: ViewDrawing.Text, through transform: PlaneTransform) {
    guard text.fontSize > 0, !text.bounds.isEmpty, let affine = transform.affine(near: text.bounds.center) else {
      return
    }
    setColor(text.color)
    with(affine) {
      withLayout(font: text.font, fontSize: min(text.fontSize, 4_000)) { layout in
        let isLimited = text.isWrapped || text.truncation != nil
        if isLimited { setWidth(of: layout, to: text.bounds.width) }
        if text.isWrapped {
          pango.layout_set_wrap(layout, Int32(OPENCAPTURE_PANGO_WRAP_WORD_CHAR))
          if text.truncation != nil {
            let height = min(text.bounds.height, 1e5) * Double(OPENCAPTURE_PANGO_SCALE)
            pango.layout_set_height(layout, Int32(height))
          }
        }
        pango.layout_set_ellipsize(layout, text.truncation?.pango ?? 0)
        pango.layout_set_alignment(layout, text.alignment.pango)
        pango.layout_set_justify(layout, text.alignment == .justified ? 1 : 0)
        pango.layout_set_text(layout, Self.printable(text.string, keepingLines: true), -1)
        // Pango aligns within the width, if that is set, and otherwise the lines to the longest one.
        let room = isLimited ? 0 : text.bounds.width - extent(of: layout).width
        cairo.move_to(context, text.bounds.minX + room * text.alignment.share, text.bounds.minY)
        pango.cairo_show_layout(context, layout)
      }
    }
  }

  // MARK: Pictures

  /// The number of parts of a picture in perspective, along each side; each part is drawn with an affine map.
  private static let partCount = 12

  private func draw(_ picture: ViewDrawing.Picture, in rect: Rect, through transform: PlaneTransform) {
    let width = Double(picture.pixels.width)
    let height = Double(picture.pixels.height)
    let fromPixels = PlaneTransform.scaling(x: rect.width / width, y: rect.height / height)
      .then(.translation(x: rect.minX, y: rect.minY)).then(transform)
    let format = picture.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
    let stride = picture.pixels.planes[0].bytesPerRow
    picture.pixels.withUnsafePlane(0) { bytes in
      guard let first = bytes.baseAddress else { return }
      // Cairo only reads the source.
      let surface = cairo.image_surface_create_for_data(
        UnsafeMutablePointer(mutating: first.assumingMemoryBound(to: UInt8.self)), format,
        Int32(picture.pixels.width), Int32(picture.pixels.height), Int32(stride))
      defer { cairo.surface_destroy(surface) }
      if fromPixels.isAffine {
        let whole = Rect(x: 0, y: 0, width: width, height: height)
        draw(surface, whole, through: fromPixels)
        return
      }
      let partWidth = width / Double(Self.partCount)
      let partHeight = height / Double(Self.partCount)
      for row in 0..<Self.partCount {
        for column in 0..<Self.partCount {
          let part = Rect(
            x: Double(column) * partWidth, y: Double(row) * partHeight, width: partWidth, height: partHeight)
          cairo.save(context)
          // Without smoothing, neighbors share no pixels and leave none out.
          cairo.set_antialias(context, CAIRO_ANTIALIAS_NONE)
          add(VectorPath(part), through: fromPixels, isFilled: true)
          cairo.clip(context)
          draw(surface, part, through: fromPixels)
          cairo.restore(context)
        }
      }
    }
  }

  /// Draws a part of a picture, in its pixels, with the affine map near its center.
  private func draw(_ surface: OpaquePointer?, _ part: Rect, through transform: PlaneTransform) {
    guard let affine = transform.affine(near: part.center) else { return }
    with(affine) {
      cairo.set_source_surface(context, surface, 0, 0)
      cairo.pattern_set_extend(cairo.get_source(context), CAIRO_EXTEND_PAD)
      guard transform.isAffine else {
        // The clip is the exact outline of the part.
        cairo.paint_with_alpha(context, 1)
        return
      }
      cairo.new_path(context)
      cairo.rectangle(context, part.minX, part.minY, part.width, part.height)
      cairo.fill(context)
    }
  }
}

extension ViewDrawing.Stroke.Cap {
  fileprivate var cairo: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension ViewDrawing.Stroke.Join {
  fileprivate var cairo: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}

extension ViewDrawing.Text.Alignment {
  fileprivate var pango: Int32 {
    switch self {
    case .natural, .justified: 0
    case .center: Int32(OPENCAPTURE_PANGO_ALIGN_CENTER)
    case .opposite: Int32(OPENCAPTURE_PANGO_ALIGN_RIGHT)
    }
  }

  /// The share of the free width to the left of the text.
  fileprivate var share: Double {
    switch self {
    case .natural, .justified: 0
    case .center: 0.5
    case .opposite: 1
    }
  }
}

extension ViewDrawing.Text.Truncation {
  fileprivate var pango: Int32 {
    switch self {
    case .start: Int32(OPENCAPTURE_PANGO_ELLIPSIZE_START)
    case .middle: Int32(OPENCAPTURE_PANGO_ELLIPSIZE_MIDDLE)
    case .end: Int32(OPENCAPTURE_PANGO_ELLIPSIZE_END)
    }
  }
}
