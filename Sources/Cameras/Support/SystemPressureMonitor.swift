import OpenCaptureSystem
import OpenCaptureSession

/// Reads how hot the machine is from the kernel's thermal zones.
public struct SystemPressureMonitor: Sendable {
  private let folder: String

  /// Makes a monitor.
  ///
  /// - Parameter folder: Where the zones are; default the kernel's `/sys/class/thermal`.
  public init(folder: String = "/sys/class/thermal") { self.folder = folder }

  /// The zones that tell their temperature; none on machines without.
  public var zones: [ThermalZone] {
    FileSystem.names(in: folder).filter { $0.hasPrefix("thermal_zone") }.sorted().compactMap(zone)
  }

  /// How hot the machine is now; ``SystemPressureState/Level/nominal`` where nothing tells.
  public var state: SystemPressureState { SystemPressureState(zones: zones) }

  /// ``state`` now, and whenever it changes.
  ///
  /// - Parameter interval: How often is looked; default every 5 s.
  public func states(every interval: Duration = .seconds(5)) -> AsyncStream<SystemPressureState> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        var last: SystemPressureState?
        while !Task.isCancelled {
          let now = state
          if now != last { continuation.yield(now) }
          last = now
          try? await Task.sleep(for: interval)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

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
