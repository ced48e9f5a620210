public import CoreVideo
import OpenCaptureMediaSamples
import OpenCaptureOverlay
import OpenCaptureSystem

/// A rectangle with content, which can contain other layers.
///
/// Coordinates are those of iOS: y grows downwards. A tree of layers is drawn over the picture of an
/// `AVCaptureVideoPreviewLayer` in the tree, or by ``viewDrawing()``. A layer is drawn into the plane of its
/// superlayer, in perspective if its `transform` or the superlayer's `sublayerTransform` has one.
///
/// Changes are visible at once or at the end of a ``CATransaction``; there are no animations. Safe to use from any
/// thread. The thread that draws calls `layoutSublayers()` and `display()`.
///
/// Unchecked: the properties are protected by the lock of all layers.
open class CALayer: NSObject, @unchecked Sendable {
  /// The properties of a layer.
  struct Model {
    var bounds = CGRect.zero
    var position = CGPoint.zero
    var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    var anchorPointZ: CGFloat = 0
    var zPosition: CGFloat = 0
    var transform = CATransform3DIdentity
    var sublayerTransform = CATransform3DIdentity
    var opacity: Float = 1
    var isHidden = false
    var masksToBounds = false
    var mask: CALayer?
    var backgroundColor: CGColor?
    var cornerRadius: CGFloat = 0
    var borderWidth: CGFloat = 0
    var borderColor: CGColor? = .black
    var contents: Any?
    var picture: ViewDrawing.Picture?
    var contentsGravity = CALayerContentsGravity.resize
    var contentsScale: CGFloat = 1
    var name: String?
    var actions: [String: any CAAction]?
    var sublayers: [CALayer] = []
    var needsLayout = false
    var needsDisplay = false
    /// The last drawing of the tree over this layer.
    var drawing: ViewDrawing?
  }

  final var model = Model()
  /// The superlayer.
  final weak var parent: CALayer?

  /// Creates an empty layer without a superlayer.
  public override init() { super.init() }

  /// Creates a layer with the properties of another, but without its sublayers and mask.
  public init(layer: Any) {
    super.init()
    guard let layer = layer as? CALayer else { return }
    model = layer.locked { layer.model }
    model.sublayers = []
    model.mask = nil
    model.drawing = nil
  }

  /// Returns nil: layers are not archived.
  public required init?(coder: NSCoder) { return nil }

  // MARK: Geometry

  /// The rectangle of the layer in its own coordinates; default empty.
  open var bounds: CGRect {
    get { locked { model.bounds } }
    set {
      let isResized = bounds.size != newValue.size
      if assign(self, \.model.bounds, newValue), isResized { setNeedsLayout() }
    }
  }

  /// The position of the `anchorPoint` in the superlayer; default zero.
  open var position: CGPoint {
    get { locked { model.position } }
    set { assign(self, \.model.position, newValue) }
  }

  /// The point of the layer at the `position` and about which it rotates, as fractions of its size.
  ///
  /// Default 0.5 and 0.5, the center.
  open var anchorPoint: CGPoint {
    get { locked { model.anchorPoint } }
    set { assign(self, \.model.anchorPoint, newValue) }
  }

  /// The z coordinate of the anchor point in the layer; default 0.
  open var anchorPointZ: CGFloat {
    get { locked { model.anchorPointZ } }
    set { assign(self, \.model.anchorPointZ, newValue) }
  }

  /// The z coordinate of the layer in its superlayer; default 0.
  ///
  /// Of two sublayers, that with the larger value is in front.
  open var zPosition: CGFloat {
    get { locked { model.zPosition } }
    set { assign(self, \.model.zPosition, newValue) }
  }

  /// The rectangle of the layer in its superlayer; that around the layer if it is rotated.
  ///
  /// Setting it changes `position` and the size of `bounds`, which is not possible for every rotation.
  open var frame: CGRect {
    get { locked { model.frame } }
    set {
      let (size, position) = locked { model.place(for: newValue.standardized) }
      bounds = CGRect(origin: bounds.origin, size: size)
      self.position = position
    }
  }

  /// The transform about the anchor point; default the identity.
  open var transform: CATransform3D {
    get { locked { model.transform } }
    set { assign(self, \.model.transform, newValue) }
  }

  /// The transform of the sublayers about the anchor point, such as a perspective; default the identity.
  open var sublayerTransform: CATransform3D {
    get { locked { model.sublayerTransform } }
    set { assign(self, \.model.sublayerTransform, newValue) }
  }

  /// Returns the affine part of the `transform`.
  open func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }

  /// Sets the `transform` to an affine transform.
  open func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

  /// Returns whether a point in the layer's coordinates is within its bounds.
  open func contains(_ p: CGPoint) -> Bool { bounds.contains(p) }

  /// Returns the frontmost visible layer at a point, this layer or a descendant; nil if there is none.
  ///
  /// - Parameter p: A point in the coordinates of the superlayer.
  open func hitTest(_ p: CGPoint) -> CALayer? {
    let (isHidden, masksToBounds, inverse) = locked { (model.isHidden, model.masksToBounds, plane.inverse) }
    guard !isHidden, let point = inverse?.apply(Point(p)).map({ CGPoint($0) }) else { return nil }
    let isInside = contains(point)
    guard isInside || !masksToBounds else { return nil }
    for layer in locked({ orderedSublayers }).reversed() {
      if let hit = layer.hitTest(point) { return hit }
    }
    return isInside ? self : nil
  }

  // MARK: Appearance

  /// The opacity of the layer with its sublayers, 0 to 1; default 1.
  open var opacity: Float {
    get { locked { model.opacity } }
    set { assign(self, \.model.opacity, newValue) }
  }

  /// Whether the layer and its sublayers are invisible; default false.
  open var isHidden: Bool {
    get { locked { model.isHidden } }
    set { assign(self, \.model.isHidden, newValue) }
  }

  /// Whether content and sublayers are cut off at the bounds, with their rounded corners; default false.
  open var masksToBounds: Bool {
    get { locked { model.masksToBounds } }
    set { assign(self, \.model.masksToBounds, newValue) }
  }

  /// A layer whose opacity is multiplied with that of this layer; default nil.
  ///
  /// The mask is in the coordinates of this layer, and has no superlayer.
  open var mask: CALayer? {
    get { locked { model.mask } }
    set { assign(self, \.model.mask, newValue) }
  }

  /// The color behind the content; default nil, transparent.
  open var backgroundColor: CGColor? {
    get { locked { model.backgroundColor } }
    set { assign(self, \.model.backgroundColor, newValue) }
  }

  /// The radius of the corners of background and border; default 0.
  open var cornerRadius: CGFloat {
    get { locked { model.cornerRadius } }
    set { assign(self, \.model.cornerRadius, newValue) }
  }

  /// The width of the border inside the bounds, which is in front of the sublayers; default 0.
  open var borderWidth: CGFloat {
    get { locked { model.borderWidth } }
    set { assign(self, \.model.borderWidth, newValue) }
  }

  /// The color of the border; default black.
  open var borderColor: CGColor? {
    get { locked { model.borderColor } }
    set { assign(self, \.model.borderColor, newValue) }
  }

  // MARK: Content

  /// The picture of the layer: a `CGImage`, or an opaque `CVPixelBuffer`; default nil.
  ///
  /// Other objects are reported on standard error and show nothing.
  open var contents: Any? {
    get { locked { model.contents } }
    set {
      let picture = Self.picture(of: newValue)
      let old = locked {
        let old = (model.contents, model.picture)
        model.contents = newValue
        model.picture = picture
        return old
      }
      // Released outside of the lock.
      withExtendedLifetime(old) {}
      LayerLock.shared.noteChange(of: self)
    }
  }

  private static func picture(of contents: Any?) -> ViewDrawing.Picture? {
    do {
      switch contents {
      case nil: return nil
      case let image as CGImage: return try ViewDrawing.Picture(image.pixelBuffer, hasAlpha: true)
      case let pixelBuffer as PixelBuffer: return try ViewDrawing.Picture(pixelBuffer)
      case let other?: StandardError.write(line: "QuartzCore: contents: \(type(of: other)) is not supported")
      }
    } catch {
      StandardError.write(line: "QuartzCore: contents: \(error)")
    }
    return nil
  }

  /// The position and scaling of the `contents`; default `resize`, which fills the bounds.
  open var contentsGravity: CALayerContentsGravity {
    get { locked { model.contentsGravity } }
    set { assign(self, \.model.contentsGravity, newValue) }
  }

  /// The number of pixels of the `contents` per unit, if the gravity does not scale them; default 1.
  open var contentsScale: CGFloat {
    get { locked { model.contentsScale } }
    set { assign(self, \.model.contentsScale, newValue) }
  }

  /// Draws the content of the layer; does nothing by default.
  ///
  /// Called at the next drawing after ``setNeedsDisplay()``, for example to set the `contents`.
  open func display() {}

  /// Requests the call of ``display()``.
  open func setNeedsDisplay() {
    locked { model.needsDisplay = true }
    LayerLock.shared.noteChange(of: self)
  }

  /// Requests the call of ``display()`` because a part of the layer changed.
  open func setNeedsDisplay(_ r: CGRect) { setNeedsDisplay() }

  /// Returns whether ``display()`` will be called.
  open func needsDisplay() -> Bool { locked { model.needsDisplay } }

  /// Calls ``display()`` if that was requested.
  open func displayIfNeeded() {
    let isRequested = locked {
      defer { model.needsDisplay = false }
      return model.needsDisplay
    }
    if isRequested { display() }
  }

  // MARK: Layout

  /// Sets the frames of the sublayers; does nothing by default.
  ///
  /// Called before the next drawing after a change of size, a new sublayer, or ``setNeedsLayout()``.
  open func layoutSublayers() {}

  /// Requests the call of ``layoutSublayers()``.
  open func setNeedsLayout() {
    locked { model.needsLayout = true }
    LayerLock.shared.noteChange(of: self)
  }

  /// Returns whether ``layoutSublayers()`` will be called.
  open func needsLayout() -> Bool { locked { model.needsLayout } }

  /// Calls ``layoutSublayers()`` of all layers in the tree for which that was requested.
  open func layoutIfNeeded() { locked { root }.layOutTree() }

  // MARK: Names and animations

  /// The name of the layer; default nil.
  open var name: String? {
    get { locked { model.name } }
    set { assign(self, \.model.name, newValue) }
  }

  /// The animations of properties; they have no effect.
  open var actions: [String: any CAAction]? {
    get { locked { model.actions } }
    set { locked { model.actions = newValue } }
  }

  /// Returns the animation of a property; nil, because changes are not animated.
  open func action(forKey event: String) -> (any CAAction)? { nil }

  /// Adds an animation; it has no effect, because it ends at once with the values of the properties.
  open func add(_ anim: CAAnimation, forKey key: String?) {}

  /// Removes an animation; has no effect.
  open func removeAnimation(forKey key: String) {}

  /// Removes all animations; has no effect.
  open func removeAllAnimations() {}

  /// Returns the running animation with a key; always nil.
  open func animation(forKey key: String) -> CAAnimation? { nil }

  /// Returns the keys of the running animations; always nil.
  open func animationKeys() -> [String]? { nil }

  /// Returns the layer as it is visible, which is this layer.
  open func presentation() -> Self? { self }

  // MARK: Drawing

  /// Returns the content in front of the background and behind the sublayers; called within the lock.
  func contentElements(in bounds: Rect) -> [ViewDrawing.Element] {
    guard let picture = model.picture else { return [] }
    let size = Size(width: Double(picture.dimensions.width), height: Double(picture.dimensions.height))
    return [.picture(picture, in: model.contentsGravity.place(size, Double(model.contentsScale), in: bounds))]
  }

  /// Reads or changes properties within the lock.
  final func locked<Result>(_ body: () -> Result) -> Result { LayerLock.shared.withLock(body) }
}

/// Sets a property of a layer, and reports the change if the value differs.
@discardableResult
func assign<Layer: CALayer, Value: Equatable>(
  _ layer: Layer, _ property: ReferenceWritableKeyPath<Layer, Value>, _ value: Value
) -> Bool {
  // The old value is released outside of the lock.
  let old = LayerLock.shared.withLock {
    let old = layer[keyPath: property]
    if old != value { layer[keyPath: property] = value }
    return old
  }
  guard old != value else { return false }
  LayerLock.shared.noteChange(of: layer)
  return true
}

/// The position and scaling of a layer's contents.
///
/// As on Apple's systems, the names assume that y points up: `top` is the edge with the largest y.
public struct CALayerContentsGravity: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Creates a gravity with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// In the middle, not scaled.
  public static let center = Self(rawValue: "center")
  /// At the edge with the largest y, not scaled.
  public static let top = Self(rawValue: "top")
  /// At the edge with the smallest y, not scaled.
  public static let bottom = Self(rawValue: "bottom")
  /// At the left edge, not scaled.
  public static let left = Self(rawValue: "left")
  /// At the right edge, not scaled.
  public static let right = Self(rawValue: "right")
  /// At the left corner with the largest y, not scaled.
  public static let topLeft = Self(rawValue: "topLeft")
  /// At the right corner with the largest y, not scaled.
  public static let topRight = Self(rawValue: "topRight")
  /// At the left corner with the smallest y, not scaled.
  public static let bottomLeft = Self(rawValue: "bottomLeft")
  /// At the right corner with the smallest y, not scaled.
  public static let bottomRight = Self(rawValue: "bottomRight")
  /// Stretched to the bounds.
  public static let resize = Self(rawValue: "resize")
  /// Scaled to the largest size within the bounds, without distortion.
  public static let resizeAspect = Self(rawValue: "resizeAspect")
  /// Scaled to the smallest size that fills the bounds, without distortion.
  public static let resizeAspectFill = Self(rawValue: "resizeAspectFill")

  /// Returns the rectangle of a picture with the given size in pixels, and pixels per unit.
  func place(_ picture: Size, _ scale: Double, in bounds: Rect) -> Rect {
    let across = bounds.width / max(1, picture.width)
    let down = bounds.height / max(1, picture.height)
    let factor: Double
    switch self {
    case .resize: return bounds
    case .resizeAspect: factor = min(across, down)
    case .resizeAspectFill: factor = max(across, down)
    default: factor = scale > 0 ? 1 / scale : 1
    }
    let size = Size(width: picture.width * factor, height: picture.height * factor)
    let name = rawValue.lowercased()
    let right = name.hasSuffix("left") ? 0 : name.hasSuffix("right") ? 1 : 0.5
    let bottom = name.hasPrefix("bottom") ? 0 : name.hasPrefix("top") ? 1 : 0.5
    return Rect(
      x: bounds.minX + (bounds.width - size.width) * right, y: bounds.minY + (bounds.height - size.height) * bottom,
      width: size.width, height: size.height)
  }
}
