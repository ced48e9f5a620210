import COpenCaptureV4L2
import OpenCaptureSession
import OpenCaptureMediaSamples

/// Functions that read the controls of an open camera.
enum V4L2Controls {
  /// Returns all controls with a single value, with their IDs and current values.
  static func read(_ descriptor: Int32) -> [(id: UInt32, control: CaptureControl)] {
    var entries: [(id: UInt32, control: CaptureControl)] = []
    forEach(descriptor) { entries.append((id: $0.id, control: describe($0, descriptor))) }
    return entries
  }

  /// Calls `body` with each control that has a single value.
  static func forEach(_ descriptor: Int32, _ body: (cv4l2_control) -> Void) {
    var found = cv4l2_control()
    // The limit ends the loop if a driver repeats its controls.
    for _ in 0..<512 {
      guard cv4l2_next_control(descriptor, found.id, &found) == 0 else { return }
      body(found)
    }
  }

  /// Returns the current state of a control, or nil if the camera has no control with this ID.
  static func control(_ id: UInt32, _ descriptor: Int32) -> CaptureControl? {
    var found = cv4l2_control()
    guard id > 0, cv4l2_next_control(descriptor, id - 1, &found) == 0, found.id == id else { return nil }
    return describe(found, descriptor)
  }

  private static func describe(_ found: cv4l2_control, _ descriptor: Int32) -> CaptureControl {
    let label = String(tuple: found.name)
    let row = V4L2ControlTable.rows[found.id]
    let driverName = row?.driverName ?? controlName(label)
    let kind = kind(found, descriptor)
    var value: Int64 = 0
    let isReadable = !found.is_write_only && Int(found.kind) != CV4L2_STRING
    if !isReadable || cv4l2_get_control(descriptor, found.id, &value) != 0 { value = found.default_value }
    return CaptureControl(
      row?.name ?? CaptureControl.Name(rawValue: driverName), driverName: driverName, label: label, kind: kind,
      modes: row?.modes(of: kind) ?? [:], unit: row?.unit ?? .none, scale: row?.scale(from: found.minimum) ?? 1,
      minimum: found.minimum, maximum: found.maximum, step: Int64(clamping: found.step),
      defaultValue: found.default_value, value: value, flags: flags(found))
  }

  private static func kind(_ found: cv4l2_control, _ descriptor: Int32) -> CaptureControl.Kind {
    switch Int(found.kind) {
    case CV4L2_BOOLEAN: return .boolean
    case CV4L2_BITMASK: return .bitmask
    case CV4L2_BUTTON: return .button
    case CV4L2_STRING: return .string
    case CV4L2_MENU, CV4L2_INTEGER_MENU:
      var names: [Int64: String] = [:]
      var found = found
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

  /// Converts a driver's label as `v4l2-ctl` does, to small letters, digits and `_` for a run of other characters.
  static func controlName(_ label: String) -> String {
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
}

/// An observer of controls that other programs or the camera itself change.
struct V4L2ControlObserver {
  private let descriptor: Int32
  /// A cache of changed controls, because a camera may change a control with every frame.
  private var known: [UInt32: CaptureControl] = [:]

  /// Subscribes to changes of all controls; drivers without events report none.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    V4L2Controls.forEach(descriptor) { _ = cv4l2_watch_control(descriptor, $0.id) }
  }

  /// Returns the next change, or nil if none is pending.
  mutating func next() -> CaptureControlChange? {
    var change = cv4l2_control_change()
    while cv4l2_next_change(descriptor, &change) == 0 {
      if known[change.id] == nil || change.has_new_description {
        known[change.id] = V4L2Controls.control(change.id, descriptor)
      }
      guard var control = known[change.id] else { continue }
      control.value = change.value
      return CaptureControlChange(
        control, time: MediaTime(value: Int64(clamping: change.time), timescale: 1_000_000_000))
    }
    return nil
  }
}
