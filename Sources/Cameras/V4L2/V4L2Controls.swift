import COpenCaptureV4L2
import OpenCaptureSession

/// Asks an open camera for its controls.
enum V4L2Controls {
  struct Entry: Sendable {
    var id: UInt32
    var control: CaptureControl
  }

  /// Every control that is one value, with its value now.
  static func read(_ descriptor: Int32) -> [Entry] {
    var entries: [Entry] = []
    forEach(descriptor) { entries.append(Entry(id: $0.id, control: describe($0, descriptor))) }
    return entries
  }

  /// Goes through every control that is one value.
  static func forEach(_ descriptor: Int32, _ body: (cv4l2_control) -> Void) {
    var found = cv4l2_control()
    // A driver that goes round in circles is believed for so long.
    for _ in 0..<512 {
      guard cv4l2_next_control(descriptor, found.id, &found) == 0 else { return }
      body(found)
    }
  }

  /// A control by its id, as it is now; nil where there is none.
  static func control(_ id: UInt32, _ descriptor: Int32) -> CaptureControl? {
    var found = cv4l2_control()
    guard id > 0, cv4l2_next_control(descriptor, id - 1, &found) == 0, found.id == id else { return nil }
    return describe(found, descriptor)
  }

  private static func describe(_ found: cv4l2_control, _ descriptor: Int32) -> CaptureControl {
    let label = String(tuple: found.name)
    let name = standardNames[found.id] ?? CaptureControl.Name(rawValue: plain(label))
    var value: Int64 = 0
    let isReadable = !found.is_write_only && Int(found.kind) != CV4L2_STRING
    if !isReadable || cv4l2_get_control(descriptor, found.id, &value) != 0 { value = found.default_value }
    return CaptureControl(
      name, label: label, kind: kind(found, descriptor), unit: units[name] ?? .none, minimum: found.minimum,
      maximum: found.maximum, step: Int64(clamping: found.step), defaultValue: found.default_value, value: value,
      flags: flags(found))
  }

  private static func kind(_ found: cv4l2_control, _ descriptor: Int32) -> CaptureControl.Kind {
    switch Int(found.kind) {
    case CV4L2_BOOLEAN: return .boolean
    case CV4L2_BITMASK: return .bitmask
    case CV4L2_BUTTON: return .button
    case CV4L2_STRING: return .string
    case CV4L2_MENU, CV4L2_INTEGER_MENU:
      var (names, found): ([Int64: String], cv4l2_control) = ([:], found)
      guard 0 <= found.minimum, found.minimum <= found.maximum, found.maximum < 1024 else { return .menu([:]) }
      for value in found.minimum...found.maximum {
        var text = [CChar](repeating: 0, count: 33)
        guard cv4l2_menu_item(descriptor, &found, value, &text) == 0 else { continue }
        names[value] = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
      return .menu(names)
    default: return .integer
    }
  }

  private static func flags(_ found: cv4l2_control) -> CaptureControl.Flags {
    var flags: CaptureControl.Flags = []
    if found.is_read_only { flags.insert(.readOnly) }
    if found.is_inactive { flags.insert(.inactive) }
    if found.is_write_only { flags.insert(.writeOnly) }
    if found.is_volatile { flags.insert(.volatile) }
    if found.is_grabbed { flags.insert(.grabbed) }
    return flags
  }

  /// A driver's label as `v4l2-ctl` writes it: small letters and digits, one `_` for whatever lies between.
  static func plain(_ label: String) -> String {
    var result = ""
    for byte in label.utf8 {
      let character = Character(UnicodeScalar(byte))
      if character.isASCII, character.isLetter || character.isNumber {
        result += character.lowercased()
      } else if !result.hasSuffix("_"), !result.isEmpty {
        result += "_"
      }
    }
    return result.hasSuffix("_") ? String(result.dropLast()) : result
  }

  /// The names of controls whose labels changed over the kernel's versions; the ids never do.
  static let standardNames: [UInt32: CaptureControl.Name] = [
    0x0098_0914: "horizontal_flip", 0x0098_0915: "vertical_flip", 0x0098_090c: "white_balance_automatic",
    0x0098_090e: "red_balance", 0x0098_090f: "blue_balance", 0x0098_0912: "gain_automatic", 0x0098_0913: "gain",
    0x0098_091a: "white_balance_temperature", 0x009a_0901: "auto_exposure", 0x009a_0902: "exposure_time_absolute",
    0x009a_0903: "exposure_dynamic_framerate", 0x009a_090a: "focus_absolute",
    0x009a_090c: "focus_automatic_continuous",
    0x009a_090d: "zoom_absolute", 0x009a_0913: "auto_exposure_bias", 0x009a_0917: "iso_sensitivity",
    0x009a_091c: "auto_focus_start", 0x009a_091d: "auto_focus_stop", 0x009a_091e: "auto_focus_status",
    0x009c_0901: "led_mode", 0x009c_0906: "flash_timeout", 0x009c_0907: "intensity_flash_mode",
    0x009c_0908: "intensity_torch_mode", 0x009e_0903: "analogue_gain",
  ]

  private static let units: [CaptureControl.Name: CaptureControl.Unit] = [
    "exposure_time_absolute": .hundredMicroseconds, "white_balance_temperature": .kelvin,
    "pan_absolute": .arcSeconds,
    "tilt_absolute": .arcSeconds, "auto_exposure_bias": .milliEV, "rotate": .degrees,
    "flash_timeout": .microseconds,
    "intensity_flash_mode": .milliAmperes, "intensity_torch_mode": .milliAmperes,
  ]
}
