public import OpenCaptureSystem
public import OpenCaptureFlow
import OpenCaptureMediaSamples

extension CaptureDevice {
  /// Returns all controls of the camera, with their current values.
  ///
  /// - Throws: `CaptureError` if the camera cannot be queried.
  public func controls() throws(CaptureError) -> [CaptureControl] {
    let controls = try driver.controls()
    let byName = Dictionary(controls.map { ($0.name, $0) }) { first, _ in first }
    state.withLock { $0.controls = byName }
    return controls
  }

  /// Returns a control as last read or reported: range, default and flags; nil if the camera lacks it.
  public func control(_ name: CaptureControl.Name) -> CaptureControl? {
    if let known = state.withLock({ $0.controls }) { return known[name] }
    return (try? controls())?.first { $0.name == name }
  }

  /// Returns the control with the given driver's name, as last read or reported; nil if the camera lacks it.
  public func control(driverName: String) -> CaptureControl? {
    let known = state.withLock { $0.controls.map { Array($0.values) } }
    return (known ?? (try? controls()))?.first { $0.driverName == driverName }
  }

  /// Returns the current quantity of a control, in its ``CaptureControl/unit``.
  ///
  /// - Throws: `CaptureError` if the camera lacks the control, or the control cannot be read.
  public func quantity(of name: CaptureControl.Name) throws(CaptureError) -> Double {
    try required(name).quantity(of: driver.value(of: name))
  }

  /// Sets a control to the value nearest to a quantity, in its ``CaptureControl/unit``.
  ///
  /// - Returns: The actual quantity.
  /// - Throws: `CaptureError` if the camera lacks the control, the quantity is out of range, or the control cannot be
  ///   set now.
  @discardableResult
  public func setQuantity(_ quantity: Double, of name: CaptureControl.Name) throws(CaptureError) -> Double {
    let control = try required(name)
    let range = control.quantities
    guard range.contains(quantity) else {
      throw CaptureError(
        .outOfRange, subject: "\(localizedName): \(name)",
        reason: "the quantity must be between \(range.lowerBound) and \(range.upperBound), not \(quantity)")
    }
    return control.quantity(of: try setValue(control.value(forQuantity: quantity), of: name))
  }

  /// Returns the current value of a control, in the driver's steps.
  ///
  /// - Throws: `CaptureError` if the camera lacks the control, or the control cannot be read.
  public func value(of name: CaptureControl.Name) throws(CaptureError) -> Int64 {
    try required(name)
    return try driver.value(of: name)
  }

  /// Sets a control to a value in the driver's steps.
  ///
  /// - Returns: The actual value.
  /// - Throws: `CaptureError` if the camera lacks the control, the value is not valid, or the control cannot be set
  ///   now.
  @discardableResult
  public func setValue(_ value: Int64, of name: CaptureControl.Name) throws(CaptureError) -> Int64 {
    try requireLock()
    return try apply(value, to: name)
  }

  /// Sets a control without requiring the lock, for work that continues after unlocking, such as a ramp.
  @discardableResult
  func apply(_ value: Int64, to name: CaptureControl.Name) throws(CaptureError) -> Int64 {
    let control = try required(name)
    guard !control.flags.contains(.readOnly) else {
      throw CaptureError(
        .controlLocked, subject: "\(localizedName): \(control.driverName)", reason: "the control is read-only",
        hint: "")
    }
    guard control.accepts(value) else {
      throw CaptureError(
        .outOfRange, subject: "\(localizedName): \(control.driverName)",
        reason: "the value must be \(control.rangeDescription), not \(value)")
    }
    let actual = try setAtDriver(value, name)
    controlBroadcast.send(name)
    return actual
  }

  /// Sets a control and stores its value before the driver can report it as a change.
  private func setAtDriver(_ value: Int64, _ name: CaptureControl.Name) throws(CaptureError) -> Int64 {
    let before = state.withLock { state in
      defer { state.controls?[name]?.value = value }
      return state.controls?[name]?.value
    }
    do throws(CaptureError) {
      let actual = try driver.setValue(value, of: name)
      if actual != value { state.withLock { $0.controls?[name]?.value = actual } }
      return actual
    } catch {
      if let before { state.withLock { $0.controls?[name]?.value = before } }
      throw error
    }
  }

  /// A stream of the names of controls that are set through this device.
  ///
  /// While a session streams, it also contains changes by another program or the camera, if the driver reports
  /// them.
  public var controlUpdates: AsyncStream<CaptureControl.Name> { controlBroadcast.stream() }

  @discardableResult
  private func required(_ name: CaptureControl.Name) throws(CaptureError) -> CaptureControl {
    guard let control = control(name) else { throw unsupported("control \(name)") }
    return control
  }

  /// Returns the value of a control, or nil if the camera lacks it or it cannot be read.
  func current(_ name: CaptureControl.Name) -> Int64? { control(name) == nil ? nil : try? driver.value(of: name) }
}

extension CaptureControl {
  /// The valid values in words, such as `between 0 and 250 in steps of 5`.
  public var rangeDescription: String {
    switch kind {
    case .menu(let names):
      "one of " + names.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
    case .boolean: "0 or 1"
    case .button: "any value"
    case .bitmask: "a combination of the bits of \(maximum)"
    case .string: "a text of \(minimum) to \(maximum) bytes"
    case .integer: "between \(minimum) and \(maximum)" + (step > 1 ? " in steps of \(step)" : "")
    }
  }
}
