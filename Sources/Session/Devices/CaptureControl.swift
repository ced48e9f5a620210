public import OpenCaptureMediaSamples

/// A control of a camera under the driver's name, with range, default and value.
///
/// The names are those printed by `v4l2-ctl`: `focus_absolute`, `exposure_time_absolute`, `power_line_frequency`.
public struct CaptureControl: Sendable, Hashable {
  /// The name of a control.
  public struct Name: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name as text.
    public let rawValue: String
    /// Creates a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a name.
    public init(stringLiteral name: String) { rawValue = name }
  }

  /// The type of a control's values.
  public enum Kind: Sendable, Hashable {
    /// Integers.
    case integer
    /// 0 or 1.
    case boolean
    /// A choice of named values. Values without a name cannot be set.
    case menu([Int64: String])
    /// A combination of bits.
    case bitmask
    /// An action that is triggered by setting any value.
    case button
    /// Text.
    case string
  }

  /// Properties of a control reported by the driver.
  public struct Flags: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt32
    /// Creates flags from bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The control cannot be set.
    public static let readOnly = Flags(rawValue: 1)
    /// The control has no effect now, usually because an automatic mode is active.
    public static let inactive = Flags(rawValue: 2)
    /// The control cannot be read.
    public static let writeOnly = Flags(rawValue: 4)
    /// The camera changes the control on its own.
    public static let volatile = Flags(rawValue: 8)
    /// Another program has locked the control.
    public static let grabbed = Flags(rawValue: 16)
  }

  /// The unit of a control's values.
  public enum Unit: String, Sendable, Hashable {
    /// No unit, or an unknown one.
    case none = ""
    /// Units of 100 µs.
    case hundredMicroseconds = "100 µs"
    /// Kelvin.
    case kelvin = "K"
    /// Arc seconds.
    case arcSeconds = "″"
    /// Thousandths of an exposure value.
    case milliEV = "mEV"
    /// ISO sensitivity in thousandths.
    case milliISO = "mISO"
    /// Degrees.
    case degrees = "°"
    /// Microseconds.
    case microseconds = "µs"
    /// Milliamperes.
    case milliAmperes = "mA"
    /// Microamperes.
    case microAmperes = "µA"
  }

  /// The name.
  public let name: Name
  /// The driver's label for users, such as `Focus, Absolute`.
  public let label: String
  /// The type of the values.
  public let kind: Kind
  /// The unit of the values.
  public let unit: Unit
  /// The smallest value; for ``Kind/string``, the smallest length.
  public let minimum: Int64
  /// The largest value; for ``Kind/string``, the largest length.
  public let maximum: Int64
  /// The distance between adjacent values, at least 1.
  public let step: Int64
  /// The driver's default value.
  public let defaultValue: Int64
  /// The value when the control was read; 0 for text and controls that cannot be read.
  public var value: Int64
  /// The properties reported by the driver.
  public var flags: Flags

  /// Creates a control.
  public init(
    _ name: Name, label: String? = nil, kind: Kind = .integer, unit: Unit = .none, minimum: Int64, maximum: Int64,
    step: Int64 = 1, defaultValue: Int64, value: Int64? = nil, flags: Flags = []
  ) {
    self.name = name
    self.label = label ?? name.rawValue
    self.kind = kind
    self.unit = unit
    self.minimum = minimum
    self.maximum = maximum
    self.step = max(1, step)
    self.defaultValue = defaultValue
    self.value = value ?? defaultValue
    self.flags = flags
  }

  /// The range of the values.
  public var range: ClosedRange<Int64> { minimum...max(minimum, maximum) }

  /// Returns the valid value nearest to the given number.
  public func nearest(to number: Double) -> Int64 {
    guard !number.isNaN else { return defaultValue }
    let inside = min(max(number, Double(minimum)), Double(range.upperBound))
    let steps = ((inside - Double(minimum)) / Double(step)).rounded()
    let value = Double(minimum) + steps * Double(step)
    // The part of the range above the last whole step has no valid values.
    let last = range.upperBound &- Int64(bitPattern: distance(to: range.upperBound) % UInt64(step))
    return value >= Double(last) ? last : Int64(value)
  }

  /// Returns the distance of a value from the minimum, which can need all 64 bits.
  private func distance(to value: Int64) -> UInt64 { UInt64(bitPattern: value &- minimum) }

  /// Returns the position of a value in the range, from 0 at the minimum to 1 at the maximum.
  public func fraction(of value: Int64) -> Double {
    range.upperBound > minimum
      ? (Double(value) - Double(minimum)) / (Double(range.upperBound) - Double(minimum)) : 0
  }

  /// Returns the value at a position in the range, from 0 at the minimum to 1 at the maximum.
  public func value(atFraction fraction: Double) -> Int64 {
    nearest(to: Double(minimum) + fraction * (Double(range.upperBound) - Double(minimum)))
  }

  /// Returns the number in the name of a menu entry, or the value itself for other controls.
  public func meaning(of value: Int64) -> Double {
    guard case .menu(let names) = kind, let number = names[value].flatMap({ Double($0) }) else {
      return Double(value)
    }
    return number
  }

  /// The range of the numbers returned by ``meaning(of:)``.
  public var meanings: ClosedRange<Double> {
    guard case .menu(let names) = kind else { return Double(minimum)...Double(range.upperBound) }
    let numbers = names.keys.map { meaning(of: $0) }
    return (numbers.min() ?? 0)...(numbers.max() ?? 0)
  }

  /// Returns the value whose ``meaning(of:)`` is nearest to the given number.
  public func value(meaning number: Double) -> Int64 {
    guard case .menu(let names) = kind else { return nearest(to: number) }
    let distances = names.keys.sorted().map { ($0, abs(meaning(of: $0) - number)) }
    return distances.min { $0.1 < $1.1 }?.0 ?? defaultValue
  }

  /// Returns whether a value is valid.
  ///
  /// A value of ``Kind/menu(_:)`` needs a name.
  public func accepts(_ value: Int64) -> Bool {
    switch kind {
    case .menu(let names): names[value] != nil
    case .button: true
    case .bitmask: value & ~maximum == 0
    case .integer, .boolean: range.contains(value) && distance(to: value) % UInt64(step) == 0
    case .string: false
    }
  }
}

/// A change of a control's value, range or flags by another program or by the camera itself.
public struct CaptureControlChange: Sendable, Hashable {
  /// The control after the change.
  public let control: CaptureControl
  /// The time of the change, on the clock of the frames.
  public let time: MediaTime

  /// Creates a change.
  public init(_ control: CaptureControl, time: MediaTime) {
    self.control = control
    self.time = time
  }
}

extension CaptureControl.Name: CustomStringConvertible {
  /// The name as text.
  public var description: String { rawValue }
}

extension CaptureControl.Name {
  // The V4L2 controls behind the properties of ``CaptureDevice``.
  static let focusAutomatic: Self = "focus_automatic_continuous"
  static let focusAbsolute: Self = "focus_absolute"
  static let autoFocusStart: Self = "auto_focus_start"
  static let autoFocusStatus: Self = "auto_focus_status"
  static let exposureAutomatic: Self = "auto_exposure"
  static let exposureTime: Self = "exposure_time_absolute"
  static let exposureBias: Self = "auto_exposure_bias"
  static let gain: Self = "gain"
  static let analogueGain: Self = "analogue_gain"
  static let gainAutomatic: Self = "gain_automatic"
  static let iso: Self = "iso_sensitivity"
  static let whiteBalanceAutomatic: Self = "white_balance_automatic"
  static let whiteBalanceTemperature: Self = "white_balance_temperature"
  static let redBalance: Self = "red_balance"
  static let blueBalance: Self = "blue_balance"
  static let zoom: Self = "zoom_absolute"
  static let horizontalFlip: Self = "horizontal_flip"
  static let verticalFlip: Self = "vertical_flip"
  static let ledMode: Self = "led_mode"
  static let torchIntensity: Self = "intensity_torch_mode"
}
