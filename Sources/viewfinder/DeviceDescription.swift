import FoundationEssentials
import OpenCapture
import OpenCaptureCommandSupport

/// A listing of a camera or a microphone: name, formats and controls.
struct DeviceDescription: Encodable {
  let id: String
  let name: String
  let path: String?
  let model: String
  let manufacturer: String
  let position: String
  let formats: [Format]
  /// The driver's codes of a camera's formats that cannot be decoded; nil for a microphone.
  var undecodable: [String]?
  /// The controls of a camera; nil for a microphone.
  var controls: [Control]?
  /// The saved values of a camera's controls, in the driver's steps; nil if there are none.
  var saved: [String: Int64]?
  /// The IDs of the cameras that contain a microphone; nil for a camera.
  var cameras: [String]?
  /// The programs that use the device.
  let usedBy: [String]
  /// The error that kept information from being read, if any.
  let problem: String?

  /// A format: pixel format or codec, size and frame rates; or sample format, rate and channels.
  struct Format: Encodable {
    let format: String
    var width: Int?
    var height: Int?
    /// The ranges of frame rates in frames per second, each from the lowest to the highest.
    var frameRates: [[Double]]?
    var rate: Int?
    var channels: Int?
    /// The format as text.
    let text: String

    enum CodingKeys: CodingKey { case format, width, height, frameRates, rate, channels }
  }

  /// A control of a camera.
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
  init(camera: CaptureDevice, readsFormats: Bool) {
    self.init(camera, readsFormats: readsFormats) { Format(picture: $0) }
    undecodable = ((try? camera.undecodableFormats()) ?? []).map(\.description)
    controls = ((try? camera.controls()) ?? []).map(Control.init)
    let saved = try? SavedControlsFolder.usual?.load(camera.uniqueID).controls
    self.saved = saved?.isEmpty == false ? saved : nil
  }

  /// Reads a microphone's information.
  ///
  /// - Parameter cameras: The cameras that may contain the microphone.
  init(microphone: CaptureDevice, cameras: [CaptureDevice]) {
    self.init(microphone, readsFormats: true) { Format(sound: $0) }
    self.cameras = microphone.linkedDevices(among: cameras).map(\.uniqueID)
  }

  private init(_ device: CaptureDevice, readsFormats: Bool, _ format: (CaptureDevice.Format) -> Format?) {
    let identity = device.identity
    id = identity.uniqueID
    name = identity.localizedName
    path = identity.path
    model = identity.modelID
    manufacturer = identity.manufacturer
    position = identity.position.name
    usedBy = device.otherUsers
    var problem: String?
    do throws(CaptureError) {
      formats = readsFormats ? try device.loadFormats().compactMap(format) : []
    } catch {
      formats = []
      problem = "\(error)"
    }
    self.problem = problem
  }
}

extension DeviceDescription.Format {
  fileprivate init(picture format: CaptureDevice.Format) {
    self.init(
      format: "\(format.driverCode)", width: format.dimensions.width, height: format.dimensions.height,
      frameRates: format.frameRateRanges.map { [$0.minFrameRate, $0.maxFrameRate] }, text: "\(format)")
  }

  fileprivate init?(sound format: CaptureDevice.Format) {
    guard let sound = format.formatDescription.audioFormat else { return nil }
    let channels = sound.channelCount == 1 ? "1 channel" : "\(sound.channelCount) channels"
    self.init(
      format: "\(sound.commonFormat)", rate: sound.sampleRate, channels: sound.channelCount,
      text: "\(sound.sampleRate) Hz, \(channels), \(sound.commonFormat)")
  }
}

extension DeviceDescription.Control {
  fileprivate init(_ control: CaptureControl) {
    var menu: [String: String]?
    if case .menu(let names) = control.kind {
      menu = Dictionary(names.map { ("\($0.key)", $0.value) }) { first, _ in first }
    }
    self.init(
      name: control.driverName, unit: Self.unit(control),
      minimum: control.minimum, maximum: control.maximum, step: control.step, defaultValue: control.defaultValue,
      value: control.value, menu: menu, isReadOnly: control.flags.contains(.readOnly),
      isInactive: control.flags.contains(.inactive), text: Self.text(control))
  }

  /// Returns the unit of the driver's values, such as `100 µs`; nil for none.
  private static func unit(_ control: CaptureControl) -> String? {
    let unit = control.unit.rawValue
    return switch (control.unit, control.scale) {
    case (.none, _), (.fraction, _): nil
    case (_, 1): unit
    case (_, 1000): "m\(unit)"
    case (_, 10_000): "100 µ\(unit)"
    case (_, 1_000_000): "µ\(unit)"
    case (.degrees, 3600): "″"
    case (_, let scale): "1/\(scale) \(unit)"
    }
  }

  private static func text(_ control: CaptureControl) -> String {
    let unit = Self.unit(control).map { $0.first?.isNumber == true ? " × \($0)" : " \($0)" } ?? ""
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

extension DeviceDescription {
  /// Writes devices as JSON, as one line each, or with all information.
  ///
  /// - Parameters:
  ///   - json: Whether to write one JSON object per device and line.
  ///   - isDetailed: Whether to write all information as text.
  /// - Returns: The exit status: 1 if a device that was asked for in detail cannot be read.
  static func write(_ devices: [Self], json: Bool, isDetailed: Bool) throws -> Int32 {
    let width = devices.map(\.id.count).max() ?? 0
    for device in devices {
      let bytes =
        if json { device.json } else if isDetailed { Array(device.text.utf8) } else {
          Array((EscapedText.line(device.line(width)) + "\n").utf8)
        }
      try StandardStream.output.write(bytes)
    }
    let problems = devices.compactMap(\.problem)
    for problem in problems { StandardStream.error.writeLine("viewfinder: \(problem)") }
    return isDetailed && !problems.isEmpty ? 1 : 0
  }

  /// Returns the ID, name and device file, and the programs that use the device.
  private func line(_ width: Int) -> String {
    Self.padded(id, width + 2) + name + (path.map { " (\($0))" } ?? "")
      + (usedBy.isEmpty ? "" : ", used by " + usedBy.joined(separator: ", "))
  }

  /// A line of JSON.
  private var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(self)) ?? Data("{}".utf8)
    return Array(data) + [UInt8(ascii: "\n")]
  }

  /// All information as lines of text.
  private var text: String {
    let facts = [
      ("id", id), ("device", path ?? ""), ("made by", manufacturer), ("model", model),
      ("used by", usedBy.joined(separator: ", ")), ("camera", (cameras ?? []).joined(separator: ", ")),
      ("position", position == "unspecified" ? "" : position),
    ]
    var lines = [name] + facts.filter { !$0.1.isEmpty }.map { "  \(Self.padded($0.0, 10))\($0.1)" }
    lines += ["", "formats"] + formats.map { "  \($0.text)" }
    if let undecodable, !undecodable.isEmpty {
      lines.append("  not supported: " + undecodable.joined(separator: ", "))
    }
    if let controls, !controls.isEmpty {
      let width = (controls.map(\.name.count).max() ?? 0) + 2
      lines += ["", "controls"] + controls.map { "  \(Self.padded($0.name, width))\($0.text)" }
    }
    if let saved {
      lines += ["", "saved settings"] + saved.sorted { $0.key < $1.key }.map { "  \($0.key)=\($0.value)" }
    }
    return lines.map { EscapedText.line($0) + "\n" }.joined()
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
