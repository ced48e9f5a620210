public import OpenCaptureSession

/// A session with several cameras: each session can have them.
public typealias AVCaptureMultiCamSession = CaptureSession

extension CaptureSession {
  /// True: how many cameras stream at once is what their bus can carry.
  public static var isMultiCamSupported: Bool { true }

  /// How near the machine is to being too hot, 0 to 1, as its cameras say; above 0.75 where it is serious.
  public var systemPressureCost: Float {
    let levels = inputs.compactMap { ($0 as? CaptureDeviceInput)?.device.systemPressureState.level.rawValue }
    return Float(levels.max() ?? 0) / 4
  }
}
