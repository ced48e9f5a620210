import OpenCaptureMediaSamples

/// Line widths, font sizes and paddings for a picture's size.
struct OverlayStyle: Sendable {
  let pictureSize: Size

  private var shortSide: Double { min(pictureSize.width, pictureSize.height) }

  /// The width of lines, in pixels.
  var lineWidth: Double { max(1.5, shortSide / 200) }
  /// The height of the font, in pixels.
  var fontSize: Double { max(11, shortSide / 36) }
  /// The distance between text and the edge of its box, in pixels.
  var padding: Double { padding(for: fontSize) }

  /// Returns the padding for another font height.
  func padding(for fontSize: Double) -> Double { fontSize / 3 }

  /// The maximum width of a line of text, in pixels.
  var labelWidth: Double { max(1, pictureSize.width - 2 * padding) }

  /// Returns the size of the box around a text.
  func boxSize(of text: Size, fontSize: Double) -> Size {
    Size(width: text.width + 2 * padding(for: fontSize), height: text.height + padding(for: fontSize))
  }
}

/// A colour for drawing, with components from 0 to 1.
public struct OverlayColor: Sendable, Hashable {
  /// The red component.
  public var red: Double
  /// The green component.
  public var green: Double
  /// The blue component.
  public var blue: Double
  /// The opacity.
  public var alpha: Double

  /// Creates a colour; opaque by default.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The colour of outlines, visible on skin, paper and screens.
  static let outlineColor = OverlayColor(red: 0.16, green: 0.9, blue: 0.35)
  /// The shadow under outlines, which keeps them visible on bright backgrounds.
  static let shadow = OverlayColor(red: 0, green: 0, blue: 0, alpha: 0.55)
  static let textBackground = OverlayColor(red: 0, green: 0, blue: 0, alpha: 0.65)
  /// The background of the legend, darker because its letters are small.
  static let legendBackground = OverlayColor(red: 0, green: 0, blue: 0, alpha: 0.82)
  /// The colour of text on ``textBackground``.
  static let text = OverlayColor(red: 1, green: 1, blue: 1)

  /// Returns a bright colour for a number; consecutive numbers have very different colours.
  ///
  /// Hues advance by the golden ratio, so that any count of colours stays well separated (Martin Ankerl, "How to
  /// generate random colors programmatically", 2009).
  static func distinct(_ number: Int) -> OverlayColor {
    let goldenSection = 0.618_033_988_749_895
    let turns = 0.37 + Double(number & 0xffff) * goldenSection
    let hue = (turns - turns.rounded(.down)) * 6
    func component(_ offset: Double) -> Double {
      let place = (hue + offset).truncatingRemainder(dividingBy: 6)
      return 0.2 + 0.8 * max(0, min(1, abs(place - 3) - 1))
    }
    return OverlayColor(red: component(0), green: component(4), blue: component(2))
  }
}
