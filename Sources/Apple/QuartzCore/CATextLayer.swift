public import CoreVideo
import OpenCaptureMediaSamples
import OpenCaptureOverlay

/// A layer that shows a text of one font and color at the top of its bounds.
///
/// In perspective, the text is drawn with the affine transform at the center of the layer.
open class CATextLayer: CALayer, @unchecked Sendable {
  /// The properties of the text.
  private struct Text {
    var string: Any?
    var characters = ""
    var font: Any?
    var fontSize: CGFloat = 36
    var foregroundColor: CGColor? = .white
    var isWrapped = false
    var truncationMode = CATextLayerTruncationMode.none
    var alignmentMode = CATextLayerAlignmentMode.natural
  }

  private final var text = Text()

  /// Creates a layer without a text.
  public override init() { super.init() }

  /// Creates a layer with the properties of another, but without its sublayers.
  public override init(layer: Any) {
    super.init(layer: layer)
    if let layer = layer as? CATextLayer { text = layer.locked { layer.text } }
  }

  /// Returns nil: layers are not archived.
  public required init?(coder: NSCoder) { return nil }

  /// The text: a `String`, or an `NSAttributedString`, whose attributes have no effect; default nil.
  open var string: Any? {
    get { locked { text.string } }
    set {
      let characters = newValue as? String ?? (newValue as? NSAttributedString)?.string ?? ""
      locked { text.string = newValue }
      assign(self, \.text.characters, characters)
    }
  }

  /// The name of the font, such as "Helvetica-Bold", as a `String`; default nil, a font without serifs.
  ///
  /// If the font is not installed, a similar one is used.
  open var font: CFTypeRef? {
    get { locked { text.font } }
    set {
      locked { text.font = newValue }
      LayerLock.shared.noteChange(of: self)
    }
  }

  /// The height of the font; default 36.
  open var fontSize: CGFloat {
    get { locked { text.fontSize } }
    set { assign(self, \.text.fontSize, newValue) }
  }

  /// The color of the text; default white.
  open var foregroundColor: CGColor? {
    get { locked { text.foregroundColor } }
    set { assign(self, \.text.foregroundColor, newValue) }
  }

  /// Whether lines break at the width of the bounds; default false.
  open var isWrapped: Bool {
    get { locked { text.isWrapped } }
    set { assign(self, \.text.isWrapped, newValue) }
  }

  /// The part of a text larger than the bounds that an ellipsis replaces; default `none`.
  open var truncationMode: CATextLayerTruncationMode {
    get { locked { text.truncationMode } }
    set { assign(self, \.text.truncationMode, newValue) }
  }

  /// The horizontal position of lines; default `natural`.
  open var alignmentMode: CATextLayerAlignmentMode {
    get { locked { text.alignmentMode } }
    set { assign(self, \.text.alignmentMode, newValue) }
  }

  override func contentElements(in bounds: Rect) -> [ViewDrawing.Element] {
    var elements = super.contentElements(in: bounds)
    guard !text.characters.isEmpty, let color = text.foregroundColor else { return elements }
    var drawn = ViewDrawing.Text(text.characters, in: bounds)
    drawn.color = OverlayColor(color)
    drawn.fontSize = Double(text.fontSize)
    if let name = text.font as? String { drawn.font = name.replacing("-", with: " ") }
    drawn.isWrapped = text.isWrapped
    switch text.truncationMode {
    case .start: drawn.truncation = .start
    case .middle: drawn.truncation = .middle
    case .end: drawn.truncation = .end
    default: drawn.truncation = nil
    }
    switch text.alignmentMode {
    case .center: drawn.alignment = .center
    case .right: drawn.alignment = .opposite
    case .justified: drawn.alignment = .justified
    default: drawn.alignment = .natural
    }
    elements.append(.group(ViewDrawing.Group([.text(drawn)], clip: VectorPath(bounds))))
    return elements
  }
}

/// A part of a text layer's text that an ellipsis replaces.
public struct CATextLayerTruncationMode: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Creates a mode with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// None; a text larger than the bounds is cut off.
  public static let none = Self(rawValue: "none")
  /// The beginning.
  public static let start = Self(rawValue: "start")
  /// The middle.
  public static let middle = Self(rawValue: "middle")
  /// The end.
  public static let end = Self(rawValue: "end")
}

/// A horizontal position of a text layer's lines.
public struct CATextLayerAlignmentMode: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Creates a mode with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// At the side at which the script begins.
  public static let natural = Self(rawValue: "natural")
  /// At the left, like ``natural`` in scripts written from left to right.
  public static let left = Self(rawValue: "left")
  /// At the right.
  public static let right = Self(rawValue: "right")
  /// Centered.
  public static let center = Self(rawValue: "center")
  /// Between both sides, for wrapped text.
  public static let justified = Self(rawValue: "justified")
}
