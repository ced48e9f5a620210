public import OpenCaptureSession

extension CaptureDevice {
  /// How near the machine is to being too hot; ours, under Apple's name.
  public typealias SystemPressureState = OpenCaptureSession.SystemPressureState
}

extension SystemPressureState {
  /// What makes it so.
  public struct Factors: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes factors of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The machine is hot.
    public static let systemTemperature = Self(rawValue: 1)
    /// It needs more power than it gets.
    public static let peakPower = Self(rawValue: 2)
    /// What tells distances is hot.
    public static let depthModuleTemperature = Self(rawValue: 4)
    /// The camera is hot.
    public static let cameraTemperature = Self(rawValue: 8)
  }

  /// What makes it so: that the machine is hot.
  public var factors: Factors { level > .nominal ? .systemTemperature : [] }
}
