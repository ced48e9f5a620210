public import CoreVideo
import OpenCaptureMediaSamples
import OpenCaptureOverlay
import OpenCaptureSystem

extension CALayer {
  /// The layer that contains this layer; nil for the root of a tree.
  public var superlayer: CALayer? { locked { parent } }

  /// The layers in this layer, from back to front; nil if there are none.
  public var sublayers: [CALayer]? {
    get {
      let layers = locked { model.sublayers }
      return layers.isEmpty ? nil : layers
    }
    set {
      CATransaction.begin()
      for layer in sublayers ?? [] { layer.removeFromSuperlayer() }
      for layer in newValue ?? [] { addSublayer(layer) }
      CATransaction.commit()
    }
  }

  /// Adds a layer in front of the others, after removing it from its superlayer.
  public func addSublayer(_ layer: CALayer) { insert(layer) { $0.count } }

  /// Adds a layer at an index, after removing it from its superlayer.
  public func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer) { _ in Int(idx) } }

  /// Adds a layer behind another, or in front of all if the other is not a sublayer.
  public func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    insert(layer) { layers in layers.firstIndex { $0 === sibling } ?? layers.count }
  }

  /// Adds a layer in front of another, or in front of all if the other is not a sublayer.
  public func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    insert(layer) { layers in layers.firstIndex { $0 === sibling }.map { $0 + 1 } ?? layers.count }
  }

  /// Replaces a sublayer by another layer; has no effect if the first is not a sublayer.
  public func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    guard oldLayer.superlayer === self, oldLayer !== newLayer else { return }
    CATransaction.begin()
    insertSublayer(newLayer, above: oldLayer)
    oldLayer.removeFromSuperlayer()
    CATransaction.commit()
  }

  /// Removes the layer from its superlayer.
  public func removeFromSuperlayer() {
    let old = locked { detach() }
    if let old { LayerLock.shared.noteChange(of: old) }
  }

  /// Adds a layer at the index that `place` returns for the sublayers.
  private func insert(_ layer: CALayer, _ place: ([CALayer]) -> Int) {
    guard !locked({ isInside(layer) }) else {
      return StandardError.write(line: "QuartzCore: a layer cannot contain itself or its superlayers")
    }
    let old = locked {
      let old = layer.detach()
      let index = min(place(model.sublayers), model.sublayers.count)
      model.sublayers.insert(layer, at: index)
      layer.parent = self
      return old
    }
    if let old, old !== self { LayerLock.shared.noteChange(of: old) }
    setNeedsLayout()
  }

  /// Removes the layer from its superlayer and returns that; called within the lock.
  private func detach() -> CALayer? {
    let old = parent
    old?.model.sublayers.removeAll { $0 === self }
    parent = nil
    return old
  }

  /// Returns whether the layer is another or one of its descendants; called within the lock.
  final func isInside(_ other: CALayer) -> Bool {
    self === other || (parent.map { $0.isInside(other) } ?? false)
  }

  /// The topmost layer of the tree; used within the lock.
  var root: CALayer { parent.map { $0.root } ?? self }

  /// The sublayers from back to front; used within the lock.
  var orderedSublayers: [CALayer] { model.sublayers.sorted { $0.model.zPosition < $1.model.zPosition } }

  /// Calls `layoutSublayers()` where that was requested, in this layer and its descendants.
  func layOutTree() {
    let isRequested = locked {
      defer { model.needsLayout = false }
      return model.needsLayout
    }
    if isRequested { layoutSublayers() }
    for layer in locked({ model.sublayers + [model.mask].compactMap { $0 } }) { layer.layOutTree() }
  }

  /// Calls `display()` where that was requested, in this layer and its descendants.
  func displayTree() {
    displayIfNeeded()
    for layer in locked({ model.sublayers + [model.mask].compactMap { $0 } }) { layer.displayTree() }
  }
}

extension CALayer {
  /// Converts a point from the coordinates of another layer; nil is the coordinates around the whole tree.
  public func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { Self.convert(p, from: l, to: self) }

  /// Converts a point to the coordinates of another layer; nil is the coordinates around the whole tree.
  public func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { Self.convert(p, from: self, to: l) }

  /// Converts a rectangle from the coordinates of another layer; returns that around a rotated rectangle.
  public func convert(_ r: CGRect, from l: CALayer?) -> CGRect { Self.convert(r, from: l, to: self) }

  /// Converts a rectangle to the coordinates of another layer; returns that around a rotated rectangle.
  public func convert(_ r: CGRect, to l: CALayer?) -> CGRect { Self.convert(r, from: self, to: l) }

  private static func convert(_ point: CGPoint, from source: CALayer?, to target: CALayer?) -> CGPoint {
    transform(from: source, to: target).apply(Point(point)).map { CGPoint($0) } ?? point
  }

  private static func convert(_ rect: CGRect, from source: CALayer?, to target: CALayer?) -> CGRect {
    transform(from: source, to: target).bounds(of: Rect(rect)).map { CGRect($0) } ?? rect
  }

  private static func transform(from source: CALayer?, to target: CALayer?) -> PlaneTransform {
    LayerLock.shared.withLock {
      let outwards = source?.planeInTree ?? .identity
      return outwards.then(target?.planeInTree.inverse ?? .identity)
    }
  }

  /// The map from the layer's coordinates to the superlayer's; used within the lock.
  var plane: PlaneTransform {
    guard let parent else { return model.matrix.plane }
    return CATransform3DConcat(model.matrix, parent.model.sublayerMatrix).plane
  }

  /// The map from the layer's coordinates to those around the whole tree; used within the lock.
  ///
  /// Each layer is drawn into the plane of its superlayer, so that the maps of planes are combined.
  var planeInTree: PlaneTransform { parent.map { plane.then($0.planeInTree) } ?? plane }
}

extension PlaneTransform {
  /// Returns the smallest rectangle around the mapped corners of a rectangle; nil if a corner is not visible.
  fileprivate func bounds(of rect: Rect) -> Rect? {
    let corners = rect.corners.compactMap { apply($0) }
    return corners.count == 4 ? Rect(bounding: corners) : nil
  }
}

extension CALayer.Model {
  /// The anchor point in the layer's coordinates.
  private var anchor: CGPoint {
    CGPoint(x: bounds.minX + anchorPoint.x * bounds.width, y: bounds.minY + anchorPoint.y * bounds.height)
  }

  /// The transform from the layer's coordinates to the superlayer's, without the superlayer's own transform.
  var matrix: CATransform3D {
    let fromAnchor = CATransform3DMakeTranslation(-anchor.x, -anchor.y, -anchorPointZ)
    let toPosition = CATransform3DMakeTranslation(position.x, position.y, zPosition)
    return CATransform3DConcat(CATransform3DConcat(fromAnchor, transform), toPosition)
  }

  /// The transform of sublayers about the anchor point.
  var sublayerMatrix: CATransform3D {
    let fromAnchor = CATransform3DMakeTranslation(-anchor.x, -anchor.y, 0)
    let toAnchor = CATransform3DMakeTranslation(anchor.x, anchor.y, 0)
    return CATransform3DConcat(CATransform3DConcat(fromAnchor, sublayerTransform), toAnchor)
  }

  /// The smallest rectangle around the layer, in the superlayer.
  var frame: CGRect { matrix.plane.bounds(of: Rect(bounds)).map { CGRect($0) } ?? .null }

  /// Returns the size and position that give the layer a frame.
  ///
  /// Returns the current size if several sizes have the same frame, as with a rotation by an eighth of a turn.
  func place(for frame: CGRect) -> (size: CGSize, position: CGPoint) {
    let a = abs(transform.m11)
    let b = abs(transform.m12)
    let c = abs(transform.m21)
    let d = abs(transform.m22)
    let determinant = a * d - b * c
    var placed = self
    if abs(determinant) > 1e-9 {
      let width = (frame.width * d - frame.height * c) / determinant
      let height = (frame.height * a - frame.width * b) / determinant
      placed.bounds.size = CGSize(width: max(0, width), height: max(0, height))
    }
    placed.position = .zero
    let box = placed.frame
    guard !box.isNull else { return (bounds.size, position) }
    return (placed.bounds.size, CGPoint(x: frame.minX - box.minX, y: frame.minY - box.minY))
  }
}
