/// A color for drawing on pictures.
public struct PictureColor: Sendable, Hashable {
  /// Red, 0 to 255.
  public var red: UInt8
  /// Green, 0 to 255.
  public var green: UInt8
  /// Blue, 0 to 255.
  public var blue: UInt8

  /// Makes a color from its components.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Pure red.
  public static let red = PictureColor(red: 255, green: 0, blue: 0)

  /// The named colors, as in the menus of cameras.
  public static let named: [String: PictureColor] = [
    "red": .red, "green": PictureColor(red: 0, green: 255, blue: 0),
    "blue": PictureColor(red: 0, green: 0, blue: 255),
    "yellow": PictureColor(red: 255, green: 255, blue: 0), "cyan": PictureColor(red: 0, green: 255, blue: 255),
    "magenta": PictureColor(red: 255, green: 0, blue: 255), "white": PictureColor(red: 255, green: 255, blue: 255),
  ]

  /// Parses one of the ``named`` colors or six hexadecimal digits with an optional `#`; nil for any other text.
  public init?(_ text: String) {
    if let color = Self.named[text] {
      self = color
      return
    }
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
      return nil
    }
    self.init(
      red: UInt8(value >> 16), green: UInt8(truncatingIfNeeded: value >> 8), blue: UInt8(truncatingIfNeeded: value))
  }

  /// The color as an integer, with blue in the lowest byte, then green and red.
  var bgr: UInt32 { UInt32(blue) | UInt32(green) << 8 | UInt32(red) << 16 }
}
