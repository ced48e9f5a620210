import OpenCaptureSystem
import OpenCaptureSession

/// A reader of the kernel's thermal zones.
struct ThermalZones: Sendable {
  /// The folder of the zones.
  let folder: String

  /// All zones that report a temperature; empty on systems without thermal zones.
  var all: [ThermalZone] {
    FileSystem.names(in: folder).filter { $0.hasPrefix("thermal_zone") }.sorted().compactMap(zone)
  }

  /// The current thermal pressure of the hottest zone; nominal if no zone reports a temperature.
  var state: SystemPressureState { SystemPressureState(level: all.map(\.level).max() ?? .nominal) }

  private func zone(_ name: String) -> ThermalZone? {
    guard let temperature = number("\(folder)/\(name)/temp") else { return nil }
    var tripPoints: [ThermalZone.TripPoint: Int] = [:]
    for index in 0..<16 {
      let mark = "\(folder)/\(name)/trip_point_\(index)"
      guard let type = FileSystem.text("\(mark)_type") else { break }
      guard let trip = ThermalZone.TripPoint(rawValue: type), let at = number("\(mark)_temp") else { continue }
      tripPoints[trip] = min(tripPoints[trip] ?? at, at)
    }
    return ThermalZone(temperature: temperature, tripPoints: tripPoints)
  }

  private func number(_ path: String) -> Int? { FileSystem.text(path).flatMap { Int($0) } }
}

/// A thermal zone of the kernel: a temperature and its trip points.
struct ThermalZone: Sendable, Hashable {
  /// The action of the kernel at a trip point.
  enum TripPoint: String, Sendable, Hashable {
    /// Starts active cooling, such as fans.
    case active
    /// Throttles the processor.
    case passive
    /// Warns.
    case hot
    /// Shuts the system down.
    case critical
  }

  /// The temperature in thousandths of a degree Celsius.
  let temperature: Int
  /// The trip points in thousandths of a degree Celsius.
  let tripPoints: [TripPoint: Int]

  /// The pressure level of the most severe trip point that the temperature has reached.
  var level: SystemPressureState.Level {
    func reached(_ trip: TripPoint) -> Bool { tripPoints[trip].map { $0 > 0 && temperature >= $0 } ?? false }
    if reached(.critical) { return .shutdown }
    if reached(.hot) { return .critical }
    if reached(.passive) { return .serious }
    return reached(.active) ? .fair : .nominal
  }
}
