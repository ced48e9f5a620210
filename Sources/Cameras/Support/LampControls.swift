import OpenCaptureFlow
import OpenCaptureSystem
import OpenCaptureSession

/// A lamp of the LED class with the names and ranges of V4L2's flash controls, for cameras that have none.
///
/// `led_mode` is off, flash (where the lamp can) or torch; `intensity_torch_mode` counts the lamp's own steps,
/// `intensity_flash_mode` microamperes, and `strobe` flashes once.
final class LampControls: Sendable {
  private enum Mode {
    static let off: Int64 = 0
    static let flash: Int64 = 1
    static let torch: Int64 = 2
  }

  private struct State: Lockable {
    /// What the lamp was set to beside being lit.
    var isSetToFlash = false
    /// How bright it is when it is lit.
    var torchBrightness: Int64
  }

  private let lamp: LEDLamp
  private let state: Locked<State>

  init(_ lamp: LEDLamp) {
    self.lamp = lamp
    state = Locked(State(torchBrightness: lamp.maximumBrightness))
  }

  /// The controls, with values as they are now.
  func controls() -> [CaptureControl] {
    var modes: [Int64: String] = [Mode.off: "Off", Mode.torch: "Torch"]
    if lamp.maximumFlashBrightness != nil { modes[Mode.flash] = "Flash" }
    var controls = [
      CaptureControl(
        "led_mode", label: "LED Mode", kind: .menu(modes), minimum: Mode.off, maximum: Mode.torch,
        defaultValue: Mode.off),
      CaptureControl(
        "intensity_torch_mode", label: "Intensity, Torch Mode", minimum: 1, maximum: lamp.maximumBrightness,
        defaultValue: lamp.maximumBrightness),
    ]
    if let brightest = lamp.maximumFlashBrightness {
      controls += [
        CaptureControl(
          "intensity_flash_mode", label: "Intensity, Flash Mode", unit: .microAmperes, minimum: 0,
          maximum: brightest,
          defaultValue: brightest),
        CaptureControl(
          "strobe", label: "Strobe", kind: .button, minimum: 0, maximum: 0, defaultValue: 0, flags: .writeOnly),
      ]
    }
    for index in controls.indices where !controls[index].flags.contains(.writeOnly) {
      if let value = try? value(of: controls[index].name) { controls[index].value = value }
    }
    return controls
  }

  func has(_ name: CaptureControl.Name) -> Bool {
    switch name {
    case "led_mode", "intensity_torch_mode": true
    case "intensity_flash_mode", "strobe": lamp.maximumFlashBrightness != nil
    default: false
    }
  }

  /// The value of a control now.
  func value(of name: CaptureControl.Name) throws(CaptureError) -> Int64 {
    switch name {
    case "led_mode":
      if try lamp.value(of: "brightness") > 0 { return Mode.torch }
      return state.withLock { $0.isSetToFlash } ? Mode.flash : Mode.off
    case "intensity_torch_mode":
      let lit = try lamp.value(of: "brightness")
      return lit > 0 ? lit : state.withLock { $0.torchBrightness }
    case "intensity_flash_mode": return try lamp.value(of: "flash_brightness")
    default: return 0
    }
  }

  /// Sets a control, and reads back what was granted.
  func setValue(_ value: Int64, of name: CaptureControl.Name) throws(CaptureError) -> Int64 {
    switch name {
    case "led_mode":
      try lamp.set("brightness", to: value == Mode.torch ? state.withLock { $0.torchBrightness } : 0)
      state.withLock { $0.isSetToFlash = value == Mode.flash }
    case "intensity_torch_mode":
      if try self.value(of: "led_mode") == Mode.torch { try lamp.set("brightness", to: value) }
      state.withLock { $0.torchBrightness = value }
    case "intensity_flash_mode": try lamp.set("flash_brightness", to: value)
    default: try lamp.set("flash_strobe", to: 1)
    }
    return try self.value(of: name)
  }
}
