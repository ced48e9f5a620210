import OpenCaptureSystem
import OpenCaptureSession

/// Reads how hot the machine is from the kernel's thermal zones.
struct ThermalZones: Sendable {
  /// Where they are.
  let folder: String

  /// Those that tell their temperature; none on machines without.
  var all: [ThermalZone] {
    FileSystem.names(in: folder).filter { $0.hasPrefix("thermal_zone") }.sorted().compactMap(zone)
  }

  /// How hot the machine is now: by the hottest; nominal where nothing tells.
  var state: SystemPressureState { SystemPressureState(level: all.map(\.level).max() ?? .nominal) }

  private func zone(_ name: String) -> ThermalZone? {
    guard let temperature = number("\(folder)/\(name)/temp") else { return nil }
    var trips: [ThermalZone.Trip: Int] = [:]
    for index in 0..<16 {
      let mark = "\(folder)/\(name)/trip_point_\(index)"
      guard let type = FileSystem.text("\(mark)_type") else { break }
      guard let trip = ThermalZone.Trip(rawValue: type), let at = number("\(mark)_temp") else { continue }
      trips[trip] = min(trips[trip] ?? at, at)
    }
    return ThermalZone(temperature: temperature, trips: trips)
  }

  private func number(_ path: String) -> Int? { FileSystem.text(path).flatMap { Int($0) } }
}
