import OpenCaptureFlow
import OpenCaptureSystem
import OpenCaptureSession
import Glibc

/// An LED class lamp with the controls of V4L2's flash devices, for cameras without a lamp of their own.
///
/// The mode is off, torch or, if the lamp can flash, flash. The intensity of the torch is in steps of the lamp, that of
/// the flash in microamperes. `strobe` triggers one flash.
final class LampControls: Sendable {
  private enum Mode {
    static let off: Int64 = 0
    static let flash: Int64 = 1
    static let torch: Int64 = 2
  }

  private struct State: Lockable {
    /// Whether the mode is flash while the lamp is off.
    var isSetToFlash = false
    /// The brightness in torch mode.
    var torchBrightness: Int64
  }

  private let lamp: LEDLamp
  private let state: Locked<State>

  init(_ lamp: LEDLamp) {
    self.lamp = lamp
    state = Locked(State(torchBrightness: lamp.maximumBrightness))
  }

  func controls() -> [CaptureControl] {
    var modes: [Int64: String] = [Mode.off: "Off", Mode.torch: "Torch"]
    if lamp.maximumFlashBrightness != nil { modes[Mode.flash] = "Flash" }
    var controls = [
      CaptureControl(
        .lampMode, driverName: "led_mode", label: "LED Mode", kind: .menu(modes),
        modes: [.off: Mode.off, .flash: Mode.flash, .torch: Mode.torch], minimum: Mode.off, maximum: Mode.torch,
        defaultValue: Mode.off),
      CaptureControl(
        .torchIntensity, driverName: "intensity_torch_mode", label: "Intensity, Torch Mode", minimum: 1,
        maximum: lamp.maximumBrightness, defaultValue: lamp.maximumBrightness),
    ]
    if let maximum = lamp.maximumFlashBrightness {
      controls += [
        CaptureControl(
          "flash_intensity", driverName: "intensity_flash_mode", label: "Intensity, Flash Mode", unit: .amperes,
          scale: 1_000_000, minimum: 0, maximum: maximum, defaultValue: maximum),
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
    case .lampMode, .torchIntensity: true
    case "flash_intensity", "strobe": lamp.maximumFlashBrightness != nil
    default: false
    }
  }

  func value(of name: CaptureControl.Name) throws(CaptureError) -> Int64 {
    switch name {
    case .lampMode:
      if try lamp.value(of: "brightness") > 0 { return Mode.torch }
      return state.withLock { $0.isSetToFlash } ? Mode.flash : Mode.off
    case .torchIntensity:
      let lit = try lamp.value(of: "brightness")
      return lit > 0 ? lit : state.withLock { $0.torchBrightness }
    case "flash_intensity": return try lamp.value(of: "flash_brightness")
    default: return 0
    }
  }

  /// Sets a control and returns the actual value.
  func setValue(_ value: Int64, of name: CaptureControl.Name) throws(CaptureError) -> Int64 {
    switch name {
    case .lampMode:
      try lamp.set("brightness", to: value == Mode.torch ? state.withLock { $0.torchBrightness } : 0)
      state.withLock { $0.isSetToFlash = value == Mode.flash }
    case .torchIntensity:
      if try self.value(of: .lampMode) == Mode.torch { try lamp.set("brightness", to: value) }
      state.withLock { $0.torchBrightness = value }
    case "flash_intensity": try lamp.set("flash_brightness", to: value)
    default: try lamp.set("flash_strobe", to: 1)
    }
    return try self.value(of: name)
  }
}

/// A camera lamp that the kernel exposes as an LED class device.
///
/// Cameras of phones and boards often have their lamp there instead of among V4L2's controls. The device's name ends in
/// its function, `torch` or `flash`. The kernel documents the files in `sysfs-class-led` and `sysfs-class-led-flash`
/// below `Documentation/ABI/testing`.
struct LEDLamp: Sendable, Hashable {
  /// The device's folder in sysfs.
  let path: String
  /// The maximum `brightness`, in steps of this lamp.
  let maximumBrightness: Int64
  /// The maximum `flash_brightness`, in microamperes, or nil if the lamp cannot flash.
  let maximumFlashBrightness: Int64?

  /// Returns the lamps in a folder such as `/sys/class/leds`: torches first, then flashes, each sorted by name.
  static func all(in folder: String) -> [LEDLamp] {
    let names = FileSystem.names(in: folder).sorted()
    let withFunction = { (function: String) in
      names.filter { $0.split(separator: ":").last?.hasPrefix(function) ?? false }
    }
    return (withFunction("torch") + withFunction("flash")).compactMap { LEDLamp("\(folder)/\($0)") }
  }

  /// Reads a lamp's limits, or returns nil if its files do not state a maximum brightness.
  init?(_ path: String) {
    guard let maximum = Self.number("\(path)/max_brightness"), maximum > 0 else { return nil }
    self.path = path
    maximumBrightness = maximum
    let flash = access("\(path)/flash_strobe", F_OK) == 0 ? Self.number("\(path)/max_flash_brightness") : nil
    maximumFlashBrightness = flash.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Reads a number from one of the lamp's files.
  ///
  /// - Throws: ``CaptureError`` if the file cannot be read or holds no number.
  func value(of file: String) throws(CaptureError) -> Int64 {
    if let number = Self.number("\(path)/\(file)") { return number }
    throw error(access("\(path)/\(file)", R_OK) == 0 ? EINVAL : errno, file, "read")
  }

  /// Writes a number to one of the lamp's files.
  ///
  /// - Throws: ``CaptureError`` if the user lacks permission or the driver rejects the value.
  func set(_ file: String, to value: Int64) throws(CaptureError) {
    let descriptor = open("\(path)/\(file)", O_WRONLY | O_CLOEXEC | O_TRUNC)
    guard descriptor >= 0 else { throw error(errno, file, "set") }
    defer { close(descriptor) }
    let bytes = Array("\(value)\n".utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else { throw error(errno, file, "set") }
  }

  private static func number(_ path: String) -> Int64? { FileSystem.text(path).flatMap { Int64($0) } }

  private func error(_ errno: Int32, _ file: String, _ operation: String) -> CaptureError {
    let subject = "lamp \(path.split(separator: "/").last ?? "")"
    let words = "cannot \(operation) \(file): \(SystemErrorMessages.reason(for: errno))"
    switch errno {
    case EACCES, EPERM, EROFS:
      let file = "\(path)/\(file)"
      return CaptureError(
        .notAuthorized, subject: subject, errno: errno, reason: words,
        hint: "give the group video write access: sudo chgrp video \(file) && sudo chmod g+w \(file)")
    case ENOENT, ENODEV, ENXIO:
      return CaptureError(.deviceDisconnected, subject: subject, errno: errno, reason: words)
    case EBUSY:
      return CaptureError(
        .controlLocked, subject: subject, errno: errno, reason: words,
        hint: "quit the program that uses the lamp, such as one with a V4L2 flash device")
    default: return CaptureError(.deviceFailed, subject: subject, errno: errno, reason: words)
    }
  }
}
