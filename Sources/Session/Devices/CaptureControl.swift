public import OpenCaptureMediaSamples

/// One thing that can be set at a camera, under the driver's own name: its range, default and value.
///
/// Names are those that `v4l2-ctl` prints: `focus_absolute`, `exposure_time_absolute`, `power_line_frequency`.
public struct CaptureControl: Sendable, Hashable {
  /// The name of a control.
  public struct Name: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name.
    public let rawValue: String
    /// Makes a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a name.
    public init(stringLiteral name: String) { rawValue = name }
  }

  /// What values a control has.
  public enum Kind: Sendable, Hashable {
    /// Whole numbers.
    case integer
    /// 0 or 1.
    case boolean
    /// One of some values, each with a name; values without one can't be set.
    case menu([Int64: String])
    /// Single bits.
    case bitmask
    /// Something that happens when it is set to any value.
    case button
    /// Text.
    case string
  }

  /// What the driver says about a control beside its range.
  public struct Flags: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt32
    /// Makes flags of bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// It can't be set.
    public static let readOnly = Flags(rawValue: 1)
    /// It has no effect now, mostly because something sets it automatically.
    public static let inactive = Flags(rawValue: 2)
    /// It can't be read.
    public static let writeOnly = Flags(rawValue: 4)
    /// The camera changes it by itself.
    public static let volatile = Flags(rawValue: 8)
    /// Another program holds it.
    public static let grabbed = Flags(rawValue: 16)
  }

  /// What values of a control count.
  public enum Unit: String, Sendable, Hashable {
    /// Nothing that is known.
    case none = ""
    /// Steps of 100 µs.
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
  /// The driver's text for people, such as `Focus, Absolute`.
  public let label: String
  /// What values it has.
  public let kind: Kind
  /// What the values count.
  public let unit: Unit
  /// The least value; with ``Kind/string``, the shortest text.
  public let minimum: Int64
  /// The greatest value; with ``Kind/string``, the longest text.
  public let maximum: Int64
  /// Between one value and the next, at least 1.
  public let step: Int64
  /// The value that the driver begins with.
  public let defaultValue: Int64
  /// The value at the time of asking; 0 where it can't be read or is text.
  public var value: Int64
  /// What else the driver says.
  public var flags: Flags

  /// Describes a control.
  public init(
    _ name: Name, label: String? = nil, kind: Kind = .integer, unit: Unit = .none, minimum: Int64, maximum: Int64,
    step: Int64 = 1, defaultValue: Int64, value: Int64? = nil, flags: Flags = []
  ) {
    (self.name, self.label, self.kind, self.unit) = (name, label ?? name.rawValue, kind, unit)
    (self.minimum, self.maximum, self.step) = (minimum, maximum, max(1, step))
    (self.defaultValue, self.value, self.flags) = (defaultValue, value ?? defaultValue, flags)
  }

  /// The values, from least to greatest.
  public var range: ClosedRange<Int64> { minimum...max(minimum, maximum) }

  /// The value that the control has which is nearest to `wish`.
  public func nearest(to wish: Double) -> Int64 {
    guard !wish.isNaN else { return defaultValue }
    let inside = min(max(wish, Double(minimum)), Double(range.upperBound))
    let steps = ((inside - Double(minimum)) / Double(step)).rounded()
    let value = Double(minimum) + steps * Double(step)
    // What lies above the last whole step isn't a value.
    let last = range.upperBound &- Int64(bitPattern: distance(to: range.upperBound) % UInt64(step))
    return value >= Double(last) ? last : Int64(value)
  }

  /// How far a value of the range is above the least: up to all of 64 bits.
  private func distance(to value: Int64) -> UInt64 { UInt64(bitPattern: value &- minimum) }

  /// Where a value lies between the least, 0, and the greatest, 1.
  public func fraction(of value: Int64) -> Double {
    range.upperBound > minimum
      ? (Double(value) - Double(minimum)) / (Double(range.upperBound) - Double(minimum)) : 0
  }

  /// The value at a place between the least, 0, and the greatest, 1.
  public func value(atFraction fraction: Double) -> Int64 {
    nearest(to: Double(minimum) + fraction * (Double(range.upperBound) - Double(minimum)))
  }

  /// What a value stands for: in a menu of numbers the number, else the value itself.
  public func meaning(of value: Int64) -> Double {
    guard case .menu(let names) = kind, let number = names[value].flatMap({ Double($0) }) else {
      return Double(value)
    }
    return number
  }

  /// The least and the greatest that a value can stand for.
  public var meanings: ClosedRange<Double> {
    guard case .menu(let names) = kind else { return Double(minimum)...Double(range.upperBound) }
    let numbers = names.keys.map { meaning(of: $0) }
    return (numbers.min() ?? 0)...(numbers.max() ?? 0)
  }

  /// The value that stands for what is nearest to `wish`.
  public func value(meaning wish: Double) -> Int64 {
    guard case .menu(let names) = kind else { return nearest(to: wish) }
    let distances = names.keys.sorted().map { ($0, abs(meaning(of: $0) - wish)) }
    return distances.min { $0.1 < $1.1 }?.0 ?? defaultValue
  }

  /// Whether the control has this value; those of ``Kind/menu(_:)`` need a name.
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

/// That a control has another value, range or flags than before: another program changed it, or the camera itself.
public struct CaptureControlChange: Sendable, Hashable {
  /// The control as it is now.
  public let control: CaptureControl
  /// When it changed, by the clock that frames are timed with.
  public let time: MediaTime

  /// Makes a report.
  public init(_ control: CaptureControl, time: MediaTime) { (self.control, self.time) = (control, time) }
}

extension CaptureControl.Name: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}

extension CaptureControl.Name {
  // Those that the properties of ``CaptureDevice`` are made of; the names are V4L2's.
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
