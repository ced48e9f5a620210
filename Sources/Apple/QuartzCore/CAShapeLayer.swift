public import CoreVideo
import OpenCaptureMediaSamples
import OpenCaptureOverlay

/// A layer that fills and strokes a path.
///
/// In perspective, a line has the same width along its whole length, that at the center of the path.
open class CAShapeLayer: CALayer, @unchecked Sendable {
  /// The properties of the shape.
  private struct Shape {
    var path: VectorPath?
    var fillColor: CGColor? = .black
    var fillRule = CAShapeLayerFillRule.nonZero
    var strokeColor: CGColor?
    var lineWidth: CGFloat = 1
    var lineCap = CAShapeLayerLineCap.butt
    var lineJoin = CAShapeLayerLineJoin.miter
    var miterLimit: CGFloat = 10
    var lineDashPattern: [NSNumber]?
    var lineDashPhase: CGFloat = 0
  }

  private final var shape = Shape()

  /// Creates a layer without a path.
  public override init() { super.init() }

  /// Creates a layer with the properties of another, but without its sublayers.
  public override init(layer: Any) {
    super.init(layer: layer)
    if let layer = layer as? CAShapeLayer { shape = layer.locked { layer.shape } }
  }

  /// Returns nil: layers are not archived.
  public required init?(coder: NSCoder) { return nil }

  /// The path in the layer's coordinates, which can exceed the bounds; default nil.
  ///
  /// The layer copies the path, so that later changes of a `CGMutablePath` have no effect.
  open var path: CGPath? {
    get { locked { shape.path }.map { CGPath($0) } }
    set { assign(self, \.shape.path, newValue?.vectorPath) }
  }

  /// The color inside the path; default black, nil for none.
  open var fillColor: CGColor? {
    get { locked { shape.fillColor } }
    set { assign(self, \.shape.fillColor, newValue) }
  }

  /// The rule for the inside of the path; default `nonZero`.
  open var fillRule: CAShapeLayerFillRule {
    get { locked { shape.fillRule } }
    set { assign(self, \.shape.fillRule, newValue) }
  }

  /// The color of the line along the path; default nil, none.
  open var strokeColor: CGColor? {
    get { locked { shape.strokeColor } }
    set { assign(self, \.shape.strokeColor, newValue) }
  }

  /// The width of the line; default 1.
  open var lineWidth: CGFloat {
    get { locked { shape.lineWidth } }
    set { assign(self, \.shape.lineWidth, newValue) }
  }

  /// The shape of the ends of the line; default `butt`.
  open var lineCap: CAShapeLayerLineCap {
    get { locked { shape.lineCap } }
    set { assign(self, \.shape.lineCap, newValue) }
  }

  /// The shape of the corners of the line; default `miter`.
  open var lineJoin: CAShapeLayerLineJoin {
    get { locked { shape.lineJoin } }
    set { assign(self, \.shape.lineJoin, newValue) }
  }

  /// The largest length of a pointed corner, relative to the width of the line; default 10.
  open var miterLimit: CGFloat {
    get { locked { shape.miterLimit } }
    set { assign(self, \.shape.miterLimit, newValue) }
  }

  /// The lengths of dashes and gaps, alternating; default nil, a continuous line.
  open var lineDashPattern: [NSNumber]? {
    get { locked { shape.lineDashPattern } }
    set { assign(self, \.shape.lineDashPattern, newValue) }
  }

  /// The distance into the dash pattern at which the line begins; default 0.
  open var lineDashPhase: CGFloat {
    get { locked { shape.lineDashPhase } }
    set { assign(self, \.shape.lineDashPhase, newValue) }
  }

  override func contentElements(in bounds: Rect) -> [ViewDrawing.Element] {
    var elements = super.contentElements(in: bounds)
    guard let path = shape.path else { return elements }
    if let color = shape.fillColor {
      elements.append(.fill(path, OverlayColor(color), rule: shape.fillRule == .evenOdd ? .evenOdd : .winding))
    }
    if let color = shape.strokeColor { elements.append(.stroke(path, OverlayColor(color), stroke)) }
    return elements
  }

  private var stroke: ViewDrawing.Stroke {
    var stroke = ViewDrawing.Stroke()
    stroke.width = Double(shape.lineWidth)
    switch shape.lineCap {
    case .round: stroke.cap = .round
    case .square: stroke.cap = .square
    default: stroke.cap = .butt
    }
    switch shape.lineJoin {
    case .round: stroke.join = .round
    case .bevel: stroke.join = .bevel
    default: stroke.join = .miter
    }
    stroke.miterLimit = Double(shape.miterLimit)
    stroke.dashes = (shape.lineDashPattern ?? []).map(\.doubleValue)
    stroke.dashPhase = Double(shape.lineDashPhase)
    return stroke
  }
}

/// A rule for the inside of a shape layer's path.
public struct CAShapeLayerFillRule: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Creates a rule with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Subpaths of opposite directions cancel each other.
  public static let nonZero = Self(rawValue: "non-zero")
  /// Points enclosed an even number of times are outside.
  public static let evenOdd = Self(rawValue: "even-odd")
}

/// A shape of the ends of a shape layer's line.
public struct CAShapeLayerLineCap: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Creates a shape with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Straight at the end point.
  public static let butt = Self(rawValue: "butt")
  /// Half a circle around the end point.
  public static let round = Self(rawValue: "round")
  /// Half a square around the end point.
  public static let square = Self(rawValue: "square")
}

/// A shape of the corners of a shape layer's line.
public struct CAShapeLayerLineJoin: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Creates a shape with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Pointed; cut off beyond the miter limit.
  public static let miter = Self(rawValue: "miter")
  /// Round.
  public static let round = Self(rawValue: "round")
  /// Cut off.
  public static let bevel = Self(rawValue: "bevel")
}
