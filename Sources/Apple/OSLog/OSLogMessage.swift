/// The message of a log, whose interpolated values can be private.
///
///     logger.info("Found \(count) codes in \(path, privacy: .private)")
///
/// Values are visible by default. Values that are private or sensitive are replaced by `<private>`.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  /// The text with private values replaced.
  let text: String

  /// Creates a message without values.
  public init(stringLiteral value: String) { text = value }

  /// Creates a message of text and values.
  public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// The text and the values of a message.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
  fileprivate var text = ""

  /// Creates an empty message with room for the text of the literal.
  public init(literalCapacity: Int, interpolationCount: Int) {
    text.reserveCapacity(literalCapacity + interpolationCount * 8)
  }

  /// Appends text.
  public mutating func appendLiteral(_ literal: String) { text += literal }

  /// Appends an integer; the attributes have no effect.
  public mutating func appendInterpolation<Number: FixedWidthInteger>(
    _ number: Number, format: OSLogIntegerFormatting = .decimal, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(format.text(of: number), align, privacy)
  }

  /// Appends a floating-point number; the attributes have no effect.
  public mutating func appendInterpolation<Number: BinaryFloatingPoint>(
    _ number: Number, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(format.text(of: Double(number)), align, privacy)
  }

  /// Appends a Boolean; the attributes have no effect.
  public mutating func appendInterpolation(
    _ boolean: Bool, format: OSLogBoolFormat = .truth, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(format == .truth ? "\(boolean)" : boolean ? "YES" : "NO", align, privacy)
  }

  /// Appends the description of a value; the attributes have no effect.
  @_disfavoredOverload
  public mutating func appendInterpolation<Value>(
    _ value: Value, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(String(describing: value), align, privacy)
  }

  private mutating func append(_ value: String, _ alignment: OSLogStringAlignment, _ privacy: OSLogPrivacy) {
    text += alignment.apply(to: privacy.visible(value))
  }
}

/// The visibility of a value in a message.
public struct OSLogPrivacy: Sendable, Hashable {
  /// A replacement of a private value.
  public enum Mask: Sendable, Hashable {
    /// A hash, by which equal values of one run of the program can be recognized.
    case hash
    /// No value.
    case none
  }

  private let isVisible: Bool
  private let mask: Mask

  /// The value is visible.
  public static var auto: Self { Self(isVisible: true, mask: .none) }
  /// The value is visible.
  public static var `public`: Self { Self(isVisible: true, mask: .none) }
  /// The value is replaced.
  public static var `private`: Self { Self(isVisible: false, mask: .none) }
  /// The value is replaced.
  public static var sensitive: Self { Self(isVisible: false, mask: .none) }

  /// Returns the privacy of a visible value; the mask has no effect.
  public static func auto(mask: Mask) -> Self { .auto }
  /// Returns the privacy of a value that is replaced by a mask.
  public static func `private`(mask: Mask) -> Self { Self(isVisible: false, mask: mask) }
  /// Returns the privacy of a value that is replaced by a mask.
  public static func sensitive(mask: Mask) -> Self { Self(isVisible: false, mask: mask) }

  /// Returns the value or its replacement.
  func visible(_ value: String) -> String {
    if isVisible { return value }
    guard mask == .hash else { return "<private>" }
    // The seed of the hash differs in each run, so that values cannot be guessed from a log.
    return "<mask.hash: " + String(UInt(bitPattern: value.hashValue), radix: 16) + ">"
  }
}

/// The format of an integer.
public struct OSLogIntegerFormatting: Sendable, Hashable {
  private var radix = 10
  private var prefix = ""
  private var isUppercase = false
  private var minDigits = 1

  /// Decimal digits.
  public static var decimal: Self { Self() }
  /// Hexadecimal digits.
  public static var hex: Self { .hex() }
  /// Octal digits.
  public static var octal: Self { .octal() }

  /// Returns the format of decimal numbers; the plus sign is not supported.
  public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 1) -> Self {
    var format = Self()
    format.minDigits = minDigits
    return format
  }

  /// Returns the format of hexadecimal numbers, optionally with the prefix `0x`.
  public static func hex(explicitPrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 1) -> Self {
    var format = Self()
    format.radix = 16
    format.prefix = explicitPrefix ? "0x" : ""
    format.isUppercase = uppercase
    format.minDigits = minDigits
    return format
  }

  /// Returns the format of octal numbers, optionally with the prefix `0o`.
  public static func octal(explicitPrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 1) -> Self {
    var format = Self()
    format.radix = 8
    format.prefix = explicitPrefix ? "0o" : ""
    format.minDigits = minDigits
    return format
  }

  /// Returns the text of a number.
  func text(of number: some FixedWidthInteger) -> String {
    let digits = String(number.magnitude, radix: radix, uppercase: isUppercase)
    let zeros = String(repeating: "0", count: max(0, min(minDigits, 64) - digits.count))
    return (number < 0 ? "-" : "") + prefix + zeros + digits
  }
}

/// The format of a floating-point number.
public struct OSLogFloatFormatting: Sendable, Hashable {
  private let conversion: String

  /// Digits with six decimals.
  public static var fixed: Self { Self(conversion: "%f") }
  /// Hexadecimal digits.
  public static var hex: Self { Self(conversion: "%a") }
  /// An exponent.
  public static var exponential: Self { Self(conversion: "%e") }
  /// Digits, or an exponent for very small and large numbers.
  public static var hybrid: Self { Self(conversion: "%g") }

  /// Returns the format with a number of decimals.
  public static func fixed(precision: Int, explicitPositiveSign: Bool = false, uppercase: Bool = false) -> Self {
    Self(conversion: "%\(explicitPositiveSign ? "+" : "").\(min(max(0, precision), 64))f")
  }

  /// Returns the format with an exponent and a number of decimals.
  public static func exponential(
    precision: Int, explicitPositiveSign: Bool = false, uppercase: Bool = false
  ) -> Self {
    Self(conversion: "%\(explicitPositiveSign ? "+" : "").\(min(max(0, precision), 64))\(uppercase ? "E" : "e")")
  }

  /// Returns the text of a number.
  func text(of number: Double) -> String { LogLines.text(conversion, [number]) }
}

/// The format of a Boolean.
public enum OSLogBoolFormat: Sendable, Hashable {
  /// `true` or `false`.
  case truth
  /// `YES` or `NO`.
  case answer
}

/// The alignment of a value in columns.
public struct OSLogStringAlignment: Sendable, Hashable {
  private let columns: Int
  private let isLeft: Bool

  /// No alignment.
  public static var none: Self { Self(columns: 0, isLeft: true) }

  /// Returns the alignment to the right, in at least the given number of columns.
  public static func right(columns: Int) -> Self { Self(columns: columns, isLeft: false) }

  /// Returns the alignment to the left, in at least the given number of columns.
  public static func left(columns: Int) -> Self { Self(columns: columns, isLeft: true) }

  /// Returns the text with spaces.
  func apply(to text: String) -> String {
    let spaces = String(repeating: " ", count: max(0, min(columns, 1024) - text.count))
    return isLeft ? text + spaces : spaces + text
  }
}
