import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// A camera's listing: name, formats and controls.
struct CameraDescription: DeviceListing {
  let id: String
  let name: String
  let path: String?
  let model: String
  let manufacturer: String
  let position: String
  let formats: [Format]
  /// The driver's codes of formats that cannot be decoded.
  let undecodable: [String]
  let controls: [Control]
  /// The programs that use the camera.
  let usedBy: [String]
  /// The error that kept information from being read, if any.
  let problem: String?

  /// A format: pixel format or codec, size and frame rates.
  struct Format: Encodable {
    let format: String
    let width: Int
    let height: Int
    /// The ranges of frame rates in frames per second, each from the lowest to the highest.
    let frameRates: [[Double]]
    /// The format as text.
    let text: String

    enum CodingKeys: CodingKey { case format, width, height, frameRates }
  }

  /// A control of the camera.
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
    /// The value and its range as text.
    let text: String

    enum CodingKeys: String, CodingKey {
      case name, unit, minimum, maximum, step, value, menu, isReadOnly, isInactive
      case defaultValue = "default"
    }
  }

  /// Reads a camera's information.
  ///
  /// - Parameter readsFormats: Whether to read the formats, which takes time with a network camera.
  init(_ device: CaptureDevice, readsFormats: Bool) {
    let identity = device.identity
    id = identity.uniqueID
    name = identity.localizedName
    path = identity.path
    model = identity.modelID
    manufacturer = identity.manufacturer
    position = identity.position.rawValue
    var problem: String?
    do throws(CaptureError) {
      formats = readsFormats ? try device.loadFormats().map(Format.init) : []
    } catch {
      formats = []
      problem = "\(error)"
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
      case .button: "button"
      case .string: "text"
      case .bitmask: "bits of \(control.maximum)"
      case .integer:
        "\(control.value)\(unit), \(control.minimum) to \(control.maximum)"
          + (control.step > 1 ? " in steps of \(control.step)" : "") + ", default \(control.defaultValue)"
      }
    if control.flags.contains(.readOnly) { text += "; read only" }
    if control.flags.contains(.inactive) { text += "; currently automatic" }
    return text
  }

  private static func name(_ value: Int64, _ names: [Int64: String]) -> String { names[value] ?? "\(value)" }
}

extension CameraDescription {
  /// All information as lines of text.
  var text: String {
    var facts = [("id", id), ("device", path ?? ""), ("made by", manufacturer), ("model", model)]
    if !usedBy.isEmpty { facts.append(("used by", usedBy.joined(separator: ", "))) }
    if position != "unspecified" { facts.append(("position", position)) }
    var lines = [name] + facts.filter { !$0.1.isEmpty }.map { "  \(Self.padded($0.0, 10))\($0.1)" }
    lines += ["", "formats"] + formats.map { "  \($0.text)" }
    if !undecodable.isEmpty { lines.append("  not supported: " + undecodable.joined(separator: ", ")) }
    let width = (controls.map(\.name.count).max() ?? 0) + 2
    if !controls.isEmpty { lines += ["", "controls"] }
    lines += controls.map { "  \(Self.padded($0.name, width))\($0.text)" }
    return lines.map { EscapedText.line($0) + "\n" }.joined()
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
