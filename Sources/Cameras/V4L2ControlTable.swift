import OpenCaptureSession

/// The table of V4L2 controls with neutral names and units.
///
/// The constant IDs are the keys, because the labels differ between kernel versions. Other controls keep the name that
/// `v4l2-ctl` derives from the label.
enum V4L2ControlTable {
  /// The neutral description of a control.
  struct Row: Sendable {
    let name: CaptureControl.Name
    /// The name that `v4l2-ctl` prints.
    let driverName: String
    let unit: CaptureControl.Unit
    /// The number of V4L2's steps in one unit.
    private let scale: Int64
    /// The values of each mode, the preferred one first.
    private let modes: [CaptureControl.Mode: [Int64]]

    init(
      _ name: CaptureControl.Name, _ driverName: String, unit: CaptureControl.Unit = .none, scale: Int64 = 1,
      modes: [CaptureControl.Mode: [Int64]] = [:]
    ) {
      self.name = name
      self.driverName = driverName
      self.unit = unit
      self.scale = scale
      self.modes = modes
    }

    /// Returns the scale of a control with the given minimum, which counts as 1 for zoom, a control without a unit.
    func scale(from minimum: Int64) -> Int64 { name == .zoomFactor ? max(1, minimum) : scale }

    /// Returns the values of the modes, as far as possible those that a menu offers.
    func modes(of kind: CaptureControl.Kind) -> [CaptureControl.Mode: Int64] {
      guard case .menu(let names) = kind else { return [:] }
      return modes.compactMapValues { values in values.first { names[$0] != nil } ?? values.first }
    }
  }

  static let rows: [UInt32: Row] = [
    0x0098_090c: Row(.automaticWhiteBalance, "white_balance_automatic"),
    0x0098_090e: Row(.redGain, "red_balance"),
    0x0098_090f: Row(.blueGain, "blue_balance"),
    0x0098_0912: Row(.automaticGain, "gain_automatic"),
    0x0098_0913: Row(.gain, "gain"),
    0x0098_0914: Row(.horizontalFlip, "horizontal_flip"),
    0x0098_0915: Row(.verticalFlip, "vertical_flip"),
    0x0098_091a: Row(.whiteBalanceTemperature, "white_balance_temperature", unit: .kelvin),
    0x0098_0922: Row("rotation", "rotate", unit: .degrees),
    0x009a_0901: Row(.exposureMode, "auto_exposure", modes: [.manual: [1], .automatic: [0, 3]]),
    0x009a_0902: Row(.exposureDuration, "exposure_time_absolute", unit: .seconds, scale: 10_000),
    0x009a_0903: Row("exposure_dynamic_framerate", "exposure_dynamic_framerate"),
    0x009a_0908: Row("pan", "pan_absolute", unit: .degrees, scale: 3600),
    0x009a_0909: Row("tilt", "tilt_absolute", unit: .degrees, scale: 3600),
    0x009a_090a: Row(.lensPosition, "focus_absolute", unit: .fraction),
    0x009a_090c: Row(.continuousAutofocus, "focus_automatic_continuous"),
    0x009a_090d: Row(.zoomFactor, "zoom_absolute"),
    0x009a_0913: Row(.exposureBias, "auto_exposure_bias", unit: .exposureValue, scale: 1000),
    0x009a_0917: Row(.iso, "iso_sensitivity", scale: 1000),
    0x009a_091c: Row(.autofocusStart, "auto_focus_start"),
    0x009a_091d: Row("autofocus_stop", "auto_focus_stop"),
    0x009a_091e: Row(.autofocusStatus, "auto_focus_status"),
    0x009c_0901: Row(.lampMode, "led_mode", modes: [.off: [0], .flash: [1], .torch: [2]]),
    0x009c_0906: Row("flash_timeout", "flash_timeout", unit: .seconds, scale: 1_000_000),
    0x009c_0907: Row("flash_intensity", "intensity_flash_mode", unit: .amperes, scale: 1000),
    0x009c_0908: Row(.torchIntensity, "intensity_torch_mode", unit: .amperes, scale: 1000),
    0x009e_0903: Row(.analogGain, "analogue_gain"),
  ]
}

extension CaptureControl {
  /// Creates a control that another service passes on, perhaps from V4L2.
  ///
  /// - Parameters:
  ///   - label: The label for users.
  ///   - name: The name; nil for that of the V4L2 control, or one derived from the label.
  ///   - id: The ID of the V4L2 control, which has a name and a unit; nil for a control of another driver.
  ///   - scale: The number of steps in one unit of a control without an ID.
  package init(
    label: String, name: Name?, v4l2ID id: UInt32?, kind: Kind, scale: Int64, range: ClosedRange<Int64>,
    step: Int64, defaultValue: Int64
  ) {
    let row = id.flatMap { V4L2ControlTable.rows[$0] }
    let driverName = name?.rawValue ?? row?.driverName ?? V4L2Controls.controlName(label)
    self.init(
      name ?? row?.name ?? Name(rawValue: driverName), driverName: driverName, label: label, kind: kind,
      modes: row?.modes(of: kind) ?? [:], unit: row?.unit ?? .none,
      scale: row?.scale(from: range.lowerBound) ?? scale, minimum: range.lowerBound, maximum: range.upperBound,
      step: step, defaultValue: defaultValue)
  }
}
