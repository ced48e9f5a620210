import FoundationEssentials
import OpenCaptureCommandSupport

/// The common part of camera and microphone listings.
protocol DeviceListing: Encodable {
  var id: String { get }
  var name: String { get }
  var path: String? { get }
  /// The programs that use the device.
  var usedBy: [String] { get }
}

extension DeviceListing {
  /// Returns one line per device: its ID, name and device file, and the programs that use it.
  static func list(_ devices: [Self]) -> [String] {
    let width = devices.map(\.id.count).max() ?? 0
    return devices.map { device in
      let padding = String(repeating: " ", count: width - device.id.count + 2)
      return device.id + padding + device.name + (device.path.map { " (\($0))" } ?? "")
        + (device.usedBy.isEmpty ? "" : ", used by " + device.usedBy.joined(separator: ", "))
    }
  }

  /// The listing as a line of JSON.
  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(self)) ?? Data("{}".utf8)
    return Array(data) + [UInt8(ascii: "\n")]
  }
}
