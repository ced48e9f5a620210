import OpenCapture

/// What there is to say of a camera.
struct CameraDescription: DeviceListing {
  let id: String
  let name: String
  let path: String?
  let model: String
  let manufacturer: String
  let position: String
  let formats: [Format]
  /// The driver's codes of formats that nothing here decodes.
  let undecodable: [String]
  let controls: [Control]
  /// The programs that have it open.
  let usedBy: [String]
  /// Why it can't be asked for everything; nil where it can.
  let problem: String?

  /// Pixels or codec, size and rates.
  struct Format: Encodable {
    let format: String
    let width: Int
    let height: Int
    /// In frames per second, each from the lowest to the highest.
    let frameRates: [[Double]]
    /// For people.
    let text: String

    enum CodingKeys: CodingKey { case format, width, height, frameRates }
  }

  /// What can be set.
  struct Control: Encodable {
    let name: String
    let unit: String?
    let minimum: Int64
    let maximum: Int64
    let step: Int64
    let defaultValue: Int64
    let value: Int64
    let menu: [String: String]?
    let isReadOnly: Bool
    let isInactive: Bool
    /// For people.
    let text: String

    enum CodingKeys: String, CodingKey {
      case name, unit, minimum, maximum, step, value, menu, isReadOnly, isInactive
      case defaultValue = "default"
    }
  }

  /// Asks a camera.
  ///
  /// - Parameter isAsked: Whether for its formats, too; of one on the network that takes its time.
  init(_ device: CaptureDevice, isAsked: Bool) {
    let identity = device.identity
    (id, name, path) = (identity.uniqueID, identity.localizedName, identity.path)
    (model, manufacturer) = (identity.modelID, identity.manufacturer)
    position = identity.position.rawValue
    var problem: String?
    do throws(CaptureError) {
      formats = isAsked ? try device.loadFormats().map(Format.init) : []
    } catch {
      (formats, problem) = ([], "\(error)")
    }
    undecodable = ((try? device.undecodableFormats()) ?? []).map(\.description)
    controls = ((try? device.controls()) ?? []).map(Control.init)
    usedBy = device.otherUsers
    self.problem = problem
  }
}

extension CameraDescription.Format {
  init(_ format: CaptureDevice.Format) {
    let ranges = format.videoSupportedFrameRateRanges
    self.init(
      format: "\(format.driverCode)", width: format.dimensions.width, height: format.dimensions.height,
      frameRates: ranges.map { [$0.minFrameRate, $0.maxFrameRate] }, text: "\(format)")
  }
}

extension CameraDescription.Control {
  init(_ control: CaptureControl) {
    var menu: [String: String]?
    if case .menu(let names) = control.kind {
      menu = Dictionary(names.map { ("\($0.key)", $0.value) }) { first, _ in first }
    }
    self.init(
      name: control.name.rawValue, unit: control.unit == .none ? nil : control.unit.rawValue,
      minimum: control.minimum, maximum: control.maximum, step: control.step, defaultValue: control.defaultValue,
      value: control.value, menu: menu, isReadOnly: control.flags.contains(.readOnly),
      isInactive: control.flags.contains(.inactive), text: Self.text(control))
  }

  private static func text(_ control: CaptureControl) -> String {
    let unit =
      control.unit == .none ? "" : control.unit == .hundredMicroseconds ? " × 100 µs" : " \(control.unit.rawValue)"
    var text =
      switch control.kind {
      case .menu(let names):
        "\(name(control.value, names)), of " + names.keys.sorted().map { name($0, names) }.joined(separator: ", ")
      case .boolean: "\(control.value == 1 ? "on" : "off")"
      case .button: "a button"
      case .string: "a text"
      case .bitmask: "bits of \(control.maximum)"
      case .integer:
        "\(control.value)\(unit), \(control.minimum) to \(control.maximum)"
          + (control.step > 1 ? " in steps of \(control.step)" : "") + ", default \(control.defaultValue)"
      }
    if control.flags.contains(.readOnly) { text += "; read only" }
    if control.flags.contains(.inactive) { text += "; set automatically now" }
    return text
  }

  private static func name(_ value: Int64, _ names: [Int64: String]) -> String { names[value] ?? "\(value)" }
}
