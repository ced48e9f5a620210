public import OpenCaptureMediaSamples

/// An input event of a window.
public enum WindowEvent: Sendable, Hashable {
  /// A key was pressed or repeats.
  case key(WindowKey)
  /// A click or a short touch, at a point in pixels of the window.
  case tap(Point)
  /// A turn of the mouse wheel or a gesture of two fingers, with the factor to enlarge by.
  case zoom(Double)
  /// The user asked to close the window.
  case close
}

/// A key of the keyboard and the modifiers held with it.
public struct WindowKey: Sendable, Hashable {
  /// The meaning of a key.
  public enum Symbol: Sendable, Hashable {
    /// The character that the key types without modifiers; letters are lower case.
    case character(Character)
    /// Return and Enter.
    case enter
    /// Escape.
    case escape
    /// Arrow keys.
    case left, right, up, down
    /// F1 to F12, by number.
    case function(Int)
    /// Another key, by SDL's key code.
    case other(Int32)
  }

  /// Modifier keys.
  public struct Modifiers: OptionSet, Sendable, Hashable {
    /// The modifiers, one bit each.
    public let rawValue: UInt32

    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Control.
    public static let control = Modifiers(rawValue: 2)
    /// Alt.
    public static let alt = Modifiers(rawValue: 4)
    /// Super, the key with the logo.
    public static let `super` = Modifiers(rawValue: 8)
  }

  /// The meaning of the key.
  public var symbol: Symbol
  /// The modifiers held with the key.
  public var modifiers: Modifiers
  /// Whether the event is an automatic repeat of a held key.
  public var isRepeated: Bool

  /// Creates a key.
  public init(_ symbol: Symbol, _ modifiers: Modifiers = [], isRepeated: Bool = false) {
    self.symbol = symbol
    self.modifiers = modifiers
    self.isRepeated = isRepeated
  }
}

extension WindowKey.Symbol {
  /// The bit that marks the code of a key without a character; the other bits are its USB HID usage.
  private static let usageBit: Int32 = 1 << 30

  /// Creates the symbol of SDL's key code.
  init(code: Int32) {
    self =
      switch code {
      case 13: .enter
      case 27: .escape
      case Self.usageBit...: Self.symbol(ofUsage: code & ~Self.usageBit) ?? .other(code)
      default:
        Unicode.Scalar(UInt32(bitPattern: code)).map { .character(Character($0)) } ?? .other(code)
      }
  }

  private static func symbol(ofUsage usage: Int32) -> Self? {
    switch usage {
    case 58...69: .function(Int(usage) - 57)
    case 79: .right
    case 80: .left
    case 81: .down
    case 82: .up
    // Keypad.
    case 86: .character("-")
    case 87: .character("+")
    case 88: .enter
    case 98: .character("0")
    default: nil
    }
  }
}
