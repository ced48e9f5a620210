import OpenCaptureSystem
public import OpenCaptureFlow
import OpenCaptureMediaSamples

extension CaptureDevice {
  /// Everything that can be set at the camera under the driver's own names, with values as they are now.
  ///
  /// - Throws: `CaptureError` where the camera can't be asked.
  public func controls() throws(CaptureError) -> [CaptureControl] {
    let controls = try driver.controls()
    let byName = Dictionary(controls.map { ($0.name, $0) }) { first, _ in first }
    state.withLock { $0.controls = byName }
    return controls
  }

  /// A control as it was when the camera was asked last, or told of it: its range, default and flags; nil where it has
  /// none of this name.
  public func control(_ name: CaptureControl.Name) -> CaptureControl? {
    if let known = state.withLock({ $0.controls }) { return known[name] }
    return (try? controls())?.first { $0.name == name }
  }

  /// The value of a control now.
  ///
  /// - Throws: `CaptureError` where there is no such control, or it can't be read.
  public func value(of name: CaptureControl.Name) throws(CaptureError) -> Int64 {
    try required(name)
    return try driver.value(of: name)
  }

  /// Sets a control.
  ///
  /// - Returns: The value that the camera granted.
  /// - Throws: `CaptureError` where there is no such control, the value is none of its, or it can't be set now.
  @discardableResult
  public func setValue(_ value: Int64, of name: CaptureControl.Name) throws(CaptureError) -> Int64 {
    try requireLock()
    return try apply(value, to: name)
  }

  /// Sets a control without asking for the lock: for what goes on after it was released, such as a ramp.
  @discardableResult
  func apply(_ value: Int64, to name: CaptureControl.Name) throws(CaptureError) -> Int64 {
    let control = try required(name)
    guard !control.flags.contains(.readOnly) else {
      throw CaptureError(
        .controlLocked, subject: "\(localizedName): \(name)", reason: "it can only be read", remedy: "")
    }
    guard control.accepts(value) else {
      throw CaptureError(
        .outOfRange, subject: "\(localizedName): \(name)", reason: "\(value) is not \(control.rangeDescription)")
    }
    let granted = try setAtDriver(value, name)
    controlBroadcast.send(name)
    return granted
  }

  /// Sets a control, and remembers its value before the driver can tell of it as of a change.
  private func setAtDriver(_ value: Int64, _ name: CaptureControl.Name) throws(CaptureError) -> Int64 {
    let before = state.withLock { state in
      defer { state.controls?[name]?.value = value }
      return state.controls?[name]?.value
    }
    do throws(CaptureError) {
      let granted = try driver.setValue(value, of: name)
      if granted != value { state.withLock { $0.controls?[name]?.value = granted } }
      return granted
    } catch {
      if let before { state.withLock { $0.controls?[name]?.value = before } }
      throw error
    }
  }

  /// The names of controls that were set through this device, as that happens; while a session streams from it also of
  /// those that another program or the camera itself changed, as far as its driver tells.
  public var controlUpdates: AsyncStream<CaptureControl.Name> { controlBroadcast.stream() }

  @discardableResult
  private func required(_ name: CaptureControl.Name) throws(CaptureError) -> CaptureControl {
    guard let control = control(name) else { throw unsupported("control \(name)") }
    return control
  }

  /// The value of a control; nil where there is none or it can't be read.
  func current(_ name: CaptureControl.Name) -> Int64? {
    control(name) == nil ? nil : try? driver.value(of: name)
  }
}

extension CaptureControl {
  /// The values in words, such as `one of 0 to 250 in steps of 5`.
  public var rangeDescription: String {
    switch kind {
    case .menu(let names):
      "one of " + names.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
    case .boolean: "0 or 1"
    case .button: "any value"
    case .bitmask: "made of the bits of \(maximum)"
    case .string: "a text of \(minimum) to \(maximum) bytes"
    case .integer: "one of \(minimum) to \(maximum)" + (step > 1 ? " in steps of \(step)" : "")
    }
  }
}
