public import OpenCaptureMediaSamples

/// A drawing over a view: shapes, texts and pictures in pixels of the view.
///
///     var box = ViewDrawing.Stroke()
///     box.width = 3
///     let frame = VectorPath(Rect(x: 20, y: 20, width: 200, height: 100), cornerRadius: 8)
///     let drawing = ViewDrawing([.stroke(frame, OverlayColor(red: 1, green: 1, blue: 0), box)])
///     try drawing.draw(on: &picture)
///
/// A drawing is a value, so any thread can create it. Cairo and Pango draw; they are loaded on first use.
public struct ViewDrawing: Sendable {
  /// A part of a drawing.
  public enum Element: Sendable {
    /// The inside of a path.
    case fill(VectorPath, OverlayColor, rule: FillRule = .winding)
    /// A line along a path.
    case stroke(VectorPath, OverlayColor, Stroke)
    /// A text.
    case text(Text)
    /// A picture, stretched to a rectangle.
    case picture(Picture, in: Rect)
    /// Elements that are transformed, clipped and blended together.
    case group(Group)
  }

  /// A rule for the inside of paths that cross themselves or have several subpaths.
  public enum FillRule: Sendable, Hashable {
    /// Subpaths of opposite directions cancel each other.
    case winding
    /// Points enclosed an even number of times are outside.
    case evenOdd
  }

  /// The elements; later elements cover earlier ones.
  public var elements: [Element]

  /// Creates a drawing; default empty.
  public init(_ elements: [Element] = []) { self.elements = elements }

  /// Draws on a picture.
  ///
  /// - Parameter picture: A picture in BGRA; copied first if its memory is shared.
  /// - Throws: ``OverlayError`` when Cairo or Pango is missing or the picture is not BGRA; `MediaError` when out of
  ///   memory.
  public func draw(on picture: inout PixelBuffer) throws {
    guard !elements.isEmpty else { return }
    try Canvas.draw(on: &picture) { $0.draw(elements, through: .identity) }
  }
}

extension ViewDrawing {
  /// The style of a line.
  public struct Stroke: Sendable, Hashable {
    /// The shape of the ends of open lines.
    public enum Cap: Sendable, Hashable {
      /// Straight at the end point.
      case butt
      /// Half a circle around the end point.
      case round
      /// Half a square around the end point.
      case square
    }

    /// The shape of corners.
    public enum Join: Sendable, Hashable {
      /// Pointed; cut off beyond the miter limit.
      case miter
      /// Round.
      case round
      /// Cut off.
      case bevel
    }

    /// The width; default 1.
    ///
    /// Without a positive width, nothing is drawn.
    public var width = 1.0
    /// The shape of ends; default `butt`.
    public var cap = Cap.butt
    /// The shape of corners; default `miter`.
    public var join = Join.miter
    /// The largest length of a pointed corner, relative to the width; default 10.
    public var miterLimit = 10.0
    /// The lengths of dashes and gaps, alternating; default none, a continuous line.
    public var dashes: [Double] = []
    /// The distance into the pattern of dashes at which a line begins; default 0.
    public var dashPhase = 0.0

    /// Creates a continuous line of width 1.
    public init() {}
  }

  /// A text in a rectangle, in any script with an installed font.
  public struct Text: Sendable, Hashable {
    /// The horizontal position of lines.
    public enum Alignment: Sendable, Hashable {
      /// At the left, or at the right for scripts written from right to left.
      case natural
      /// Centered.
      case center
      /// At the right, or at the left for scripts written from right to left.
      case opposite
      /// Between both sides, for wrapped text.
      case justified
    }

    /// The part of a long text that an ellipsis replaces.
    public enum Truncation: Sendable, Hashable {
      /// The beginning.
      case start
      /// The middle.
      case middle
      /// The end.
      case end
    }

    /// The text.
    ///
    /// Line feeds begin a new line; other control characters become spaces.
    public var string: String
    /// The rectangle of the text, whose first line is at the top.
    public var bounds: Rect
    /// The color; default white.
    public var color = OverlayColor.text
    /// The family and style of the font, such as `Helvetica Bold`; default `sans-serif`.
    public var font = "sans-serif"
    /// The height of the font; default 16.
    public var fontSize = 16.0
    /// The horizontal position of lines; default `natural`.
    public var alignment = Alignment.natural
    /// Whether lines break at the width of ``bounds``; default false.
    public var isWrapped = false
    /// The part of a text larger than ``bounds`` that an ellipsis replaces; default nil, which shortens nothing.
    public var truncation: Truncation?

    /// Creates a text.
    public init(_ string: String, in bounds: Rect) {
      self.string = string
      self.bounds = bounds
    }
  }

  /// A picture prepared for drawing.
  public struct Picture: Sendable {
    /// The pixels in BGRA; colors are multiplied by their opacity.
    let pixels: PixelBuffer
    /// Whether the fourth byte of a pixel has no meaning.
    let isOpaque: Bool

    /// The size, in pixels.
    public var dimensions: VideoDimensions { pixels.dimensions }

    /// Prepares a picture.
    ///
    /// Transparent parts of a decoded picture, as in `PixelBuffer.opacity`, stay transparent.
    ///
    /// - Parameters:
    ///   - picture: A picture in any format that converts to BGRA.
    ///   - hasAlpha: Whether the fourth byte of BGRA is an opacity by which colors are multiplied. Default: false,
    ///     the picture is opaque.
    /// - Throws: `MediaError` when the format cannot be converted, or when out of memory.
    public init(_ picture: PixelBuffer, hasAlpha: Bool = false) throws {
      guard let opacity = picture.opacity, let colors = try picture.compositedOverBlack() else {
        pixels = try picture.converted(to: .bgra)
        isOpaque = !hasAlpha
        return
      }
      var premultiplied = try colors.converted(to: .bgra)
      let stride = premultiplied.planes[0].bytesPerRow
      let opacityStride = opacity.planes[0].bytesPerRow
      try premultiplied.withUnsafeMutablePlane(0) { bytes in
        opacity.withUnsafePlane(0) { values in
          for y in 0..<picture.height {
            for x in 0..<picture.width { bytes[y * stride + x * 4 + 3] = values[y * opacityStride + x] }
          }
        }
      }
      pixels = premultiplied
      isOpaque = false
    }
  }

  /// Elements with a common transform, outline and opacity.
  public struct Group: Sendable {
    /// The elements; later elements cover earlier ones.
    public var elements: [Element]
    /// The map from the elements' coordinates to those of the enclosing group or the view; default identity.
    ///
    /// In perspective, lines have the width, and texts the shape, of the affine map at their center.
    public var transform: PlaneTransform
    /// The opacity of the group as a whole, 0 to 1; default 1.
    public var opacity: Double
    /// The outline of the visible part, in the elements' coordinates; default nil, everything.
    public var clip: VectorPath?
    /// Elements whose opacity is multiplied with that of the group; default nil.
    public var mask: [Element]?

    /// Creates a group.
    public init(
      _ elements: [Element], transform: PlaneTransform = .identity, opacity: Double = 1, clip: VectorPath? = nil,
      mask: [Element]? = nil
    ) {
      self.elements = elements
      self.transform = transform
      self.opacity = opacity
      self.clip = clip
      self.mask = mask
    }
  }
}
