import OpenCaptureSession

/// The controls of a ``SyntheticCamera``, with the ranges of a typical webcam.
enum SyntheticControls {
  static let all: [CaptureControl] = [
    CaptureControl(
      .exposureMode, label: "Exposure Mode", kind: .menu([1: "Manual Mode", 3: "Aperture Priority Mode"]),
      modes: [.manual: 1, .automatic: 3], minimum: 0, maximum: 3, defaultValue: 3),
    CaptureControl(
      .exposureDuration, label: "Exposure Duration", unit: .seconds, scale: 10_000, minimum: 1, maximum: 5000,
      defaultValue: 156),
    CaptureControl(
      .exposureBias, label: "Exposure Bias", unit: .exposureValue, scale: 1000, minimum: -2000, maximum: 2000,
      step: 100, defaultValue: 0),
    CaptureControl(.gain, label: "Gain", minimum: 1, maximum: 64, defaultValue: 16),
    CaptureControl(
      .continuousAutofocus, label: "Continuous Autofocus", kind: .boolean, minimum: 0, maximum: 1, defaultValue: 1),
    CaptureControl(
      .lensPosition, label: "Lens Position", unit: .fraction, minimum: 0, maximum: 250, step: 5, defaultValue: 0),
    CaptureControl(.zoomFactor, label: "Zoom Factor", scale: 100, minimum: 100, maximum: 500, defaultValue: 100),
    CaptureControl(
      .horizontalFlip, label: "Horizontal Flip", kind: .boolean, minimum: 0, maximum: 1, defaultValue: 0),
    CaptureControl(.verticalFlip, label: "Vertical Flip", kind: .boolean, minimum: 0, maximum: 1, defaultValue: 0),
    CaptureControl(
      .lampMode, label: "Lamp Mode", kind: .menu([0: "Off", 2: "Torch"]), modes: [.off: 0, .torch: 2], minimum: 0,
      maximum: 2, defaultValue: 0),
  ]

  /// The neutral gain of red and blue, for daylight.
  static let neutralBalance: Int64 = 256

  /// White balance controls with gains, as cameras with a directly driven sensor have them.
  static let whiteBalance: [CaptureControl] = [
    CaptureControl(
      .automaticWhiteBalance, label: "White Balance, Automatic", kind: .boolean, minimum: 0, maximum: 1,
      defaultValue: 1),
    CaptureControl(.redGain, label: "Red Gain", minimum: 1, maximum: 1024, defaultValue: neutralBalance),
    CaptureControl(.blueGain, label: "Blue Gain", minimum: 1, maximum: 1024, defaultValue: neutralBalance),
  ]

  /// Returns the values after a change of the named control, or those of a new camera.
  ///
  /// When autofocus is turned on, the lens moves to the sharp position. It stays there when autofocus is turned off.
  static func applyingAutomaticModes(
    _ values: [CaptureControl.Name: Int64], _ controls: [CaptureControl], after name: CaptureControl.Name? = nil
  ) -> [CaptureControl.Name: Int64] {
    guard values[.continuousAutofocus] == 1, name == nil || name == .continuousAutofocus,
      let lens = controls.first(where: { $0.name == .lensPosition })
    else { return values }
    var settled = values
    settled[lens.name] = lens.nearest(to: Double(SyntheticLens.subjectFocus))
    return settled
  }

  /// Returns whether a control selects the automatic mode of another control.
  static func isLock(_ name: CaptureControl.Name, of other: CaptureControl.Name) -> Bool {
    lock(of: other)?.name == name
  }

  /// Returns whether an automatic mode locks a control, as with USB cameras.
  static func isLocked(_ name: CaptureControl.Name, _ values: [CaptureControl.Name: Int64]) -> Bool {
    lock(of: name).map { lock in values[lock.name].map(lock.isLocking) ?? false } ?? false
  }

  /// Returns the control that selects a control's automatic mode, and a test whether a value selects that mode.
  private static func lock(
    of name: CaptureControl.Name
  ) -> (name: CaptureControl.Name, isLocking: (Int64) -> Bool)? {
    switch name {
    case .exposureDuration, .gain: (.exposureMode, { $0 != 1 })
    case .lensPosition: (.continuousAutofocus, { $0 == 1 })
    case .redGain, .blueGain: (.automaticWhiteBalance, { $0 == 1 })
    default: nil
    }
  }
}
