/// How hot the machine is, in words (`AVCaptureDevice.SystemPressureState`).
public struct SystemPressureState: Sendable, Hashable {
  /// How hot, from good to bad (`AVCaptureDevice.SystemPressureState.Level`).
  public enum Level: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// Below every mark.
    case nominal
    /// Above a mark from which on fans and the like are used.
    case fair
    /// Above the mark from which on the processor is slowed down.
    case serious
    /// Above the mark from which on the system warns of damage.
    case critical
    /// Above the mark at which the system switches itself off.
    case shutdown

    /// Orders levels from good to bad.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// How hot; of a machine with several sensors, by the hottest.
  public let level: Level

  /// Makes a state.
  public init(level: Level) { self.level = level }
}

extension CaptureDevice {
  /// How hot the machine that drives the camera is, as far as it tells.
  ///
  /// What to do about it is the program's: fewer frames a second (``activeVideoMinFrameDuration``) or smaller ones help.
  public var systemPressureState: SystemPressureState { driver.systemPressureState }

  /// ``systemPressureState`` now, and whenever it changes.
  ///
  /// - Parameter interval: How often is looked, because the kernel doesn't tell; default every 5 s.
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
