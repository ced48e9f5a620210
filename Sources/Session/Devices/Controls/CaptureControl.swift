public import OpenCaptureMediaSamples

/// A control of a camera, with range, default and value.
///
/// Values are whole numbers of the driver. ``quantity(of:)`` converts them to the ``unit``.
public struct CaptureControl: Sendable, Hashable {
  /// The name of a control, which does not depend on the driver.
  ///
  /// A control that is not listed here has the driver's name.
  public struct Name: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as text.
    public let rawValue: String
    /// Creates a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a name.
    public init(stringLiteral name: String) { rawValue = name }
    /// The name as text.
    public var description: String { rawValue }
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

  /// The unit of a control's quantities.
  public enum Unit: String, Sendable, Hashable {
    /// No unit, or an unknown one.
    case none = ""
    /// The position in the range, from 0 to 1.
    case fraction
    /// Seconds.
    case seconds = "s"
    /// Kelvin.
    case kelvin = "K"
    /// Degrees.
    case degrees = "°"
    /// Exposure values.
    case exposureValue = "EV"
    /// Amperes.
    case amperes = "A"
  }

  /// A mode that one value of a menu selects.
  public enum Mode: Sendable, Hashable {
    /// The camera controls exposure.
    case automatic
    /// The program controls exposure.
    case manual
    /// The lamp is off.
    case off
    /// The lamp is lit.
    case torch
    /// The lamp flashes for photos.
    case flash
  }

  /// The name.
  public let name: Name
  /// The driver's own name; the default is ``name``.
  public let driverName: String
  /// The driver's label for users, such as `Focus, Absolute`.
  public let label: String
  /// The type of the values.
  public let kind: Kind
  /// The values that select the modes of ``Name/exposureMode`` or ``Name/lampMode``; empty for other controls.
  public let modes: [Mode: Int64]
  /// The unit of the quantities.
  public let unit: Unit
  /// The number of the driver's steps in one ``unit``, at least 1; for example, 1000 for milliseconds.
  public let scale: Int64
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
    _ name: Name, driverName: String? = nil, label: String? = nil, kind: Kind = .integer,
    modes: [Mode: Int64] = [:], unit: Unit = .none, scale: Int64 = 1, minimum: Int64, maximum: Int64,
    step: Int64 = 1, defaultValue: Int64, value: Int64? = nil, flags: Flags = []
  ) {
    self.name = name
    self.driverName = driverName ?? name.rawValue
    self.label = label ?? self.driverName
    self.kind = kind
    self.modes = modes
    self.unit = unit
    self.scale = max(1, scale)
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

  /// Returns the quantity of a value, in ``unit``.
  ///
  /// The name of a menu entry can state the number of the driver's steps.
  public func quantity(of value: Int64) -> Double {
    if unit == .fraction { return fraction(of: value) }
    if case .menu(let names) = kind, let number = names[value].flatMap({ Double($0) }) {
      return number / Double(scale)
    }
    return Double(value) / Double(scale)
  }

  /// The range of the quantities.
  public var quantities: ClosedRange<Double> {
    guard case .menu(let names) = kind else { return quantity(of: minimum)...quantity(of: range.upperBound) }
    let numbers = names.keys.map { quantity(of: $0) }
    return (numbers.min() ?? 0)...(numbers.max() ?? 0)
  }

  /// Returns the valid value whose quantity is nearest to the given one.
  public func value(forQuantity quantity: Double) -> Int64 {
    if unit == .fraction { return value(atFraction: quantity) }
    guard case .menu(let names) = kind else { return nearest(to: quantity * Double(scale)) }
    let distances = names.keys.sorted().map { ($0, abs(self.quantity(of: $0) - quantity)) }
    return distances.min { $0.1 < $1.1 }?.0 ?? defaultValue
  }

  /// Returns the valid value that selects a mode, or nil if there is none.
  public func value(for mode: Mode) -> Int64? { modes[mode].flatMap { accepts($0) ? $0 : nil } }

  /// Returns whether a value is valid; a value of ``Kind/menu(_:)`` needs a name.
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
