import OpenCaptureSession

/// The controls of a ``SyntheticCamera``, with the names and ranges of a typical webcam.
enum SyntheticControls {
  static let all: [CaptureControl] = [
    CaptureControl(
      "auto_exposure", label: "Auto Exposure", kind: .menu([1: "Manual Mode", 3: "Aperture Priority Mode"]),
      minimum: 0,
      maximum: 3, defaultValue: 3),
    CaptureControl(
      "exposure_time_absolute", label: "Exposure Time, Absolute", unit: .hundredMicroseconds, minimum: 1,
      maximum: 5000,
      defaultValue: 156),
    CaptureControl(
      "auto_exposure_bias", label: "Auto Exposure, Bias", unit: .milliEV, minimum: -2000, maximum: 2000, step: 100,
      defaultValue: 0),
    CaptureControl("gain", label: "Gain", minimum: 1, maximum: 64, defaultValue: 16),
    CaptureControl(
      "focus_automatic_continuous", label: "Focus, Automatic Continuous", kind: .boolean, minimum: 0, maximum: 1,
      defaultValue: 1),
    CaptureControl(
      "focus_absolute", label: "Focus, Absolute", minimum: 0, maximum: 250, step: 5, defaultValue: 0),
    CaptureControl("zoom_absolute", label: "Zoom, Absolute", minimum: 100, maximum: 500, defaultValue: 100),
    CaptureControl(
      "horizontal_flip", label: "Horizontal Flip", kind: .boolean, minimum: 0, maximum: 1, defaultValue: 0),
    CaptureControl(
      "vertical_flip", label: "Vertical Flip", kind: .boolean, minimum: 0, maximum: 1, defaultValue: 0),
    CaptureControl(
      "led_mode", label: "LED Mode", kind: .menu([0: "Off", 2: "Torch"]), minimum: 0, maximum: 2, defaultValue: 0),
  ]

  /// The neutral value of `red_balance` and `blue_balance`, for daylight.
  static let neutralBalance: Int64 = 256

  /// White balance controls with gains, as cameras with a directly driven sensor have them.
  static let whiteBalance: [CaptureControl] = [
    CaptureControl(
      "white_balance_automatic", label: "White Balance, Automatic", kind: .boolean, minimum: 0, maximum: 1,
      defaultValue: 1),
    CaptureControl(
      "red_balance", label: "Red Balance", minimum: 1, maximum: 1024, defaultValue: neutralBalance),
    CaptureControl(
      "blue_balance", label: "Blue Balance", minimum: 1, maximum: 1024, defaultValue: neutralBalance),
  ]

  /// Returns the values after the camera's automatic adjustments.
  ///
  /// When autofocus is turned on, the lens moves to the sharp position. It stays there when autofocus is turned off.
  ///
  /// - Parameter name: The changed control, or nil for a new camera.
  static func applyingAutomaticModes(
    _ values: [CaptureControl.Name: Int64], _ controls: [CaptureControl], after name: CaptureControl.Name? = nil
  ) -> [CaptureControl.Name: Int64] {
    let automatic: CaptureControl.Name = "focus_automatic_continuous"
    guard values[automatic] == 1, name == nil || name == automatic,
      let lens = controls.first(where: { $0.name == "focus_absolute" })
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
    case "exposure_time_absolute", "gain": ("auto_exposure", { $0 != 1 })
    case "focus_absolute": ("focus_automatic_continuous", { $0 == 1 })
    case "red_balance", "blue_balance": ("white_balance_automatic", { $0 == 1 })
    default: nil
    }
  }
}
