import COpenCapturePipeWire
import OpenCaptureCameras
import OpenCaptureSession

/// A control of a camera of PipeWire, with its property.
struct PipeWireControl: Sendable {
  /// The number of steps in one unit of a real number.
  private static let realScale: Int64 = 1000

  /// The names of the properties that PipeWire defines for video.
  private static let names: [UInt32: CaptureControl.Name] = [
    0x20001: "brightness", 0x20002: "contrast", 0x20003: "saturation", 0x20004: "hue", 0x20005: "gamma",
    0x20006: "exposure", 0x20007: .gain, 0x20008: "sharpness",
  ]

  /// The first property of a driver (`SPA_PROP_START_CUSTOM`), and the one that stands for V4L2's first control.
  private static let firstOfDrivers: UInt32 = 0x100_0000
  private static let firstOfV4L2: UInt32 = 0x198_0900

  /// The number of the property (`enum spa_prop`).
  let id: UInt32
  let type: cpipewire_control_type
  private(set) var control: CaptureControl
  /// The value that the node reports; nil if it reports none.
  private(set) var reported: Double?

  /// Reads the bridge's description of a control.
  init(_ found: cpipewire_control) {
    id = found.id
    type = found.type
    let isReal = type == CPIPEWIRE_REAL
    func steps(_ number: Double) -> Int64 { Self.steps(number, of: found.type) }
    let menu = Self.menu(of: found)
    let values = menu.isEmpty ? [steps(found.minimum), steps(found.maximum)] : menu.keys.sorted()
    let name = Self.names[id]
    control = CaptureControl(
      label: found.description.map { String(cString: $0) } ?? name?.rawValue ?? "Control \(id)", name: name,
      v4l2ID: id >= Self.firstOfV4L2 ? id - Self.firstOfDrivers : nil,
      kind: type == CPIPEWIRE_BOOLEAN ? .boolean : menu.isEmpty ? .integer : .menu(menu),
      scale: isReal ? Self.realScale : 1, range: values[0]...max(values[0], values[values.count - 1]),
      step: max(1, steps(found.step)), defaultValue: steps(found.preferred))
  }

  /// A value that was set, and the one that the node reported before.
  ///
  /// Some nodes, such as V4L2's, do not report values, or not the change.
  struct Setting: Sendable {
    let number: Double
    let reported: Double?
  }

  /// Takes over the value that the node reports; nil if it reports none.
  ///
  /// - Parameter setting: The value that was set here, which counts until the node reports another one than before.
  mutating func update(to number: Double?, after setting: Setting? = nil) {
    reported = number
    guard let value = setting.flatMap({ $0.reported == number ? $0.number : nil }) ?? number else { return }
    control.value = Self.steps(value, of: type)
  }

  /// Returns the number for PipeWire of a value in steps.
  func number(of value: Int64) -> Double { Double(value) / (type == CPIPEWIRE_REAL ? Double(Self.realScale) : 1) }

  private static func steps(_ number: Double, of type: cpipewire_control_type) -> Int64 {
    let steps = number * (type == CPIPEWIRE_REAL ? Double(realScale) : 1)
    // All smaller integers have an exact value.
    return Int64(max(-0x1p53, min(0x1p53, steps)).rounded())
  }

  /// Returns the labels of the alternatives; empty for a range.
  private static func menu(of found: cpipewire_control) -> [Int64: String] {
    let count = found.type == CPIPEWIRE_BOOLEAN ? 0 : Int(found.value_count)
    let numbers = withUnsafeBytes(of: found.values) { Array($0.bindMemory(to: Double.self).prefix(count)) }
    return withUnsafeBytes(of: found.labels) { bytes in
      let labels = bytes.bindMemory(to: UnsafePointer<CChar>?.self)
      let items = numbers.enumerated().map { index, number in
        (steps(number, of: found.type), labels[index].map { String(cString: $0) } ?? "\(number)")
      }
      return Dictionary(items) { first, _ in first }
    }
  }
}

extension PipeWireControl {
  /// Reads an object of the daemon (`SPA_PARAM_PropInfo`); returns nil if it describes no control.
  init?(object bytes: [UInt8]) {
    var found = cpipewire_control()
    let control = PipeWireObject.withAligned(bytes) { object -> Self? in
      cpipewire_parse_control(object, bytes.count, &found) == 0 ? Self(found) : nil
    }
    guard let control else { return nil }
    self = control
  }
}

extension CaptureControl {
  /// Creates the control that an object of PipeWire's daemon (`SPA_PARAM_PropInfo`) describes; nil for other objects.
  package init?(inPipeWireObject bytes: [UInt8]) {
    guard let found = PipeWireControl(object: bytes) else { return nil }
    self = found.control
  }
}

extension PipeWireConnection {
  /// A list that the bridge's callbacks fill.
  private final class Controls {
    var list: [PipeWireControl] = []
    /// The values by property.
    var numbers: [UInt32: Double] = [:]

    static func of(_ context: UnsafeMutableRawPointer?) -> Controls? {
      context.map { Unmanaged<Controls>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  /// Returns the controls of a node with their values.
  ///
  /// - Parameter settings: The values by property that were set before.
  func controls(
    of node: UInt32, after settings: [UInt32: PipeWireControl.Setting]
  ) throws(CaptureError) -> [PipeWireControl] {
    let controls = Controls()
    var events = cpipewire_control_events(
      context: Unmanaged.passUnretained(controls).toOpaque(),
      found: { context, found in
        if let found { Controls.of(context)?.list.append(PipeWireControl(found.pointee)) }
      },
      has_value: { context, id, number in Controls.of(context)?.numbers[id] = number })
    let status = cpipewire_enumerate_controls(handle, node, Self.answerTimeout, &events)
    if status < 0 { throw .noDaemon(status) }
    return controls.list.map { control in
      var control = control
      control.update(to: controls.numbers[control.id], after: settings[control.id])
      return control
    }
  }

  /// Sets a control of a node.
  ///
  /// - Returns: 0, or a negative `errno` if the node rejects the value.
  func set(_ control: PipeWireControl, to value: Int64, of node: UInt32) -> Int32 {
    cpipewire_set_control(handle, node, Self.answerTimeout, control.id, control.type, control.number(of: value))
  }
}
