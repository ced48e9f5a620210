public import OpenCaptureMediaSamples

/// What a person does in a window.
public enum WindowEvent: Sendable, Hashable {
  /// A key went down, or is held.
  case key(WindowKey)
  /// A click, or a short touch: where, in pixels of the window.
  case tap(Point)
  /// The wheel was turned, or two fingers were moved: things are to appear so many times larger.
  case zoom(Double)
  /// The window is to be closed.
  case close
}

/// A key of the keyboard, with those that were held meanwhile.
public struct WindowKey: Sendable, Hashable {
  /// What is on the key.
  public enum Symbol: Sendable, Hashable {
    /// What it writes without modifiers, letters small.
    case character(Character)
    /// Return and Enter.
    case enter
    /// Escape.
    case escape
    /// Arrows.
    case left, right, up, down
    /// F1 to F12, by its number.
    case function(Int)
    /// Another, by SDL's number.
    case other(Int32)
  }

  /// Keys that are held while others are pressed.
  public struct Modifiers: OptionSet, Sendable, Hashable {
    /// Which they are, a bit each.
    public let rawValue: UInt32

    /// Makes a set of its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Control.
    public static let control = Modifiers(rawValue: 2)
    /// Alt.
    public static let alt = Modifiers(rawValue: 4)
    /// The one with a logo.
    public static let `super` = Modifiers(rawValue: 8)
  }

  /// What is on the key.
  public var symbol: Symbol
  /// What was held.
  public var modifiers: Modifiers
  /// Whether it is held, and this is said again.
  public var isRepeated: Bool

  /// Makes a key.
  public init(_ symbol: Symbol, _ modifiers: Modifiers = [], isRepeated: Bool = false) {
    (self.symbol, self.modifiers, self.isRepeated) = (symbol, modifiers, isRepeated)
  }

  /// Takes a key from SDL.
  init(code: Int32, modifiers: Modifiers, isRepeated: Bool) {
    self.init(Symbol(code: code), modifiers, isRepeated: isRepeated)
  }
}

extension WindowKey.Symbol {
  /// Keys without a character have the number of their place on the keyboard (USB's usage tables), with this bit.
  private static let placeBit: Int32 = 1 << 30

  fileprivate init(code: Int32) {
    self =
      switch code {
      case 13: .enter
      case 27: .escape
      case Self.placeBit...: Self.place(code & ~Self.placeBit) ?? .other(code)
      default:
        Unicode.Scalar(UInt32(bitPattern: code)).map { .character(Character($0)) } ?? .other(code)
      }
  }

  private static func place(_ usage: Int32) -> Self? {
    switch usage {
    case 58...69: .function(Int(usage) - 57)
    case 79: .right
    case 80: .left
    case 81: .down
    case 82: .up
    // The keypad's.
    case 86: .character("-")
    case 87: .character("+")
    case 88: .enter
    case 98: .character("0")
    default: nil
    }
  }
}
