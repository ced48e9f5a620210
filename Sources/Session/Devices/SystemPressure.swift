/// The thermal state of the system (`AVCaptureDevice.SystemPressureState`).
public struct SystemPressureState: Sendable, Hashable {
  /// The thermal level, in increasing order (`AVCaptureDevice.SystemPressureState.Level`).
  public enum Level: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The temperature is below all thresholds.
    case nominal = "AVCaptureSystemPressureLevelNominal"
    /// The temperature is above a threshold for active cooling, such as fans.
    case fair = "AVCaptureSystemPressureLevelFair"
    /// The temperature is above the threshold for slowing the processor down.
    case serious = "AVCaptureSystemPressureLevelSerious"
    /// The temperature is above the threshold for a damage warning.
    case critical = "AVCaptureSystemPressureLevelCritical"
    /// The temperature is above the threshold at which the system shuts down.
    case shutdown = "AVCaptureSystemPressureLevelShutdown"

    /// The position in the order, from 0 for ``nominal`` to 4 for ``shutdown``.
    package var severity: Int {
      switch self {
      case .nominal: 0
      case .fair: 1
      case .serious: 2
      case .critical: 3
      case .shutdown: 4
      }
    }

    /// Orders levels by temperature.
    public static func < (left: Self, right: Self) -> Bool { left.severity < right.severity }
  }

  /// The thermal level; with several sensors, that of the hottest.
  public let level: Level

  /// Creates a state.
  public init(level: Level) { self.level = level }
}

extension CaptureDevice {
  /// The thermal state of the system that drives the camera, as far as reported.
  ///
  /// The program decides how to react. Lower frame rates (``minFrameDuration``) and smaller frames help.
  public var systemPressureState: SystemPressureState { driver.systemPressureState }

  /// Returns a stream of ``systemPressureState``: the current value, then every change.
  ///
  /// - Parameter interval: The polling interval, because the kernel sends no events. The default is 5 s.
  public func systemPressureStateUpdates(every interval: Duration = .seconds(5)) -> AsyncStream<SystemPressureState>
  {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        var last: SystemPressureState?
        while !Task.isCancelled {
          let now = systemPressureState
          if now != last { continuation.yield(now) }
          last = now
          try? await Task.sleep(for: interval)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
