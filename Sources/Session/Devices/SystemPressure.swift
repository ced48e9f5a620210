import OpenCaptureFlow
import OpenCaptureMediaSamples

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

  /// The worst level of any zone.
  public let level: Level

  /// Makes a state.
  public init(level: Level) { self.level = level }

  /// The state of a machine with these zones.
  public init(zones: [ThermalZone]) { level = zones.map(\.level).max() ?? .nominal }
}

/// One of the kernel's thermal zones: a temperature, and the marks that mean something.
public struct ThermalZone: Sendable, Hashable {
  /// What the kernel does at a mark.
  public enum Trip: String, Sendable, Hashable {
    /// It cools with fans.
    case active
    /// It slows the processor down.
    case passive
    /// It warns.
    case hot
    /// It switches the machine off.
    case critical
  }

  /// In thousandths of a degree Celsius.
  public let temperature: Int
  /// Marks, in thousandths of a degree Celsius.
  public let trips: [Trip: Int]

  /// Makes a zone.
  public init(temperature: Int, trips: [Trip: Int]) { (self.temperature, self.trips) = (temperature, trips) }

  /// The level that the highest mark means which the temperature has reached.
  public var level: SystemPressureState.Level {
    func reached(_ trip: Trip) -> Bool { trips[trip].map { $0 > 0 && temperature >= $0 } ?? false }
    if reached(.critical) { return .shutdown }
    if reached(.hot) { return .critical }
    if reached(.passive) { return .serious }
    return reached(.active) ? .fair : .nominal
  }
}

/// By how much a rate is lowered at each level, where that was asked for.
public struct PressureResponse: Sendable, Hashable {
  /// Frames per second at most, from ``SystemPressureState/Level/serious`` on; default 15.
  public var seriousFrameRate = 15.0
  /// Frames per second at most, from ``SystemPressureState/Level/critical`` on; default 5.
  public var criticalFrameRate = 5.0

  /// Makes the usual response.
  public init() {}

  /// The shortest duration of frames at a level; ``MediaTime/invalid`` for no limit.
  func frameDuration(at level: SystemPressureState.Level) -> MediaTime {
    switch level {
    case .nominal, .fair: .invalid
    case .serious: MediaTime(seconds: 1 / max(seriousFrameRate, 0.1), preferredTimescale: 1_000_000)
    case .critical, .shutdown: MediaTime(seconds: 1 / max(criticalFrameRate, 0.1), preferredTimescale: 1_000_000)
    }
  }
}

extension CaptureDevice {
  /// Slows the camera down where the machine is too hot, and lets it go on as before once it isn't.
  ///
  /// Nothing does this by itself: a program that wants it passes on what a `SystemPressureMonitor` tells.
  ///
  /// - Parameters:
  ///   - state: How hot the machine is.
  ///   - response: How slow to be.
  /// - Throws: ``CaptureError`` where the camera is gone.
  public func respond(
    to state: SystemPressureState, with response: PressureResponse = PressureResponse()
  ) throws(CaptureError) {
    try lockForConfiguration()
    let limit = response.frameDuration(at: state.level)
    let slowest = activeFormat.videoSupportedFrameRateRanges.map(\.maxFrameDuration).max() ?? .invalid
    // As slow as the camera can be, where that is faster than the limit.
    let duration = limit.isNumeric ? min(activeFormat.frameDuration(nearest: limit), slowest) : .invalid
    self.state.withLock { state in
      guard state.pressureDuration != duration else { return }
      (state.pressureDuration, state.changed) = (duration, state.changed ?? .frameRate)
    }
    unlockForConfiguration()
  }
}
