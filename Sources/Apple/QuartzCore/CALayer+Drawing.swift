import CoreVideo
public import OpenCaptureOverlay
package import OpenCaptureMediaSamples
package import OpenCaptureSystem

extension CALayer {
  /// Returns the layer with its sublayers as a drawing for pictures and views, in the superlayer's coordinates.
  ///
  ///     try layer.viewDrawing().draw(on: &pixelBuffer)
  public func viewDrawing() -> ViewDrawing {
    layOutTree()
    displayTree()
    return ViewDrawing(locked { [element(.whole)].compactMap { $0 } })
  }

  /// Returns the tree as a drawing over the picture of this layer, which fills a view.
  ///
  /// Layers behind the picture are visible through it if this layer is not opaque. While a transaction changes the
  /// tree, the drawing is the last one.
  ///
  /// - Parameter size: The size of the view, in pixels.
  package func drawing(overViewOf size: Size) -> ViewDrawing {
    let top = locked { self.root }
    if let last = locked({ LayerLock.shared.isChanging(top) ? model.drawing : nil }) { return last }
    top.layOutTree()
    top.displayTree()
    let (new, old) = locked { () -> (ViewDrawing, ViewDrawing?) in
      let drawing = top.drawing(over: self, in: size)
      defer { model.drawing = drawing }
      return (drawing, model.drawing)
    }
    // Released outside of the lock.
    withExtendedLifetime(old) {}
    return new
  }

  private func drawing(over base: CALayer, in size: Size) -> ViewDrawing {
    let bounds = Rect(base.model.bounds)
    guard !bounds.isEmpty, let inwards = base.planeInTree.inverse else { return ViewDrawing() }
    let transform = inwards.then(.translation(x: -bounds.minX, y: -bounds.minY))
      .then(.scaling(x: size.width / bounds.width, y: size.height / bounds.height))
    func mapped(_ part: Part) -> [ViewDrawing.Element] {
      guard let tree = element(part) else { return [] }
      return [.group(ViewDrawing.Group([tree], transform: transform))]
    }
    var drawing = ViewDrawing()
    let opacity = base.visibility
    if opacity < 1 {
      let ground = VectorPath(Rect(origin: .zero, size: size))
      let black = ViewDrawing.Element.fill(ground, OverlayColor(red: 0, green: 0, blue: 0))
      let behind = [black] + mapped(.behind(base))
      drawing.elements.append(.group(ViewDrawing.Group(behind, opacity: 1 - opacity)))
    }
    drawing.elements += mapped(.inFront(of: base))
    return drawing
  }

  /// The opacity of the layer and its superlayers; 0 if one is hidden.
  private var visibility: Double {
    let own = model.isHidden ? 0 : max(0, min(1, Double(model.opacity)))
    return own * (parent?.visibility ?? 1)
  }

  /// A part of a tree.
  private enum Part {
    case whole
    /// The layers and contents that are drawn before a layer.
    case behind(CALayer)
    /// The layers and borders that are drawn after the content of a layer.
    case inFront(of: CALayer)
  }

  /// Returns a part of the layer and its sublayers, in the superlayer's coordinates; nil if it is not visible.
  ///
  /// Called within the lock.
  private func element(_ part: Part) -> ViewDrawing.Element? {
    guard !model.isHidden, model.opacity > 0 else { return nil }
    let bounds = Rect(model.bounds)
    let outline = VectorPath(bounds, cornerRadius: Double(model.cornerRadius))
    var elements: [ViewDrawing.Element] = []
    var content: [ViewDrawing.Element] = []
    var border = borderElements(in: bounds)
    switch part {
    case .whole:
      elements = backgroundElements(in: outline)
      content = contentElements(in: bounds) + orderedSublayers.compactMap { $0.element(.whole) }
    case .behind(let base):
      guard self !== base else { return nil }
      elements = backgroundElements(in: outline)
      let layers = orderedSublayers
      let branch = layers.firstIndex { base.isInside($0) } ?? layers.count
      content = contentElements(in: bounds) + layers[..<branch].compactMap { $0.element(.whole) }
      content += layers[branch...].prefix(1).compactMap { $0.element(part) }
      border = []
    case .inFront(let base):
      let layers = orderedSublayers
      let branch = layers.firstIndex { base.isInside($0) }
      if let branch { content = [layers[branch].element(part)].compactMap { $0 } }
      content += layers[((branch ?? -1) + 1)...].compactMap { $0.element(.whole) }
    }
    if model.masksToBounds {
      elements.append(.group(ViewDrawing.Group(content, clip: outline)))
    } else {
      elements += content
    }
    elements += border
    let mask = model.mask.map { mask in [mask.element(.whole)].compactMap { $0 } }
    return .group(
      ViewDrawing.Group(elements, transform: plane, opacity: Double(model.opacity), mask: mask))
  }

  private func backgroundElements(in outline: VectorPath) -> [ViewDrawing.Element] {
    guard let color = model.backgroundColor else { return [] }
    return [.fill(outline, OverlayColor(color))]
  }

  private func borderElements(in bounds: Rect) -> [ViewDrawing.Element] {
    let width = min(Double(model.borderWidth), min(bounds.width, bounds.height) / 2)
    guard width > 0, let color = model.borderColor else { return [] }
    var stroke = ViewDrawing.Stroke()
    stroke.width = width
    let middle = Rect(
      x: bounds.minX + width / 2, y: bounds.minY + width / 2, width: bounds.width - width,
      height: bounds.height - width)
    let line = VectorPath(middle, cornerRadius: Double(model.cornerRadius) - width / 2)
    return [.stroke(line, OverlayColor(color), stroke)]
  }

  /// A signal sent when layers may have changed.
  package static var treeChanges: ChangeSignal { LayerLock.shared.changes }
}

extension OverlayColor {
  init(_ color: CGColor) {
    let values = color.rgba
    self.init(red: values[0], green: values[1], blue: values[2], alpha: values[3])
  }
}
