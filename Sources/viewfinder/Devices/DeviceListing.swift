import FoundationEssentials
import OpenCaptureCommandSupport

/// What lists say of a camera or a microphone.
protocol DeviceListing: Encodable {
  var id: String { get }
  var name: String { get }
  var path: String? { get }
  /// The programs that have it open.
  var usedBy: [String] { get }
}

extension DeviceListing {
  /// A line for each device: its ID, name and device file, and who has it open.
  static func list(_ devices: [Self]) -> [String] {
    let width = devices.map(\.id.count).max() ?? 0
    return devices.map { device in
      let padding = String(repeating: " ", count: width - device.id.count + 2)
      return device.id + padding + device.name + (device.path.map { " (\($0))" } ?? "")
        + (device.usedBy.isEmpty ? "" : ", open in " + device.usedBy.joined(separator: ", "))
    }
  }

  /// A line of JSON.
  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(self)) ?? Data("{}".utf8)
    return Array(data) + [UInt8(ascii: "\n")]
  }
}
