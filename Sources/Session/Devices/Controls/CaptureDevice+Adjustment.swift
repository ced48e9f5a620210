package import OpenCaptureFlow

extension CaptureControl.Name {
  /// The name in words, such as `Exposure duration`.
  package var words: String {
    let words = rawValue.split(separator: "_").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The controls whose automatic modes can determine this control.
  package var automaticModes: [Self] {
    switch self {
    case .exposureDuration: [.exposureMode]
    case .iso, .gain, .analogGain: [.automaticGain, .exposureMode]
    case .lensPosition: [.continuousAutofocus]
    case .whiteBalanceTemperature, .redGain, .blueGain: [.automaticWhiteBalance]
    default: []
    }
  }

  /// Whether the control selects an automatic mode, which must be set before the controls that the mode determines.
  package var isMode: Bool {
    [.exposureMode, .automaticGain, .continuousAutofocus, .automaticWhiteBalance].contains(self)
  }
}

extension CaptureControl {
  /// Whether a user can set the control to numbers, or trigger it.
  package var isAdjustable: Bool {
    guard flags.isDisjoint(with: .readOnly) else { return false }
    return switch kind {
    case .integer, .boolean: range.upperBound > minimum
    case .menu(let names): names.count > 1
    case .button: true
    case .bitmask, .string: false
    }
  }

  /// Whether the control has an own value, which an automatic mode does not determine.
  package var hasOwnValue: Bool {
    isAdjustable && kind != .button && flags.isDisjoint(with: [.inactive, .writeOnly])
  }

  /// Returns a value with its unit, such as `1/64 s`, or the name of a menu's entry.
  package func words(for value: Int64) -> String {
    switch kind {
    case .menu(let names): return names[value] ?? "\(value)"
    case .boolean: return value == 0 ? "off" : "on"
    case .button: return "press"
    case .integer, .bitmask, .string: break
    }
    let quantity = quantity(of: value)
    return switch unit {
    case .none where scale == 1: "\(value)"
    case .fraction, .none: Self.rounded(quantity, to: 100)
    case .seconds where quantity > 0 && quantity < 0.4: "1/\(Self.whole(1 / quantity)) s"
    case .seconds, .amperes, .degrees: "\(Self.rounded(quantity, to: 100)) \(unit.rawValue)"
    case .kelvin: "\(Self.whole(quantity)) K"
    case .exposureValue: "\(quantity > 0 ? "+" : "")\(Self.rounded(quantity, to: 10)) EV"
    }
  }

  /// Returns the nearest whole number, limited to those that a double represents exactly.
  private static func whole(_ number: Double) -> Int { Int(max(-1e15, min(1e15, number.rounded()))) }

  private static func rounded(_ number: Double, to fraction: Double) -> String {
    "\((number * fraction).rounded() / fraction)"
  }
}

extension CaptureDevice {
  /// Whether this library sets the control at the moment, to meter exposure.
  package func isMetering(with name: CaptureControl.Name) -> Bool {
    isMeteringExposure && (name == .exposureMode || name.automaticModes.contains(.exposureMode))
  }

  /// Sets a control to a value in the driver's steps; an automatic mode that determines the control is turned off.
  ///
  /// - Returns: The actual value.
  /// - Throws: `CaptureError` if the camera lacks the control, the value is not valid, or the control cannot be set.
  @discardableResult
  package func adjust(_ name: CaptureControl.Name, to value: Int64) throws(CaptureError) -> Int64 {
    let isExposure = name == .exposureMode || name.automaticModes.contains(.exposureMode)
    if isExposure { endExposureMetering() }
    // Another control can have changed the mode since the last reading.
    let control = try controls().first { $0.name == name }
    if control?.flags.contains(.inactive) == true {
      for mode in name.automaticModes { try turnOff(mode) }
    }
    return try setValue(value, of: name)
  }

  private func turnOff(_ mode: CaptureControl.Name) throws(CaptureError) {
    guard let control = control(mode) else { return }
    try setValue(control.value(for: .manual) ?? 0, of: mode)
  }
}
